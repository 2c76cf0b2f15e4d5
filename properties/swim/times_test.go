package swim

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// heard has process 0, at a time, hear an entry of process 1 from process 2, and returns its entry after that by the
// specification and by the implementation.
func heard(patience, now int, known, news words.Entry) (specified, implemented words.Entry) {
	cfg := words.Config{Nodes: 3, Numbers: 2, Returns: true, Times: words.MostTimes, Patience: patience}.WithDefaults()
	table := []words.Entry{
		{Status: words.Alive, Incarnation: now}, known, {Member: 2, Status: words.Alive},
	}
	ack := words.Ack{News: words.News{news}}

	h := specification.Handlers(cfg)
	local := h.Fresh(0)
	local.Table = table
	after := h.Handle(local, nil, spec.Action{
		Name: spec.Deliver(words.KindAck), Msg: spec.Message{From: 2, Body: ack},
	})

	n := implementation.New(0, cfg)
	stateOf(n).Known = table
	n.Step(impl.Event{Kind: impl.Delivered, From: 2, Body: ack}, impl.NewEffects(nil))
	return after[0].Local.Table[1], stateOf(n).Known[1]
}

// With times the later news wins, of two suspicions the local one stays, a removal is taken over where the entry is
// suspect already, and an alive entry undoes a removal if it is not older than a period and the suspicion time.
func TestTimes(t *testing.T) {
	const alive, suspect, dead, unknown = words.Alive, words.Suspect, words.Dead, words.Unknown
	for _, c := range []struct {
		patience, now int
		known         string
		at            int
		news          string
		from          int
		want          bool
	}{
		{5, 9, unknown, 0, alive, 0, true},
		{5, 9, alive, 0, unknown, 1, false},
		{5, 9, alive, 3, alive, 4, true},
		{5, 9, alive, 3, alive, 3, false},
		{5, 9, alive, 3, suspect, 4, true},
		{5, 9, alive, 3, suspect, 3, false},
		{5, 9, suspect, 3, alive, 4, true},
		{5, 9, suspect, 3, alive, 3, false},
		{5, 9, suspect, 3, suspect, 4, false},
		{5, 9, suspect, 3, suspect, 2, false},
		{5, 9, suspect, 3, dead, 4, true},
		{5, 9, suspect, 3, dead, 2, true},
		{5, 9, alive, 3, dead, 4, true},
		{5, 9, alive, 3, dead, 3, false},
		{5, 9, dead, 3, suspect, 4, false},
		{5, 9, dead, 3, dead, 4, true},
		{5, 10, dead, 3, alive, 4, true},
		{5, 11, dead, 3, alive, 4, false},
		{5, 4, dead, 3, alive, 3, false},
		{5, 1, dead, 3, alive, 4, true}, // the clock of 0 is behind
		{1, 6, dead, 3, alive, 4, true},
		{1, 7, dead, 3, alive, 4, false},
		{1000, 999_999_999, dead, 999_998_997, alive, 999_998_998, true},
		{1000, 1_000_000_000, dead, 999_998_997, alive, 999_998_998, false},
	} {
		known := words.Entry{Member: 1, Status: c.known, Incarnation: c.at}
		news := words.Entry{Member: 1, Status: c.news, Incarnation: c.from}
		want := known
		if c.want {
			want = news
		}
		if bySpec, byImpl := heard(c.patience, c.now, known, news); bySpec != want || byImpl != want {
			t.Errorf("at %d %+v hears %+v: %+v in the specification and %+v in the implementation, want %+v",
				c.now, known, news, bySpec, byImpl, want)
		}
	}
}

// Both columns decide alike on all statuses and times.
func TestTimesAgree(t *testing.T) {
	statuses := []string{words.Unknown, words.Alive, words.Suspect, words.Dead}
	for at := range 4 * 6 * 4 * 6 {
		known := words.Entry{Member: 1, Status: statuses[at%4], Incarnation: at / 4 % 6}
		news := words.Entry{Member: 1, Status: statuses[at/24%4], Incarnation: at / 96}
		for now := range 9 {
			if bySpec, byImpl := heard(1+now%3, now, known, news); bySpec != byImpl {
				t.Fatalf("at %d %+v hears %+v: %+v in the specification and %+v in the implementation",
					now, known, news, bySpec, byImpl)
			}
		}
	}
}
