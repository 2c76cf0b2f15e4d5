package swim

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// mapped is a configuration whose process 0 is at the origin.
func mapped(picks words.Picks, exponent int, others ...words.Position) words.Config {
	all := append([]words.Position{{}}, others...)
	return words.Config{
		Nodes: len(all), Helpers: 1, Picks: picks, Positions: all, Exponent: exponent,
	}.WithDefaults()
}

// Weights are 1 over a power of the distance: not of its square, nor of the number of hops. They are exact if they fit.
func TestWeights(t *testing.T) {
	for _, c := range []struct {
		cfg  words.Config
		want []int
	}{
		{mapped(words.Spatial, 0, words.Position{3, 4}, words.Position{0, 10}), []int{0, 1, 1}},
		{mapped(words.Spatial, 1, words.Position{3, 4}, words.Position{0, 10}), []int{0, 2, 1}},
		{mapped(words.Spatial, 3, words.Position{3, 4}, words.Position{0, 10}), []int{0, 8, 1}},
		{mapped(words.Spatial, 5, words.Position{3, 4}, words.Position{0, 10}), []int{0, 32, 1}},
		{
			mapped(words.Spatial, 2, words.Position{1, 1}, words.Position{2, 2}, words.Position{6, 2}),
			[]int{0, 20, 5, 1},
		},
		{mapped(words.Spatial, 1, words.Position{3, 0}, words.Position{7, 0}), []int{0, 7, 3}},
		// A root is rounded down, and the farthest has the greatest weight that the nearest leaves it.
		{mapped(words.Spatial, 1, words.Position{1, 1}, words.Position{5, 0}), []int{0, 2147483644, 607400099}},
		// The nearest has 31 bits, the farthest cannot have less than 1.
		{
			mapped(words.Spatial, 5, words.Position{1, 0}, words.Position{2, 0}, words.Position{1_000_000_000, 0}),
			[]int{0, words.MostWeight, words.MostWeight / 32, 1},
		},
	} {
		if got := New(0, c.cfg).weights; !slices.Equal(got, c.want) {
			t.Errorf("exponent %d of %v: %v, want %v", c.cfg.Exponent, c.cfg.Positions, got, c.want)
		}
	}
}

// Targets and helpers are picked by these weights, and the suspect is no helper.
func TestPicksAreByWeight(t *testing.T) {
	n := New(0, mapped(words.Spatial, 1, words.Position{3, 4}, words.Position{0, 10}, words.Position{0, 20}))
	type asked struct {
		why     string
		from    spec.Set
		weights []int
	}
	var all []asked
	pick := func(why string, from spec.Set, k int, weights []int) spec.Set {
		all = append(all, asked{why, slices.Clone(from), slices.Clone(weights)})
		return from[:k]
	}
	for _, timer := range []spec.Timer{words.ClockPeriod, words.TimerReply} {
		n.Step(impl.Event{Kind: impl.Fired, Timer: timer}, impl.NewWeightedEffects(nil, pick))
	}
	want := []asked{{whyTarget, spec.Set{1, 2, 3}, []int{4, 2, 1}}, {whyHelpers, spec.Set{2, 3}, []int{2, 1}}}
	if len(all) != len(want) {
		t.Fatalf("%d picks: %v", len(all), all)
	}
	for i, w := range want {
		if a := all[i]; a.why != w.why || !a.from.Equal(w.from) || !slices.Equal(a.weights, w.weights) {
			t.Errorf("pick %d is %v, want %v", i, a, w)
		}
	}
}
