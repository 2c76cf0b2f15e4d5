package faults

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// CrashIn takes a process down inside a handler run, after the first Cut of the
// run's effects that are a save, a send or a multicast.
type CrashIn struct {
	Step StepRef `json:"step" input:"required"`
	Cut  int     `json:"cut" input:"required"`
	Down *Time   `json:"down,omitempty"`
}

// Name is crashIn.
func (f *CrashIn) Name() string { return "crashIn" }

// Words says in which step it crashes.
func (f *CrashIn) Words() string {
	when := fmt.Sprintf("after %d of its effects", f.Cut)
	if f.Cut == 0 {
		when = "before any effect of it"
	}
	return fmt.Sprintf("process %s crashes inside %s, %s%s", f.Step.Node, f.Step.Words(), when, downWords(f.Down))
}

func (f *CrashIn) check(l limits) error {
	if f.Cut < 0 {
		return input.Errorf("cut", "%d, it must be 0 or more", f.Cut)
	}
	if err := l.down(f.Down); err != nil {
		return err
	}
	return input.In("", "step", l.step(f.Step))
}

// Schedule lets the process crash inside the step.
func (f *CrashIn) Schedule(s Scheduler) { s.CrashIn(f.Step, f.Cut, f.Down) }

// Scale multiplies for how long it is down.
func (f *CrashIn) Scale(by Time) Time {
	scale(f.Down, by)
	return 0
}

func (f *CrashIn) stopDrawing(p *Plan) {
	p.Rates.CrashIn, p.Rates.MaxCrashes, p.Rates.Spares = 0, 0, nil
}

// Earlier is the crash inside the step some rounds before.
func (f *CrashIn) Earlier(rounds int, _ Time) (Kind, bool) {
	step, ok := f.Step.earlier(rounds)
	return &CrashIn{Step: step, Cut: f.Cut, Down: f.Down}, ok
}
