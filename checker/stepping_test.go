package checker

import (
	"fmt"
	"iter"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/spec"
)

// noStep is violated by every step for which bad is true.
func noStep(name string, bad func(from int, a spec.Action, to int) bool) spec.Property[int] {
	return spec.Property[int]{Name: name, Kind: spec.Stepwise, Step: func(from int, a spec.Action, to int) error {
		if bad(from, a, to) {
			return fmt.Errorf("%s leads from %d to %d", a, from, to)
		}
		return nil
	}}
}

// falls are the steps that lead down.
var falls = noStep("Rises", func(from int, _ spec.Action, to int) bool { return to < from })

// A property of steps is judged at each of them, also where they lead to a state that was seen
// before, and the path ends with the step. One that leads back to its state is none.
func TestStepsAreJudged(t *testing.T) {
	g := graph{
		0: {{"A", 0, 0}, {"A", 1, 1}, {"B", 0, 2}},
		1: {{"C", 0, 2}, {"D", 0, 1}},
		2: {{"E", 0, 1}},
	}
	for _, c := range []struct {
		p    spec.Property[int]
		path []int // none where it holds
		last string
	}{
		{falls, []int{0, 2, 1}, "E"},
		{noStep("NoC", func(_ int, a spec.Action, _ int) bool { return a.Name == "C" }), []int{0, 1, 2}, "C"},
		{noStep("NoSecondA", func(_ int, a spec.Action, _ int) bool { return a.At == 1 }), []int{0, 1}, "A"},
		{noStep("NoD", func(_ int, a spec.Action, _ int) bool { return a.Name == "D" }), nil, ""},
		{noStep("NoStay", func(from int, _ spec.Action, to int) bool { return from == to }), nil, ""},
	} {
		x := Explore[int](g, Options[int]{Properties: []spec.Property[int]{c.p}, UntilViolated: true})
		r := Reach(Plain[int](g), ReachOptions[int]{
			Properties: func() []spec.Property[int] { return []spec.Property[int]{c.p} }, UntilViolated: true,
		})
		for column, got := range map[string]Result[int]{"Explore": x.Results[0], "Reach": r.Results[0]} {
			want := spec.Holds
			if c.path != nil {
				want = spec.Violated
			}
			if got.Verdict != want || !slices.Equal(got.Path.States, c.path) {
				t.Errorf("%s of %s: %s after %v, want %s after %v", column, c.p.Name, got.Verdict, got.Path.States,
					want, c.path)
			}
			way := got.Path.Actions
			if c.path != nil && (len(way)+1 != len(c.path) || way[len(way)-1].Name != c.last) {
				t.Errorf("%s of %s: the path is %v, want one that ends with %s", column, c.p.Name, way, c.last)
			}
		}
		if (x.Complete || r.Ended == Complete) != (c.path == nil) {
			t.Errorf("%s: complete %t and %s", c.p.Name, x.Complete, r.Ended)
		}
	}
}

// Reach says of steps what Explore says, on any graph and for any number of workers.
func TestReachJudgesStepsAsExploreDoes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGraph(t, 30)
		at := rapid.IntRange(0, 40).Draw(t, "bad")
		properties := []spec.Property[int]{
			falls, never(3), noStep("NotThere", func(from int, a spec.Action, to int) bool {
				return from+int(a.At)+to == at
			}),
		}
		until := rapid.Bool().Draw(t, "until violated")
		if until {
			properties = properties[2:]
		}
		x := Explore[int](g, Options[int]{Properties: properties, UntilViolated: until})
		for workers := 1; workers <= 3; workers++ {
			r := Reach(Plain[int](g), ReachOptions[int]{
				Properties: func() []spec.Property[int] { return properties }, UntilViolated: until, Workers: workers,
			})
			for i, want := range x.Results {
				got := r.Results[i]
				if got.Verdict != want.Verdict || got.Why != want.Why || got.Path.String() != want.Path.String() ||
					!slices.Equal(got.Path.States, want.Path.States) {
					t.Fatalf("%s: %s (%s) after\n%s, simply %s (%s) after\n%s", want.Property.Name,
						got.Verdict, got.Why, got.Path, want.Verdict, want.Why, want.Path)
				}
			}
		}
	})
}

// wheel leads as fan does, and from each of these states on and back.
type wheel int

func (n wheel) Init() iter.Seq[int] { return fan(n).Init() }

