package checker

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/spec"
)

// small is a random graph of at most six states, with fairness and a property.
type small struct {
	graph written
	fair  []spec.Fairness
	bad   uint // the states in which P does not hold, a bit for each
}

func drawSmall(t *rapid.T) small {
	size := rapid.IntRange(1, 6).Draw(t, "states")
	s := small{graph: written{inits: []int{0}, steps: make([][]Step, size)}}
	if size > 1 && rapid.Bool().Draw(t, "begins in 1 too") {
		s.graph.inits = append(s.graph.inits, 1)
	}
	state := rapid.IntRange(0, size-1)
	for range rapid.IntRange(0, 4*size).Draw(t, "steps") {
		from, to := state.Draw(t, "from"), state.Draw(t, "to")
		step := Step{spec.Action{Name: rapid.SampledFrom([]string{"A", "B", "C", "D"}).Draw(t, "name")}, to}
		same := func(o Step) bool { return o.To == to && o.Action.Same(step.Action) }
		if !slices.ContainsFunc(s.graph.steps[from], same) {
			s.graph.steps[from] = append(s.graph.steps[from], step)
		}
	}
	var parts []string
	for range rapid.IntRange(0, 3).Draw(t, "conditions") {
		parts = append(parts, rapid.SampledFrom([]string{"WF", "SF"}).Draw(t, "kind")+" "+
			rapid.SampledFrom([]string{"A", "B", "C", "D", "A B", "B C", "A C D", "A B C D"}).Draw(t, "of"))
	}
	s.fair = conditions(strings.Join(parts, ", "))
	s.bad = 1<<size - 1
	for range rapid.IntRange(0, 3).Draw(t, "good") {
		s.bad &^= 1 << state.Draw(t, "state")
	}
	return s
}

// reach returns the states that can be reached from those of a set inside of another.
func (s small) reach(from, inside uint) uint {
	from &= inside
	for range s.graph.steps {
		for n, steps := range s.graph.steps {
			for _, step := range steps {
				if from>>n&1 == 1 {
					from |= 1 << step.To & inside
				}
			}
		}
	}
	return from
}

// endless tells whether a fair run may visit exactly these states for ever. It may if
// each reaches all, and then going all steps between them does most for fairness.
func (s small) endless(set uint) bool {
	for n := range s.graph.steps {
		if set>>n&1 == 1 && s.reach(1<<n, set) != set {
			return false
		}
	}
	return !slices.ContainsFunc(s.fair, func(f spec.Fairness) bool {
		all, some, taken := true, false, false
		for n, steps := range s.graph.steps {
			enabled := false
			for _, step := range steps {
				if step.To != n && f.Of(step.Action) {
					enabled = true
					taken = taken || (set>>n)&(set>>step.To)&1 == 1
				}
			}
			if set>>n&1 == 1 {
				all, some = all && enabled, some || enabled
			}
		}
		return !taken && (all || f.Strong && some)
	})
}

// broken tries every set of states that a run may visit for ever and tells whether
// one breaks the property, and the bits of the states in which a run may stop.
func (s small) broken(kind spec.PropertyKind) (broken bool, stops uint) {
	all := uint(1)<<len(s.graph.steps) - 1
	var inits uint
	for _, n := range s.graph.inits {
		inits |= 1 << n
	}
	reached := s.reach(inits, all)
	if kind == spec.Eventually {
		reached = s.reach(inits, s.bad)
	}
	for set := uint(1); set <= all; set++ {
		breaks := set&s.bad == set || kind == spec.Stable && set&s.bad != 0
		if set&reached != set || !breaks || !s.endless(set) {
			continue
		}
		broken = true
		if set&(set-1) == 0 {
			stops |= set
		}
	}
	return broken, stops
}

// Live agrees with trying all sets of states, and what it finds is a counterexample,
// a blocked end wherever there is one.
func TestLiveAgreesWithTryingEverything(t *testing.T) {
	seen := map[string]int{}
	one := func(t *rapid.T) {
		s := drawSmall(t)
		kind := rapid.SampledFrom([]spec.PropertyKind{spec.Eventually, spec.Recurrent, spec.Stable}).Draw(t, "property")
		p := Temporal{"P", kind, func(n int) bool { return s.bad>>n&1 == 0 }}
		got, err := Live(s.graph, s.fair, p)
		if err != nil {
			t.Fatal(err)
		}
		broken, stops := s.broken(kind)
		if (got != nil) != broken {
			t.Fatalf("%s, but trying everything says broken %t", shape(got), broken)
		}
		if got == nil {
			seen[fmt.Sprint(kind, " holds")]++
			return
		}
		if err := got.Verify(s.graph, s.fair, p); err != nil {
			t.Fatalf("%s: %v", shape(got), err)
		}
		if got.Blocked() != (stops != 0) {
			t.Fatalf("%s, but runs may stop in %b", shape(got), stops)
		}
		seen[fmt.Sprint(kind, " blocked ", got.Blocked())]++
	}
	for range 30 { // a graph takes 10 µs: 100 of them, as many as rapid tries, are few
		rapid.Check(t, one)
	}
	t.Log(seen)
	if len(seen) != 9 {
		t.Errorf("not every kind of result of every kind of property was seen: %v", seen)
	}
}
