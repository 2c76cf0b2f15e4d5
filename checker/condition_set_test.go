package checker

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/spec"
)

// idleCondition is one that no action counts for.
func idleCondition(strong bool) spec.Fairness {
	return spec.Fairness{Name: "nothing", Strong: strong, Of: func(spec.Action) bool { return false }}
}

// Conditions mean the same however many others there are and wherever they stand among them:
// where nothing of the others ever happens to the last step, and where they are themselves
// again, scattered over several words, in the verdict.
func TestConditionsBeyondAWord(t *testing.T) {
	seen := map[string]bool{}
	one := func(t *rapid.T) {
		s := drawSmall(t)
		kind := rapid.SampledFrom([]spec.PropertyKind{eventually, recurrent, stable}).Draw(t, "property")
		p := Temporal{"P", kind, func(n int) bool { return s.bad>>n&1 == 0 }}
		want, err := Live(s.graph, s.fair, p)
		if err != nil {
			t.Fatal(err)
		}
		padded, scattered := slices.Clone(s.fair), []spec.Fairness{}
		for range rapid.IntRange(64, 200).Draw(t, "others") {
			at := rapid.IntRange(0, len(padded)).Draw(t, "at")
			padded = slices.Insert(padded, at, idleCondition(rapid.Bool().Draw(t, "strong")))
		}
		for range 70 {
			scattered = append(append(scattered, s.fair...), idleCondition(false))
		}
		got, err := Live(number(s.graph), padded, p)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("among %d conditions %s (%v), alone %s", len(padded), shape(got), err, shape(want))
		}
		got, err = Live(s.graph, scattered, p)
		if err != nil || (got == nil) != (want == nil) {
			t.Fatalf("with %d conditions %s (%v), with %d %s", len(scattered), shape(got), err, len(s.fair),
				shape(want))
		}
		if got != nil {
			if err := got.Verify(s.graph, scattered, p); err != nil {
				t.Fatal(err)
			}
		}
		seen[fmt.Sprint(got == nil, got != nil && got.Blocked())] = true
	}
	for range 10 {
		rapid.Check(t, one)
	}
	if len(seen) != 3 {
		t.Errorf("not every kind of result was seen: %v", seen)
	}
}

// A fair way round serves every one of many conditions, those of the last word too.
func TestWaysRoundServeAllConditions(t *testing.T) {
	const n = 150
	var parts []string
	var fair []spec.Fairness
	for i := range n {
		parts = append(parts, fmt.Sprintf("%d A%d %d, %d Skip %d", i, i, (i+1)%n, i, (i+2)%n))
		fair = append(fair, spec.Fairness{
			Name: fmt.Sprint(i), Strong: true, Of: func(a spec.Action) bool { return a.Name == fmt.Sprintf("A%d", i) },
		})
	}
	g := sketch(t, strings.Join(parts, ", "))
	p := Temporal{"P", recurrent, func(int) bool { return false }}
	lasso, err := Live(g, fair, p)
	if err != nil || lasso == nil || lasso.Verify(g, fair, p) != nil {
		t.Fatalf("%v, %v", lasso, err)
	}
	if len(lasso.Cycle) < n {
		t.Errorf("the way round has %d steps, one for each of %d conditions is wanted", len(lasso.Cycle), n)
	}
}

// Under one condition for all deliveries one link may be busy for ever while a copy on another
// waits; with each link by itself that run is not fair.
func TestEachLinkByItself(t *testing.T) {
	deliver := func(from spec.NodeID, to int) Step {
		return Step{spec.Action{Name: spec.Deliver("M"), At: 2, Msg: spec.Message{From: from, To: 2}}, to}
	}
	g := written{steps: [][]Step{
		{deliver(0, 1), deliver(1, 2)},
		{deliver(0, 0), deliver(1, 2)},
		nil,
	}, inits: []int{0}}
	arrives := Temporal{"Arrives", eventually, func(n int) bool { return n == 2 }}
	together := []spec.Fairness{{Name: "all", Of: func(a spec.Action) bool { return a.Name == spec.Deliver("M") }}}
	if lasso, err := Live(g, together, arrives); err != nil || lasso == nil || len(lasso.Cycle) != 2 {
		t.Errorf("together: %s (%v), want the busy link for ever", shape(lasso), err)
	}
	each := spec.Each{Nodes: 9, Kinds: []string{"M"}}.Weak() // 81 conditions
	if lasso, err := Live(g, each, arrives); err != nil || lasso != nil {
		t.Errorf("each by itself: %s (%v), want that it holds", shape(lasso), err)
	}
}
