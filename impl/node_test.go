package impl

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Fewer than none are none, and more than there are are all.
func TestPickBounds(t *testing.T) {
	for k, want := range map[int]int{-1: 0, 0: 0, 1: 1, 3: 2} {
		e := NewEffects(func(_ string, from spec.Set, k int) spec.Set {
			if k != want {
				t.Errorf("%d are picked, want %d", k, want)
			}
			return from[:k]
		})
		e.Pick("any", spec.NewSet[spec.NodeID](4, 7), k)
	}
}

// A pick by weight is a pick from the members that have one, where nobody draws by weights.
func TestPickByIsAPick(t *testing.T) {
	from := spec.NewSet[spec.NodeID](2, 4, 7)
	for _, c := range []struct {
		weights []int
		k       int
		of      spec.Set
		want    int
	}{
		{[]int{1, 5, MostWeight}, 2, from, 2},
		{[]int{1, 0, 3}, 2, spec.Set{2, 7}, 2},
		{[]int{1, 0, 3}, 3, spec.Set{2, 7}, 2},
		{[]int{0, 0, 3}, -1, spec.Set{7}, 0},
		{[]int{0, 0, 0}, 2, nil, 0},
	} {
		e := NewEffects(func(why string, of spec.Set, k int) spec.Set {
			if why != "any" || !of.Equal(c.of) || k != c.want {
				t.Errorf("weights %v: %d of %s are picked (%q), want %d of %s", c.weights, k, of, why, c.want, c.of)
			}
			return of[:k]
		})
		e.PickBy("any", from, c.k, c.weights)
	}
}

// Where somebody draws by weights, also for a Node in another one, each member comes with its own.
func TestPickByHasItsWeights(t *testing.T) {
	asked := 0
	outer := NewWeightedEffects(
		func(_ string, from spec.Set, k int) spec.Set { return from[:k] },
		func(_ string, from spec.Set, k int, weights []int) spec.Set {
			if asked++; !from.Equal(spec.Set{2, 7}) || !slices.Equal(weights, []int{9, 3}) {
				t.Errorf("%d of %s are picked by %v", k, from, weights)
			}
			return from[k:]
		})
	for _, e := range []*Effects{outer, outer.Nested()} {
		if got := e.PickBy("any", spec.Set{2, 4, 7}, 1, []int{9, 0, 3}); !got.Equal(spec.Set{7}) {
			t.Errorf("%s is picked", got)
		}
		if got := e.Pick("any", spec.Set{2, 4, 7}, 1); !got.Equal(spec.Set{2}) {
			t.Errorf("%s is picked without weights", got)
		}
	}
	if asked != 2 {
		t.Errorf("%d picks were by weight, want 2", asked)
	}
}

// Weights that cannot be are a breach that says what to do.
func TestWrongWeights(t *testing.T) {
	for _, c := range []struct {
		weights []int
		want    string
	}{
		{[]int{1}, `the pick "any" has 1 weights for 2 members: give each its own`},
		{[]int{1, -1}, `the pick "any" gives 7 the weight -1, it must be 0 to 2147483647`},
	} {
		func() {
			defer func() {
				if b, _ := recover().(spec.Breach); b.Contract != EffectsCanBeDone || b.Why != c.want {
					t.Errorf("breach %+v, want %s", b, c.want)
				}
			}()
			NewEffects(nil).PickBy("any", spec.Set{4, 7}, 1, c.weights)
		}()
	}
}
