package checker

import (
	"fmt"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

func TestLassoString(t *testing.T) {
	g := sketch(t, "0 A 1, 1 B 2, 2 C 1")
	for fair, want := range map[string]string{
		"WF A, WF B, WF C": "   1. A at 0\n  and for ever:\n   2. B at 0\n   3. C at 0\n",
		"WF A, WF C":       "   1. A at 0\n  and there it stops: nothing is enabled that must happen\n",
		"":                 "  (the initial state)\n  and there it stops: nothing is enabled that must happen\n",
	} {
		l, err := Live(g, conditions(fair), Temporal{"P", spec.Eventually, func(int) bool { return false }})
		if err != nil || l == nil || l.String() != want {
			t.Errorf("%q: %v\n%s\nwant\n%s", fair, err, l, want)
		}
	}
}

// Below each step stands what it has changed, also in the cycle.
func TestLassoTold(t *testing.T) {
	step := func(name string, to int) Step { return Step{spec.Action{Name: name}, to} }
	l := Lasso{Start: 7, Stem: []Step{step("A", 1)}, Cycle: []Step{step("B", 2), step("C", 1)}}
	got := l.Told(func(from int, s Step) []string {
		if s.Action.Name == "C" {
			return nil
		}
		return []string{fmt.Sprintf("N: %d → %d", from, s.To), "X: 0 → 1"}
	})
	const want = "   1. A at 0\n        N: 7 → 1; X: 0 → 1\n  and for ever:\n" +
		"   2. B at 0\n        N: 1 → 2; X: 0 → 1\n   3. C at 0\n"
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// Ticks that follow each other are one line, but not across the beginning of a cycle.
func TestTicksAreTold(t *testing.T) {
	tick := func(to int) Step { return Step{spec.Action{Name: spec.Advance, At: spec.None}, to} }
	l := Lasso{
		Stem:  []Step{tick(1), {spec.Action{Name: "A"}, 2}, tick(3), tick(4)},
		Cycle: []Step{tick(5), tick(6), {spec.Action{Name: "B"}, 4}},
	}
	const want = "   1. Advance\n   2. A at 0\n   3. Advance, 2 times\n  and for ever:\n" +
		"   5. Advance, 2 times\n   7. B at 0\n"
	if got := l.String(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	var p Path[int]
	p.States = []int{0}
	for n := range 3 {
		p = p.then(tick(n).Action, n)
	}
	if got := p.String(); got != "   1. Advance, 3 times\n" {
		t.Errorf("%s", got)
	}
}

// A lasso that is no counterexample is refused, with what is wrong.
func TestVerifyRefuses(t *testing.T) {
	g := sketch(t, "0 B 1, 1 B 0, 0 A 2, 0 C 0")
	b := func(to int) Step { return Step{spec.Action{Name: "B"}, to} }
	a, c := Step{spec.Action{Name: "A"}, 2}, Step{spec.Action{Name: "C"}, 0}
	round := Lasso{Cycle: []Step{b(1), b(0)}}
	for _, test := range []struct {
		name, fair string
		lasso      Lasso
		kind       spec.PropertyKind
		good       int
		want       string
	}{
		{"a counterexample", "WF A, WF B", round, spec.Eventually, 2, ""},
		{"a blocked end", "WF A, WF B", Lasso{Stem: []Step{a}}, spec.Recurrent, 0, ""},
		{"another start", "WF A, WF B", Lasso{Start: 1, Cycle: []Step{b(0), b(1)}}, spec.Eventually, 2, "not initial"},
		{"another target", "", Lasso{Stem: []Step{b(2)}}, spec.Eventually, 1, "step 1 is none of the graph's"},
		{"another action", "", Lasso{Stem: []Step{{c.Action, 1}}}, spec.Eventually, 2, "step 1 is none"},
		{"an open cycle", "", Lasso{Cycle: []Step{b(1)}}, spec.Eventually, 2, "the cycle ends in state 1"},
		{"unfair to B", "WF A B", Lasso{Stem: []Step{b(1)}}, spec.Eventually, 2, "weakly fair actions stay"},
		{"unfair to A", "SF A", round, spec.Eventually, 2, "strongly fair actions are enabled again"},
		{"stays put, unfair to A", "WF A C", Lasso{Cycle: []Step{c}}, spec.Eventually, 2, "weakly fair actions stay"},
		{"stays put, C is not enabled", "WF C", Lasso{Cycle: []Step{c}}, spec.Eventually, 2, ""},
		{"P on the way", "", Lasso{Stem: []Step{b(1), b(0), a}}, spec.Eventually, 1, "holds on the way"},
		{"P again and again", "", round, spec.Recurrent, 1, "holds again and again"},
		{"P for ever", "", Lasso{Stem: []Step{a}}, spec.Stable, 2, "holds from some time on"},
		{"P now and then", "", round, spec.Stable, 1, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := Temporal{"P", test.kind, func(n int) bool { return n == test.good }}
			err := test.lasso.Verify(g, conditions(test.fair), p)
			if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
