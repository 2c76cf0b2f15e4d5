package world

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
)

// digest condenses all events of a run, with their times, the readings of clocks where these are
// others, and their effects, and how the processes end.
type digest struct {
	sum  hash.Hash
	text []byte // what is not summed up yet
	body []byte // the encoded body of the event's message, where it is at hand
	sent []byte // the effects of the event that send
}

// chunk is how many bytes are summed up at a time.
const chunk = 4096

func (d *digest) begin() {
	d.sum = sha256.New()
	d.text = make([]byte, 0, chunk+512)
}

// end returns the digest as hexadecimal digits.
func (d *digest) end() string {
	d.sum.Write(d.text)
	d.text = d.text[:0]
	return hex.EncodeToString(d.sum.Sum(nil))
}

// state adds how a process ended, nil if it is down.
func (d *digest) state(state any) {
	d.text = append(d.text, 0)
	if state != nil {
		d.text = codec.Append(d.text, state)
	}
	d.sumUp()
}

// sumUp sums up what has come together, if that is enough.
func (d *digest) sumUp() {
	if len(d.text) >= chunk {
		d.sum.Write(d.text)
		d.text = d.text[:0]
	}
}

// sends notes an effect that sends, whose body is encoded already.
func (d *digest) sends(e *impl.Effect, body []byte) {
	d.sent = append(d.sent, byte(e.Kind))
	d.sent = binary.AppendVarint(d.sent, int64(e.To))
	if e.Kind == impl.Broadcast {
		d.sent = appendText(d.sent, e.Topic)
	}
	d.sent = appendText(d.sent, e.Body.Kind())
	d.sent = append(d.sent, body...)
}

// add sums up one event.
func (d *digest) add(e *Event) {
	t := binary.AppendVarint(d.text, int64(e.At))
	a := &e.Action
	t = appendText(t, a.Name)
	t = binary.AppendVarint(t, int64(a.At))
	t = binary.AppendVarint(t, int64(a.Msg.From))
	if a.Msg.Body != nil && len(d.body) == 0 {
		t = codec.Append(t, a.Msg.Body)
	}
	t = append(t, d.body...)
	t = appendText(t, string(a.Timer))
	t = append(t, byte(len(a.Pick)))
	for _, id := range a.Pick {
		t = binary.AppendVarint(t, int64(id))
	}
	t = binary.AppendVarint(t, int64(a.Cut))
	t = binary.AppendVarint(t, int64(e.Copy))
	if e.Now != e.At { // a process that was told another time has had another run
		t = binary.AppendVarint(append(t, 'c'), int64(e.Now-e.At))
	}
	t = append(t, d.sent...)
	for i := range e.Effects {
		t = appendEffect(t, &e.Effects[i])
	}
	d.text, d.body, d.sent = t, d.body[:0], d.sent[:0]
	d.sumUp()
}

// appendEffect adds an effect. What is sent is noted when it is; here stands where in
// the order it was.
func appendEffect(t []byte, e *impl.Effect) []byte {
	t = append(t, byte(e.Kind))
	switch e.Kind {
	case impl.Save:
		t = codec.Append(t, saved{e.Record})
	case impl.SetTimer, impl.StopTimer:
		t = appendText(t, string(e.Timer))
		t = binary.AppendVarint(t, int64(e.After))
	}
	return t
}

func appendText(t []byte, s string) []byte {
	t = binary.AppendUvarint(t, uint64(len(s)))
	return append(t, s...)
}

// saved lets the codec write a saved record behind an interface.
type saved struct{ Value any }
