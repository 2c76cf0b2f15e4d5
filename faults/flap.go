package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Flap takes a process down at Begin and, each time that it has been up again for a while, once
// more, until the faults stop. For how long it is down and up is drawn from Down and Up each
// time; when the faults stop it comes up for good. Where it is to flap Forever it goes on: such
// a process is unstable, and need not be up in the end.
type Flap struct {
	Node    spec.NodeID `json:"node" input:"required"`
	Begin   Time        `json:"begin" input:"required"`
	Up      Delay       `json:"up" input:"required"`
	Down    Delay       `json:"down" input:"required"`
	Forever bool        `json:"forever,omitempty"`
}

// Name is flap.
func (f *Flap) Name() string { return "flap" }

// Words says how long it is up and down.
func (f *Flap) Words() string {
	until := "until the faults stop"
	if f.Forever {
		until = "for ever"
	}
	return fmt.Sprintf("process %s crashes again and again from %s on, %s: it is down for %s to %s and up for %s to %s",
		f.Node, f.Begin, until, f.Down.Min, max(f.Down.Min, f.Down.Max), f.Up.Min, max(f.Up.Min, f.Up.Max))
}

func (f *Flap) check(l limits) error {
	switch {
	case !l.failures.Recovers():
		return input.Errorf("", "under this protocol processes do not recover; take crash")
	case f.Begin >= l.stop:
		return input.Errorf("begin", "%s, it must be earlier than stop, %s", f.Begin, l.stop)
	case f.Up.Min == 0:
		return input.Errorf("up.min", "0s, it must be 1µs or more: who comes up must be up for a while")
	}
	for _, err := range []error{f.Up.check("up"), f.Down.check("down")} {
		if err != nil {
			return err
		}
	}
	return l.node("node", f.Node)
}

// Schedule lets the process crash for the first time.
func (f *Flap) Schedule(s Scheduler) {
	if f.Forever {
		s.Unstable(f.Node)
	}
	f.crashes(s, s.Key(f.Node), f.Begin)
}

// crashes lets the process crash at a time, and again when it has been up. Another fault may
// have it down then, which changes no later time.
func (f *Flap) crashes(s Scheduler, key draw.Key, at Time) {
	if at >= s.Stop() && !f.Forever {
		return
	}
	s.At(at, func() {
		down := f.Down.Draw(key.With(1))
		s.Flap(f.Node, down, f.Forever)
		f.crashes(s, key.With(3), at+down+f.Up.Draw(key.With(2)))
	})
}

// Scale multiplies when it begins and for how long the process is up and down.
func (f *Flap) Scale(by Time) Time {
	for _, t := range []*Time{&f.Begin, &f.Up.Min, &f.Up.Max, &f.Up.Mean, &f.Down.Min, &f.Down.Max, &f.Down.Mean} {
		scale(t, by)
	}
	return 0
}

// Earlier returns a flap that begins rounds rounds earlier.
func (f *Flap) Earlier(rounds int, round Time) (Kind, bool) {
	before, ok := *f, false
	before.Begin, ok = f.Begin.earlier(rounds, round)
	return &before, ok
}

// Until is the same flap, if it begins before the faults stop.
func (f *Flap) Until(stop Time) (Kind, bool) { return f, f.Begin < stop }

// Variants are a single crash, and a process that does not flap for ever.
func (f *Flap) Variants(Known) []Kind {
	list := []Kind{&Crash{Node: f.Node, At: &f.Begin, Down: &f.Down.Min}}
	if f.Forever {
		ends := *f
		ends.Forever = false
		list = append(list, &ends)
	}
	return list
}

// First is true: it begins once.
func (f *Flap) First(Known) bool { return true }

// repeats tells that all of its crashes can be named in its place, where it ends.
func (f *Flap) repeats() bool { return !f.Forever }

// onlyNamed tells that campaigns draw none by themselves: a protocol that bears it says so, and
// its Shape who may flap.
func (f *Flap) onlyNamed() {}
