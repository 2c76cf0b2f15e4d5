package verify

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/checker"

	"github.com/scrutineer-go/scrutineer/faults/explore"
	"github.com/scrutineer-go/scrutineer/spec"
)

// ReachOptions say how far an exploration of the implementation goes; they are those of
// checker.Reach.
type ReachOptions struct {
	Workers       int
	MaxStates     int
	MaxBytes      int64
	UntilViolated bool
	Progress      func(checker.Progress) error
	// Stage, where set, is told what begins after the search: it may take as long as the
	// search did. An error ends it, and what is not judged by then stays undecided.
	Stage func(what string) error
}

// stage tells what begins.
func (o *ReachOptions) stage(what string) error {
	if o.Stage == nil {
		return nil
	}
	return o.Stage(what)
}

// reached is the implementation's graph as far as it was explored, with the image of
// each state.
type reached[V explore.Vector, L, G any] struct {
	*checker.Reached[V]
	space  *explore.Space[V, G]
	reader *reader[V, L, G]

	// What EdgesFrom has returned, and what that is put together from.
	edges   []checker.Edge
	targets []V
	actions []uint32
}

// walk is a reached without its vectors.
type walk[L, G any] interface {
	checker.Numbered
	image(n int) State[L, G]
	report() Reach
	// equals holds the graph against the specification's.
	equals(x *checker.Exploration[State[L, G]]) checker.Equality
	// recheck runs every remembered step again.
	recheck() *checker.Breach[State[L, G]]
}

// Reach is what an exploration of the implementation has found.
type Reach struct {
	States, Edges, Depth int
	// Judged is how many states were judged: the first so many.
	Judged int
	Ended  checker.End
	Cause  error
	// Results has one entry for each property, in order.
	Results []Found
	// Breach says what is wrong with the implementation's own code, "" if nothing.
	Breach string
	// Bytes is the memory that was taken; Locals and Inboxes are the local states and
	// the inboxes that were met, Executed the handler runs that it took.
	Bytes                     int64
	Locals, Inboxes, Executed int
}

// perWord are how many numbers a word of a state holds at first, and if that leaves too few
// bits for each.
var perWord = []int{4, 3, 2}

// reach explores the implementation by its cells.
func (s System[L, G]) reach(properties []spec.Property[State[L, G]], o ReachOptions) (walk[L, G], error) {
	m, err := newImages(s)
	if err != nil {
		return nil, err
	}
	var w walk[L, G]
	for _, numbers := range perWord {
		w = reach(m, numbers, properties, o)
		if r := w.report(); r.Ended != checker.TooWide || !errors.Is(r.Cause, explore.ErrTooWide) {
			break
		}
		if err := o.stage("starting again with wider states"); err != nil {
			break
		}
	}
	return w, nil
}

// reach explores with states that are as wide as they have to be.
func reach[L, G any](
	m *images[L, G], numbers int, properties []spec.Property[State[L, G]], o ReachOptions,
) walk[L, G] {
	switch words := explore.Words(m.system.Cluster.Nodes, numbers); {
	case words <= 1:
		return reachIn[[1]uint64](m, numbers, properties, o)
	case words == 2:
		return reachIn[[2]uint64](m, numbers, properties, o)
	case words == 3:
		return reachIn[[3]uint64](m, numbers, properties, o)
	case words == 4:
		return reachIn[[4]uint64](m, numbers, properties, o)
	case words <= 6:
		return reachIn[[6]uint64](m, numbers, properties, o)
	case words <= 8:
		return reachIn[[8]uint64](m, numbers, properties, o)
	}
	return reachIn[[12]uint64](m, numbers, properties, o)
}

func reachIn[V explore.Vector, L, G any](
	m *images[L, G], numbers int, properties []spec.Property[State[L, G]], o ReachOptions,
) walk[L, G] {
	space := explore.NewSpace[V](m.cells, numbers)
	r := &reached[V, L, G]{space: space, reader: newReader(m, space)}
	r.Reached = checker.Reach(space, checker.ReachOptions[V]{
		Workers: o.Workers, MaxStates: o.MaxStates, MaxBytes: o.MaxBytes,
		UntilViolated: o.UntilViolated, Progress: o.Progress,
		Properties: func() []spec.Property[V] { return judged(newReader(m, space), properties) },
	})
	return r
}

// judged are the properties, judged on the images that one reader puts together.
func judged[V explore.Vector, L, G any](
	r *reader[V, L, G], properties []spec.Property[State[L, G]],
) []spec.Property[V] {
	var all []spec.Property[V]
	for _, p := range properties {
		all = append(all, spec.Property[V]{
			Name: p.Name, Kind: p.Kind, Check: func(v V) error { return p.Check(r.image(v)) },
		})
	}
	return all
}

