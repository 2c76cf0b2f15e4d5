package checker

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// fan leads from its first state to so many others at once: a level of many blocks.
type fan int

func (n fan) Init() iter.Seq[int] { return slices.Values([]int{0}) }

func (n fan) Actions(s int) iter.Seq[spec.Action] {
	return func(yield func(spec.Action) bool) {
		for to := 1; s == 0 && to <= int(n); to++ {
			if !yield(spec.Action{Name: "To", At: spec.NodeID(to)}) {
				return
			}
		}
	}
}

func (n fan) Do(_ int, a spec.Action) (int, bool) { return int(a.At), true }

// from is violated in every state from that number on; panics, where it is not 0, is
// the first of the states in which Check panics.
func from(bad, panics int) spec.Property[int] {
	return spec.Property[int]{Name: fmt.Sprintf("Below%d", bad), Check: func(s int) error {
		if panics > 0 && s >= panics {
			panic("cannot judge")
		}
		if s >= bad {
			return fmt.Errorf("it is %d", s)
		}
		return nil
	}}
}

// some is the witness that every state from that number on is a witness of.
func some(good int) spec.Property[int] {
	below := from(good, 0)
	return spec.Property[int]{Name: "Some", Kind: spec.Reachable, Check: func(s int) error {
		if below.Check(s) == nil {
			return errors.New("too low")
		}
		return nil
	}}
}

// The first state that decides a property is the one that is told of, whoever of the
// workers came upon it; and what lies beyond the end of a search decides nothing.
func TestFirstStateDecides(t *testing.T) {
	later := spec.Property[int]{Name: "Later", Kind: spec.Eventually, Check: func(int) error {
		panic("judged in a state")
	}}
	for _, c := range []struct {
		name   string
		o      ReachOptions[int]
		panics int // the first state that one property panics in
		ended  End
		judged int
		last   []int // for each of the first four properties the state that decides it, 0 for none
	}{
		{"to the end", ReachOptions[int]{}, 0, Complete, 20_001, []int{300, 5_500, 700, 6_000}},
		{
			"until violated", ReachOptions[int]{UntilViolated: true}, 0, FoundViolation, 301, []int{300, 0, 0, 0},
		},
		{
			"a property panics", ReachOptions[int]{}, 5_600, BrokenModel, 5_601, []int{300, 5_500, 700, 0},
		},
		{
			"bound", ReachOptions[int]{MaxStates: 10_000}, 0, BoundHit, 10_000, []int{300, 5_500, 700, 6_000},
		},
		{
			"a property panics beyond the bound",
			ReachOptions[int]{MaxStates: 10_000},
			5_600,
			BrokenModel, 5_601,
			[]int{300, 5_500, 700, 0},
		},
	} {
		for workers := 1; workers <= 3; workers++ {
			t.Run(fmt.Sprintf("%s, %d workers", c.name, workers), func(t *testing.T) {
				c.o.Workers = workers
				c.o.Properties = func() []spec.Property[int] {
					return []spec.Property[int]{
						from(300, 0), from(5_500, 0), some(700), some(6_000), from(30_000, c.panics), later,
					}
				}
				r := Reach(Plain[int](fan(20_000)), c.o)
				if r.Ended != c.ended || r.Judged != c.judged {
					t.Errorf("%s, %d judged; want %s, %d", r.Ended, r.Judged, c.ended, c.judged)
				}
				decidedIn(t, r, c.last)
				if c.panics > 0 && (r.Breach == nil || r.Breach.Path.Last() != c.panics) {
					t.Errorf("the breach is %+v, want one at %d", r.Breach, c.panics)
				}
				if v := r.Results[5].Verdict; v != spec.Undecided {
					t.Errorf("a temporal property is %s, and the states alone do not tell", v)
				}
			})
		}
	}
}

func decidedIn(t *testing.T, r *Reached[int], last []int) {
	t.Helper()
	for i, want := range last {
		got := 0
		if path := r.Results[i].Path; len(path.States) > 0 {
			got = path.Last()
		}
		if got != want {
			t.Errorf("%s is decided in state %d, want %d", r.Results[i].Property.Name, got, want)
		}
	}
}

// Of what was decided in the chunks of a block the first state counts.
func TestDecisionsOfSeveralChunks(t *testing.T) {
	c := newWorkers(&Reached[int]{Results: make([]Result[int], 3)}, ReachOptions[int]{
		Workers: 1, Properties: func() []spec.Property[int] { return make([]spec.Property[int], 3) },
	})
	for k := range c.chunks {
		for i := range c.chunks[k].decisions {
			c.chunks[k].decisions[i].at = -1
		}
	}
	for k, at := range [][]int{{7, -1, 9}, {3, -1, -1}, {5, 4, 8}} {
		for i, n := range at {
			c.chunks[k].decisions[i] = decision{at: n, why: fmt.Sprintf("at %d", n)}
		}
	}
	for i, want := range []string{"at 3", "at 4", "at 8"} {
		if got := c.decisions()[i].why; got != want {
			t.Errorf("property %d is decided %s, want %s", i, got, want)
		}
	}
}