func (n wheel) Actions(s int) iter.Seq[spec.Action] {
	if s == 0 {
		return fan(n).Actions(0)
	}
	return func(yield func(spec.Action) bool) {
		_ = s <= int(n) && yield(spec.Action{Name: "Up"}) && yield(spec.Action{Name: "Down"})
	}
}

func (n wheel) Do(s int, a spec.Action) (int, bool) {
	switch a.Name {
	case "Up":
		return int(n) + s, true
	case "Down":
		return 0, true
	}
	return fan(n).Do(s, a)
}

// Of the steps that violate a property the first counts, from the state that was found first,
// in whatever chunk it is; a search that ends early says no more than it has seen, and a panic
// hides nothing that comes before it. Nothing of it depends on the number of workers.
func TestFirstStepDecides(t *testing.T) {
	const wide = 20_000 // many blocks and chunks
	g := wheel(wide)
	down := func(bad int) spec.Property[int] {
		return noStep(fmt.Sprintf("NoDownFrom%d", bad), func(from int, a spec.Action, _ int) bool {
			return a.Name == "Down" && from >= bad
		})
	}
	panics := spec.Property[int]{Name: "Panics", Kind: spec.Stepwise, Step: func(from int, a spec.Action, _ int) error {
		if a.Name == "Down" && from >= 6_000 {
			panic("cannot judge")
		}
		return nil
	}}
	for workers := 1; workers <= 3; workers++ {
		run := func(o ReachOptions[int], properties ...spec.Property[int]) *Reached[int] {
			o.Workers, o.Properties = workers, func() []spec.Property[int] { return properties }
			return Reach(Plain[int](g), o)
		}
		last := func(r *Reached[int], i int) int { // from where the last step goes
			if path := r.Results[i].Path.States; len(path) == 3 && path[2] == 0 {
				return path[1]
			}
			return -1
		}
		r := run(ReachOptions[int]{}, down(5_500), from(70_000, 0), down(300), down(wide+1))
		if last(r, 0) != 5_500 || last(r, 2) != 300 || r.Results[3].Verdict != spec.Holds || r.Ended != Complete {
			t.Errorf("%d workers: from %d and %d, %s", workers, last(r, 0), last(r, 2), r.Ended)
		}
		r = run(ReachOptions[int]{UntilViolated: true}, down(5_500))
		if last(r, 0) != 5_500 || r.Ended != FoundViolation || r.Expanded() > 5_500+blockSize {
			t.Errorf("%d workers, until violated: from %d, %s after %d", workers, last(r, 0), r.Ended, r.Expanded())
		}
		r = run(ReachOptions[int]{MaxStates: wide + 100}, down(50), down(5_500))
		if last(r, 0) != 50 || r.Results[1].Verdict != spec.NoViolation || r.Ended != BoundHit {
			t.Errorf("%d workers, bounded: from %d, %s, %s", workers, last(r, 0), r.Results[1].Verdict, r.Ended)
		}
		r = run(ReachOptions[int]{}, down(5_500), panics, down(6_100), from(6_200, 0))
		if last(r, 0) != 5_500 || r.Results[2].Verdict != spec.Undecided || r.Results[3].Verdict != spec.Undecided {
			t.Errorf("%d workers, with a panic: from %d, %s, %s", workers, last(r, 0), r.Results[2].Verdict,
				r.Results[3].Verdict)
		}
		if b := r.Breach; r.Ended != BrokenModel || b == nil || !slices.Equal(b.Path.States, []int{0, 6_000, 0}) {
			t.Errorf("%d workers, with a panic: %s, %+v", workers, r.Ended, b)
		}
	}
}

// What cannot be judged is refused before anything is explored.
func TestMisstatedPropertiesPanic(t *testing.T) {
	wrong := spec.Property[int]{Name: "Wrong", Kind: spec.Stepwise, Check: never(0).Check}
	for name, explore := range map[string]func(){
		"Explore": func() { Explore[int](diamond, Options[int]{Properties: []spec.Property[int]{wrong}}) },
		"Reach": func() {
			Reach(Plain[int](diamond), ReachOptions[int]{
				Properties: func() []spec.Property[int] { return []spec.Property[int]{wrong} },
			})
		},
	} {
		func() {
			defer func() {
				if cause := recover(); cause == nil {
					t.Errorf("%s takes a property that it cannot judge", name)
				}
			}()
			explore()
		}()
	}
}
