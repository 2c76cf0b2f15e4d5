package faults

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Slow is a kind of fault that only tests know: a link, in one direction, over which each
// copy takes longer, and at whose end clocks run at half their speed.
type Slow struct {
	From spec.NodeID `json:"from" input:"required"`
	To   spec.NodeID `json:"to" input:"required"`
	By   Time        `json:"by" input:"required"`
}

// Name is slow.
func (f *Slow) Name() string { return "slow" }

// Words says which way.
func (f *Slow) Words() string { return "the way from " + f.From.String() + " is slow" }

func (f *Slow) check(l limits) error {
	if f.From == f.To {
		return input.Errorf("to", "%d, no link leads from a process to itself", int(f.To))
	}
	return l.fits("by", f.By)
}

// Schedule has both rules asked.
func (f *Slow) Schedule(s Scheduler) {
	s.OnHop(func(h *Hop) bool {
		if h.From != f.From || h.To != f.To {
			return false
		}
		h.Takes += f.By
		return true
	})
	s.OnTimer(func(a *Alarm) bool {
		if a.Node != f.To {
			return false
		}
		a.After *= 2
		return true
	})
}

// Scale multiplies how much longer a copy takes.
func (f *Slow) Scale(by Time) Time { return scale(&f.By, by) }

// AddSlow adds the kind to the list for a test.
func AddSlow(t *testing.T) {
	before := kinds
	kinds = append(kinds[:len(kinds):len(kinds)], new(Slow))
	t.Cleanup(func() { kinds = before })
}
