// Package heartbeat is the executable specification of a small detector that no paper
// proposes: at each beat of its clock a detector asks the others whether they are there, and
// suspects whoever does not answer. It exercises what periodic protocols need: clocks that
// tick for ever, timers for a peer, timeouts that are fair although something is always in
// flight, and each failure model.
//
// The package must not import impl/heartbeat. Start reading at [Handlers].
package heartbeat

import (
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/heartbeat/words"
)

// Local is what a process knows while it is up.
type Local struct {
	// Nonce is that of its last round.
	Nonce int
	// Asked are those whose Answer it awaits. A new round begins when there are none.
	Asked spec.Set
	// Suspects are those who did not answer when they were asked last.
	Suspects spec.Set
}

// Handlers returns the handlers of the protocol under the configuration.
func Handlers(cfg words.Config) spec.Handlers[Local] {
	d := detector{cfg}
	return spec.Handlers[Local]{
		Fresh:  func(spec.NodeID) Local { return Local{} },
		Handle: d.handle,
		Awaits: awaits,
	}
}

type detector struct{ words.Config }

func (d detector) handle(p Local, _ any, a spec.Action) []spec.Outcome[Local] {
	o := spec.Outcome[Local]{Local: p}
	peer := a.Timer.Of()
	switch body := a.Msg.Body.(type) {
	case words.Ask:
		o.Effects = []spec.Effect{spec.SendTo(a.Msg.From, words.Answer(body))}
	case words.Answer:
		if p.Asked.Has(a.Msg.From) && p.Nonce == body.Nonce {
			trust(&o, a.Msg.From)
		}
	case words.Here:
		trust(&o, a.Msg.From)
	default:
		switch {
		case a.Name == spec.Boot:
			o.Arm = d.clock(a.At)
		case a.Name == spec.Recover:
			o.Arm = d.clock(a.At)
			if d.Learns == words.LearnsWhenTold {
				o.Effects = []spec.Effect{spec.MulticastAll(words.Here{})}
			}
		case peer != spec.None:
			o.Local.Asked, o.Local.Suspects = p.Asked.Without(peer), p.Suspects.With(peer)
		default:
			d.beat(&o, a.At)
		}
	}
	o.Lengths = d.lengths(o.Arm)
	return []spec.Outcome[Local]{o}
}

// clock is what a process that comes up arms.
func (d detector) clock(at spec.NodeID) spec.SetOf[spec.Timer] {
	if d.Detectors.Has(at) {
		return spec.NewSet(words.ClockBeat)
	}
	return nil
}

// lengths are, in discrete time, those of the timers that are set.
func (d detector) lengths(set spec.SetOf[spec.Timer]) map[spec.Timer]time.Duration {
	if d.Time == nil {
		return nil
	}
	lengths := map[spec.Timer]time.Duration{}
	for _, timer := range set {
		if lengths[timer] = words.Patience; timer == words.ClockBeat {
			lengths[timer] = words.Period
		}
	}
	return lengths
}

// trust ends the exchange with a process, which is there.
func trust(o *spec.Outcome[Local], peer spec.NodeID) {
	o.Local.Asked, o.Local.Suspects = o.Local.Asked.Without(peer), o.Local.Suspects.Without(peer)
	o.Disarm = spec.NewSet(words.Wait(peer))
}

// beat begins a round, unless one is still going on.
func (d detector) beat(o *spec.Outcome[Local], at spec.NodeID) {
	o.Arm = spec.NewSet(words.ClockBeat)
	if len(o.Local.Asked) > 0 {
		return
	}
	whom := spec.AllNodes(d.Nodes).Without(at)
	if d.Learns != words.LearnsByAsking {
		whom = whom.Minus(o.Local.Suspects)
	}
	o.Local.Nonce = (o.Local.Nonce + 1) % d.Nonces
	o.Local.Asked = whom
	for _, peer := range whom {
		o.Arm = o.Arm.With(words.Wait(peer))
		o.Effects = append(o.Effects, spec.SendTo(peer, words.Ask{Nonce: o.Local.Nonce}))
	}
}

// awaits: a process waits for its own Ask of this round, and for the Answer to it.
func awaits(timer spec.Timer, at spec.NodeID, p Local, copy spec.Message) bool {
	switch body := copy.Body.(type) {
	case words.Ask:
		return copy.From == at && copy.To == timer.Of() && body.Nonce == p.Nonce
	case words.Answer:
		return copy.To == at && copy.From == timer.Of() && body.Nonce == p.Nonce
	}
	return false
}