// Reach explores the implementation alone and judges the named properties. Temporal ones
// are judged on a graph that was explored to its end, under a specification's fairness.
func (s System[L, G]) Reach(names []string, specification string, o ReachOptions) (Reach, error) {
	chosen, err := s.properties(names)
	if err != nil {
		return Reach{}, err
	}
	fair, ok := s.Fairness[specification]
	if !ok && slices.ContainsFunc(chosen, func(p spec.Property[State[L, G]]) bool { return p.Kind.Temporal() }) {
		return Reach{}, fmt.Errorf("what is fair under %q is not stated, it must be one of %s",
			specification, strings.Join(s.Specifications(), ", "))
	}
	w, err := s.reach(chosen, o)
	if err != nil {
		return Reach{}, err
	}
	r := w.report()
	if r.Ended == checker.Complete {
		if err := s.judgeRuns(w, &r, chosen, fair, o); err != nil {
			return Reach{}, err
		}
	}
	if err := o.stage("running every remembered step again"); err != nil {
		r.stop(err)
		return r, nil
	}
	if unsteady := w.recheck(); unsteady != nil && r.Breach == "" {
		r.Breach = fmt.Sprintf("%s: %s, after\n%s", unsteady.Contract, unsteady.Why, pathText(unsteady.Path))
		r.Ended = checker.BrokenModel
	}
	return r, nil
}

// stop says why what was to come after the search did not.
func (r *Reach) stop(err error) {
	switch {
	case r.Ended != checker.Complete: // the search was not over either
	case errors.Is(err, checker.ErrMemory):
		r.Ended, r.Cause = checker.MemoryOut, err
	default:
		r.Ended, r.Cause = checker.Stopped, err
	}
}

// judgeRuns judges those of the properties that are temporal, if the memory allows it.
func (s System[L, G]) judgeRuns(
	w walk[L, G], r *Reach, chosen []spec.Property[State[L, G]], fair []spec.Fairness, o ReachOptions,
) error {
	temporal := slices.DeleteFunc(slices.Clone(chosen), func(p spec.Property[State[L, G]]) bool {
		return !p.Kind.Temporal()
	})
	if len(temporal) == 0 {
		return nil
	}
	found := make([]Found, len(temporal))
	if need := r.Bytes + checker.RunBytes(r.States, r.Edges); o.MaxBytes > 0 && need > o.MaxBytes {
		for i, p := range temporal {
			found[i] = Found{Name: p.Name, Why: fmt.Sprintf(
				"its runs would take %d MiB, and %d MiB are allowed", need>>20+1, o.MaxBytes>>20)}
		}
	} else {
		g := finished[State[L, G]]{w, w.image, nil}
		var err error
		if found, err = lived(g, fair, temporal, o.stage); errors.Is(err, errStopped) {
			r.stop(err)
		} else if err != nil {
			return err
		}
	}
	for i := range r.Results { // in the same order
		if len(found) > 0 && r.Results[i].Name == found[0].Name {
			r.Results[i], found = found[0], found[1:]
		}
	}
	return nil
}

func (r *reached[V, L, G]) image(n int) State[L, G] { return r.reader.image(r.State(n)) }

// EdgesFrom expands a state once more, by the numbers of its actions.
func (r *reached[V, L, G]) EdgesFrom(n int) (edges []checker.Edge, exhausted bool) {
	r.targets, r.actions, exhausted = r.space.Edges(r.targets[:0], r.actions[:0], r.State(n))
	r.edges = r.edges[:0]
	for i, target := range r.targets {
		to, _ := r.Number(target)
		r.edges = append(r.edges, checker.Edge{To: uint32(to), Action: r.actions[i]})
	}
	return r.edges, exhausted
}

// Action returns the action of that number.
func (r *reached[V, L, G]) Action(number uint32) spec.Action { return r.space.Action(number) }

func (r *reached[V, L, G]) report() Reach {
	report := Reach{
		States: r.Size(), Edges: r.Edges, Depth: r.Depth, Judged: r.Judged, Ended: r.Ended, Cause: r.Cause,
		Bytes: r.Bytes(), Locals: r.reader.cells.Locals(),
		Inboxes: r.reader.cells.Inboxes(), Executed: r.reader.cells.Executed(),
	}
	for _, result := range r.Results {
		report.Results = append(report.Results, Found{
			Name: result.Property.Name, Verdict: result.Verdict, Why: result.Why,
			Length: len(result.Path.States), Path: pathText(result.Path), Actions: result.Path.Actions,
		})
	}
	if b := r.Breach; b != nil {
		report.Breach = fmt.Sprintf("%s: %s, after\n%s", b.Contract, b.Why, pathText(b.Path))
	}
	return report
}

func (r *reached[V, L, G]) equals(x *checker.Exploration[State[L, G]]) checker.Equality {
	return checker.Bisimulate(r.Reached, x, r.reader.image)
}

func (r *reached[V, L, G]) recheck() *checker.Breach[State[L, G]] {
	unsteady := r.reader.cells.Recheck()
	if unsteady == nil {
		return nil
	}
	b := &checker.Breach[State[L, G]]{Contract: unsteady.Why.Contract, Why: unsteady.Why.Why}
	for n := range r.Size() {
		if v := r.State(n); r.space.Local(&v, int(unsteady.At)) == unsteady.Local {
			p := r.PathTo(n)
			b.Path.Actions, b.Path.States = p.Actions, make([]State[L, G], len(p.States))
			break
		}
	}
	return b
}
