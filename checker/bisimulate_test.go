package checker

import (
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// starting is a graph that begins in other states than 0.
type starting struct {
	graph
	at []int
}

func (s starting) Init() iter.Seq[int] { return slices.Values(s.at) }

// walk explores an implementation to hold it against a specification.
func walk(m spec.Model[int], sp *Exploration[int]) *Exploration[int] {
	return Explore(m, Options[int]{KeepSteps: true, MaxStates: MostStates(sp)})
}

// Both columns take the steps of diamond; states above 9 are its states again.
func TestBisimulateComparesInitialStates(t *testing.T) {
	twice := change(0, diamond[0]...)
	for n, steps := range diamond {
		twice[n+10] = steps
	}
	cases := []struct {
		name       string
		impl, spec []int
		want       string // nothing: equal
	}{
		{"one", []int{0}, []int{0}, ""},
		{"two", []int{0, 1}, []int{0, 1}, ""},
		{"in another order", []int{1, 0}, []int{0, 1}, ""},
		{"two of one image", []int{0, 10}, []int{0}, ""},
		{"one more that is reached only", []int{0, 1}, []int{0}, "they begin in different states"},
		{"another that is reached only", []int{1}, []int{0}, "they begin in different states"},
		{"one more that is never reached", []int{3, 0}, []int{3}, "they begin in different states"},
		{"one less", []int{3}, []int{3, 0}, "only the specification can begin"},
		{"one less that is reached all the same", []int{0}, []int{0, 1}, "only the specification can begin"},
		{"none", nil, []int{0}, "SomewhereToBegin"},
		{"none to be compared with", []int{0}, nil, "SomewhereToBegin"},
		{"none at all", nil, nil, "SomewhereToBegin"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			x := Explore[int](starting{diamond, c.spec}, Options[int]{KeepSteps: true})
			eq := Bisimulate[int, int](walk(starting{twice, c.impl}, x), x, func(s int) int { return s % 10 })
			if (eq.Difference == nil) != (c.want == "") {
				t.Fatalf("difference %v, want %q", eq.Difference, c.want)
			}
			if eq.Difference != nil && !strings.Contains(eq.Difference.String(), c.want) {
				t.Errorf("%q is not in\n%s", c.want, eq.Difference)
			}
		})
	}
}

// An implementation that counts what the abstraction forgets has no end.
func TestBisimulateFindsNoEnd(t *testing.T) {
	sp := graph{0: {{"A", 0, 1}}, 1: {{"B", 0, 0}}}
	x := Explore[int](sp, Options[int]{KeepSteps: true})
	for _, most := range []int{500, 5_000} {
		counting := graph{}
		for n := range most {
			counting[2*n] = []edge{{"A", 0, 2*n + 1}}
			counting[2*n+1] = []edge{{"B", 0, (2*n + 2) % (2 * most)}}
		}
		impl := walk(counting, x)
		eq := Bisimulate[int, int](impl, x, func(s int) int { return s % 2 })
		if most == 500 {
			if eq.Difference != nil || impl.Size() != 1_000 {
				t.Errorf("%d states, difference %v; want 1000 and none", impl.Size(), eq.Difference)
			}
			continue
		}
		if eq.Difference == nil || !strings.Contains(eq.Difference.What, "no end was found") {
			t.Fatalf("difference %v, want that no end was found", eq.Difference)
		}
		if n := impl.Size(); n != 20*2+1_000+1 {
			t.Errorf("gave up at %d states, want 1041", n)
		}
		if want := "0 at first and 1040 here"; !strings.Contains(eq.Difference.What, want) {
			t.Errorf("%q is not in %s", want, eq.Difference.What)
		}
	}
}
