package faults

import (
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Premature makes a timer fire early: After a time from the Nth (from 1) time
// that the process sets it. It is premature in the sense of the specification
// only if then a copy is in flight to a process that is up.
type Premature struct {
	Node  spec.NodeID `json:"node" input:"required"`
	Timer spec.Timer  `json:"timer" input:"required"`
	Nth   int         `json:"nth" input:"required"`
	After Time        `json:"after" input:"required"`
}

// Name is premature.
func (f *Premature) Name() string { return "premature" }

// Words says which timer it is.
func (f *Premature) Words() string {
	return firesWords(f.Node, f.Timer, f.Nth, f.After)
}

func (f *Premature) check(l limits) error {
	if l.patient {
		return input.Errorf("", "stands in a patient plan, in which no timeout is premature")
	}
	return l.timer(f.Node, f.Timer, f.Nth)
}

// Schedule lets the timer fire at that time, if it is not due before.
func (f *Premature) Schedule(s Scheduler) {
	s.OnTimer(func(a *Alarm) bool {
		if a.Early || !a.is(f.Node, f.Timer, f.Nth) || a.After <= f.After {
			return false
		}
		a.After, a.Early = f.After, true
		return true
	})
}

// Scale multiplies when it fires.
func (f *Premature) Scale(by Time) Time {
	f.After *= by
	return 0
}

// Variants are those of the first time that it is set, also very soon.
func (f *Premature) Variants(k Known) []Kind {
	first, soon := *f, *f
	first.Nth = 1
	soon.Nth, soon.After = 1, k.Delay
	return []Kind{&first, &soon}
}

// First reports whether it is about the first time that the timer is set.
func (f *Premature) First(Known) bool { return f.Nth <= 1 }

func (f *Premature) stopDrawing(p *Plan) { p.Rates.Early, p.Patient = 0, true }

// Earlier is the firing some rounds before.
func (f *Premature) Earlier(rounds int, _ Time) (Kind, bool) {
	before := *f
	before.Nth -= rounds
	return &before, before.Nth >= 1
}
