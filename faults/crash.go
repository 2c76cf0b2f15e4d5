package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Crash takes a process down between two handler runs, At a time or just After a
// step; one of the two is set. Where processes recover
// it comes up again after Down, at the latest when the faults stop; where Down is
// absent it stays down.
type Crash struct {
	Node  spec.NodeID `json:"node" input:"required"`
	At    *Time       `json:"at,omitempty"`
	After *StepRef    `json:"after,omitempty"`
	Down  *Time       `json:"down,omitempty"`
}

// Name is crash.
func (f *Crash) Name() string { return "crash" }

// Words says when it crashes.
func (f *Crash) Words() string {
	when := ""
	if f.After != nil {
		when = "after " + f.After.Words()
	} else if f.At != nil {
		when = "at " + f.At.String()
	}
	return fmt.Sprintf("process %s crashes %s%s", f.Node, when, downWords(f.Down))
}

func (f *Crash) check(l limits) error {
	switch {
	case (f.At == nil) == (f.After == nil):
		return input.Errorf("at", "one of at and after must say when")
	case f.At != nil && *f.At > l.stop:
		return input.Errorf("at", "%s, it must be at most stop, %s", *f.At, l.stop)
	case f.After != nil:
		if err := l.step(*f.After); err != nil {
			return input.In("", "after", err)
		}
	}
	if err := l.down(f.Down); err != nil {
		return err
	}
	return l.node("node", f.Node)
}

// Schedule lets the process crash when it is time.
func (f *Crash) Schedule(s Scheduler) {
	crash := func() { s.Crash(f.Node, f.Down) }
	if f.After != nil {
		s.AfterStep(*f.After, crash)
		return
	}
	s.At(*f.At, crash)
}

// Scale multiplies when it crashes and for how long.
func (f *Crash) Scale(by Time) Time {
	scale(f.At, by)
	scale(f.Down, by)
	return 0
}

// Comes is the crash.
func (f *Crash) Comes() (Step, bool) { return Step{Action: spec.Crash, Node: f.Node}, f.At != nil }

// AfterStep says that it crashes just after a step.
func (f *Crash) AfterStep(s StepRef) Kind { return &Crash{Node: f.Node, After: &s, Down: f.Down} }

// Earlier is the crash some rounds before.
func (f *Crash) Earlier(rounds int, round Time) (Kind, bool) {
	if f.After != nil {
		step, ok := f.After.earlier(rounds)
		return f.AfterStep(step), ok
	}
	at, ok := f.At.earlier(rounds, round)
	return &Crash{Node: f.Node, At: &at, Down: f.Down}, ok
}

// Until reports whether it comes before the faults stop.
func (f *Crash) Until(stop Time) (Kind, bool) { return f, f.At == nil || *f.At <= stop }