// A panic hides nothing that another property says of the states around it, whatever ends
// the search; and one behind the first state that decides its property is none. Nothing
// of it depends on the number of workers.
func TestPanicsHideNothing(t *testing.T) {
	panics := func(bad, at int) spec.Property[int] { // violated in one state, panics in another
		return spec.Property[int]{Name: "Panics", Check: func(s int) error {
			switch s {
			case at:
				panic("cannot judge")
			case bad:
				return errors.New("bad")
			}
			return nil
		}}
	}
	for _, most := range []int{0, 690, 701, 702, 800, 1_200} {
		for workers := 1; workers <= 4; workers++ {
			r := Reach(Plain[int](fan(1_400)), ReachOptions[int]{
				Workers: workers, MaxStates: most, Properties: func() []spec.Property[int] {
					return []spec.Property[int]{panics(-1, 600), from(650, 0), from(590, 0)}
				},
			})
			if r.Ended != BrokenModel || r.Judged != 601 || r.Breach.Path.Last() != 600 {
				t.Errorf("%d workers, at most %d: %s, %d judged", workers, most, r.Ended, r.Judged)
			}
			if r.Results[1].Verdict != spec.Undecided || r.Results[2].Verdict != spec.Violated {
				t.Errorf("%s and %s, want undecided and violated", r.Results[1].Verdict, r.Results[2].Verdict)
			}
			r = Reach(Plain[int](fan(1_400)), ReachOptions[int]{
				Workers: workers, MaxStates: most, Properties: func() []spec.Property[int] {
					return []spec.Property[int]{panics(5, 600), from(650, 0)}
				},
			})
			if r.Breach != nil || r.Results[0].Path.Last() != 5 || r.Results[1].Path.Last() != 650 {
				t.Errorf("%d workers, at most %d: %s, breach %v", workers, most, r.Ended, r.Breach)
			}
		}
	}
}

// Of two properties that panic the one in the first state ends the search, and nothing
// from that state on is expanded.
func TestFirstPanicEndsTheSearch(t *testing.T) {
	const first, second = 700, 703 // of one block
	plain := Reach(Plain[committing](twoPhase(4)), ReachOptions[committing]{})
	panics := func(n int, name string) spec.Property[committing] {
		return spec.Property[committing]{Name: name, Check: func(s committing) error {
			if s == plain.State(n) {
				panic(name + " cannot be judged")
			}
			return nil
		}}
	}
	for _, c := range []struct {
		p, q  int
		blame string
	}{{first, second, "P"}, {second, first, "Q"}, {first, first, "P"}} {
		r := Reach(Plain[committing](twoPhase(4)), ReachOptions[committing]{
			Properties: func() []spec.Property[committing] {
				return []spec.Property[committing]{panics(c.p, "P"), panics(c.q, "Q")}
			},
		})
		if r.Breach == nil || r.Breach.Path.Last() != plain.State(first) || r.Judged != first+1 ||
			!strings.HasPrefix(r.Breach.Why, c.blame) {
			t.Errorf("%s, breach %+v, %d judged; want %s blamed", r.Ended, r.Breach, r.Judged, c.blame)
		}
		found := 0 // by the states before it
		for n := range first {
			for _, step := range plain.StepsFrom(n) {
				found = max(found, step.To+1)
			}
		}
		if r.Expanded() != first || r.Size() != found {
			t.Errorf("%d states are expanded and %d found, want %d and %d", r.Expanded(), r.Size(), first, found)
		}
	}
}

// falling is two-phase commit with a state whose steps panic.
type falling struct {
	twoPhase
	at committing
}

func (f falling) Do(s committing, a spec.Action) (committing, bool) {
	if s == f.at {
		panic("it fell")
	}
	return f.twoPhase.Do(s, a)
}

// A step that panics ends the search and the judging at its state: what the workers have
// judged beyond it in the same block decides nothing.
func TestPanickingStepEndsTheJudging(t *testing.T) {
	const at = 700
	plain := Reach(Plain[committing](twoPhase(4)), ReachOptions[committing]{})
	bad := func(n int) spec.Property[committing] {
		return spec.Property[committing]{Name: fmt.Sprint(n), Check: func(s committing) error {
			if s == plain.State(n) {
				return errors.New("bad")
			}
			return nil
		}}
	}
	r := Reach(Plain[committing](falling{4, plain.State(at)}), ReachOptions[committing]{
		Properties: func() []spec.Property[committing] { return []spec.Property[committing]{bad(at), bad(at + 1)} },
	})
	if r.Breach == nil || r.Breach.Path.Last() != plain.State(at) || r.Judged != at+1 || r.Expanded() != at {
		t.Errorf("%s, breach %+v, %d judged, %d expanded", r.Ended, r.Breach, r.Judged, r.Expanded())
	}
	if r.Results[0].Verdict != spec.Violated || r.Results[1].Verdict != spec.Undecided {
		t.Errorf("%s and %s, want violated and undecided", r.Results[0].Verdict, r.Results[1].Verdict)
	}
}

