package checker

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// synthetic is a graph of a million states whose steps are computed, as a fast
// search does it: five from each state, one of which goes back, so that all states but
// the last are one component, and one to the end. That one is called Leave in a few
// states and Finish in the others.
type synthetic struct {
	size  int
	steps []Step
}

func (s *synthetic) Size() int    { return s.size }
func (s *synthetic) Inits() []int { return []int{0} }

func (s *synthetic) StepsFrom(n int) []Step {
	s.steps = s.steps[:0]
	if n == s.size-1 {
		return nil
	}
	mixed := uint64(n+1) * 0x9e3779b97f4a7c15
	mixed ^= mixed >> 29
	add := func(name string, to int) {
		s.steps = append(s.steps, Step{spec.Action{Name: name, At: spec.NodeID(n % 5)}, to})
	}
	add("DeliverA", n+1)
	for i, name := range []string{"DeliverB", "TimeoutC"} {
		add(name, min(n+1+int(mixed>>(20*i)%100_000), s.size-1))
	}
	add("TimeoutD", max(0, n-1-int(mixed%3_000)))
	if n%64 == 0 {
		add("Leave", s.size-1)
	} else {
		add("Finish", s.size-1)
	}
	return s.steps
}

// BenchmarkLive takes the layout by itself, then properties that hold, so that all is
// looked at: what is left once the states with Leave are cut away never takes Finish.
// At last one that fails, in a component of a million states.
func BenchmarkLive(b *testing.B) {
	g := &synthetic{size: 1_000_000}
	finishes := conditions("WF DeliverA DeliverB, WF TimeoutC, SF Leave, WF Finish")
	stays := conditions("WF DeliverA DeliverB, SF TimeoutC, WF TimeoutD, WF Finish")
	b.Run("layout", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if r, err := NewRuns(g, finishes, nil); err != nil || r.Steps() < 4_890_000 {
				b.Fatal(r.Steps(), err)
			}
		}
	})
	for _, c := range []struct {
		name  string
		fair  []spec.Fairness
		kind  spec.PropertyKind
		holds bool
	}{
		{"eventually", finishes, spec.Eventually, true},
		{"recurrent", finishes, spec.Recurrent, true},
		{"stable", finishes, spec.Stable, true},
		{"lasso", stays, spec.Eventually, false},
	} {
		r, err := NewRuns(g, c.fair, nil)
		if err != nil {
			b.Fatal(err)
		}
		p := Temporal{"P", c.kind, func(n int) bool { return n == g.size-1 }}
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if l, err := r.Live(p); err != nil || (l == nil) != c.holds {
					b.Fatal(l, err)
				}
			}
		})
	}
}
