package rsdp

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// Step handles one event.
func (f *Failover) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted:
		f.boot(out)
	case impl.Fired:
		f.fired(ev, out)
	case impl.Delivered:
		f.received(ev, out)
	default:
		f.engine.step(ev, out)
	}
}

func (f *Failover) fired(ev impl.Event, out *impl.Effects) {
	switch ev.Timer.Name() {
	case words.TimerProbe.Name():
		f.check(out)
	case words.TimerAck.Name():
		f.unanswered(ev.Timer.Of(), out)
	default:
		batch := ev.Timer == words.TimerShare || ev.Timer == words.TimerStatus && f.state.Replica.Due
		f.engine.step(ev, out)
		if batch {
			f.agreed(out)
		}
	}
}

func (f *Failover) received(ev impl.Event, out *impl.Effects) {
	switch body := ev.Body.(type) {
	case words.Probe:
		out.Send(ev.From, words.Ack{})
	case words.Ack:
		f.answered(ev.From, out)
	case words.Appoint:
		f.appointed(body)
	default:
		f.engine.step(ev, out)
	}
}

// appointed takes an appointment, unless it knows of a later one. Of two in one term, by observers that
// did not know of each other, all take the same.
func (f *Failover) appointed(body words.Appoint) {
	s := &f.state
	if body.Term > s.Term || body.Term == s.Term && body.Leader > s.Leader {
		s.Term, s.Leader = body.Term, body.Leader
	}
}

// boot winds the clocks. The checks of K processes are shifted so that one begins every h/K.
func (f *Failover) boot(out *impl.Effects) {
	f.state.Booted = true
	f.engine.boot(out)
	checkers := f.cfg.Checkers()
	position, checks := slices.BinarySearch(checkers, f.id)
	if !checks {
		return
	}
	first := f.cfg.ProbeTime()
	if !f.cfg.EqualPhases {
		first = first * time.Duration(position+1) / time.Duration(len(checkers))
	}
	out.SetTimer(words.TimerProbe, first)
}