// What an error says is asked for in the state that it is about, and may go wrong there.
func TestErrorsAreAskedAtOnce(t *testing.T) {
	shared := 0
	lazy := spec.Property[int]{Name: "Lazy", Check: func(s int) error {
		if shared = s; s == 300 || s == 900 {
			return lazyError{&shared}
		}
		return nil
	}}
	r := Reach(Plain[int](fan(1_400)), ReachOptions[int]{Properties: func() []spec.Property[int] {
		return []spec.Property[int]{lazy}
	}})
	if r.Results[0].Why != "it is 300" {
		t.Errorf("the error says %q, it was about state 300", r.Results[0].Why)
	}
	r = Reach(Plain[int](fan(1_400)), ReachOptions[int]{Properties: func() []spec.Property[int] {
		return []spec.Property[int]{{Name: "Nil", Check: func(s int) error {
			if s == 700 {
				return lazyError{}
			}
			return nil
		}}}
	}})
	if r.Ended != BrokenModel || r.Breach.Path.Last() != 700 {
		t.Errorf("%s, want a breach at 700", r.Ended)
	}
}

// lazyError puts its words together when it is asked.
type lazyError struct{ about *int }

func (e lazyError) Error() string { return fmt.Sprintf("it is %d", *e.about) }

// learning knows the steps of each third state only after Learn.
type learning[S comparable] struct {
	Space[S]
	known  map[S]bool
	states []S // that were learned, in order
	asked  int // to learn what was known
}

func newLearning[S comparable](space Space[S]) *learning[S] {
	return &learning[S]{Space: space, known: map[S]bool{}}
}

func (l *learning[S]) Next(to []S, s S) ([]S, bool) {
	targets, known := l.Space.Next(to, s)
	if first := len(to); len(targets) > first && len(targets)%3 == 0 && !l.known[s] {
		return targets[:first+1], false // what was appended counts for nothing
	}
	return targets, known
}

func (l *learning[S]) Learn(s S) error {
	if l.known[s] {
		l.asked++
	}
	l.known[s] = true
	l.states = append(l.states, s)
	return nil
}

// What has to be learned is learned in the order of the numbers, whatever the number of
// workers, and changes neither states nor numbers nor edges.
func TestReachLearnsInOrder(t *testing.T) {
	plain := Reach(Plain[committing](twoPhase(5)), ReachOptions[committing]{})
	for workers := 1; workers <= 3; workers++ {
		space := newLearning(Plain[committing](twoPhase(5)))
		r := Reach[committing](space, ReachOptions[committing]{Workers: workers})
		if r.Size() != plain.Size() || r.Edges != plain.Edges || r.Depth != plain.Depth || r.Ended != Complete {
			t.Fatalf("%d states, %d edges, depth %d, %s", r.Size(), r.Edges, r.Depth, r.Ended)
		}
		last := -1
		for _, s := range space.states {
			n, _ := r.Number(s)
			if n <= last {
				t.Fatalf("%d workers: state %d is learned after state %d", workers, n, last)
			}
			last = n
		}
		if len(space.states) < 1000 || space.asked > 0 {
			t.Errorf("%d states were learned, %d again", len(space.states), space.asked)
		}
		for n := range r.Size() {
			if r.State(n) != plain.State(n) || r.Parent(n) != plain.Parent(n) {
				t.Fatalf("%d workers: number %d is another state, or has another parent", workers, n)
			}
		}
	}
}

// full cannot learn one of its states.
type full struct {
	*learning[int]
	why error
}

func (f full) Learn(s int) error {
	if s == 0 {
		return f.why
	}
	return f.learning.Learn(s)
}

// A space without room for what there is to learn ends the search and says why.
func TestReachFindsNoRoom(t *testing.T) {
	why := errors.New("no room")
	space := full{newLearning(Plain[int](fan(3_000))), why}
	r := Reach[int](space, ReachOptions[int]{Properties: func() []spec.Property[int] {
		return []spec.Property[int]{from(30_000, 0)}
	}})
	if r.Ended != TooWide || !errors.Is(r.Cause, why) || r.Breach != nil || r.Results[0].Verdict == spec.Holds {
		t.Errorf("%s because of %v, breach %v, verdict %s", r.Ended, r.Cause, r.Breach, r.Results[0].Verdict)
	}
}
