package search

import (
	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/spec"
)

// graph is a Graph of vectors.
type graph[V explore.Vector] struct {
	*checker.Reached[V]
	space *explore.Space[V]

	// What EdgesFrom has returned, and what that is put together from.
	edges   []checker.Edge
	targets []V
	actions []uint32
	kept    []uint64
}

func reach[V explore.Vector](c *explore.Components, numbers int, o Options) *Reached {
	space := explore.NewSpace[V](c, numbers)
	r := checker.Reach(space, checker.ReachOptions[V]{
		Workers: o.Workers, MaxStates: o.MaxStates, MaxBytes: o.MaxBytes,
		UntilViolated: o.UntilViolated, Progress: o.Progress,
		Properties: func() []spec.Property[V] {
			if o.Judge == nil {
				return nil
			}
			return judged(space, o.Judge())
		},
	})
	g := &graph[V]{Reached: r, space: space}
	reached := &Reached{
		Graph: g, Edges: r.Edges, Depth: r.Depth, Judged: r.Judged, Ended: r.Ended, Cause: r.Cause,
		Breach: g.Fault(),
	}
	for _, result := range r.Results {
		reached.Results = append(reached.Results, checker.Result[explore.InternedState]{
			Property: spec.Property[explore.InternedState]{Name: result.Property.Name, Kind: result.Property.Kind},
			Verdict:  result.Verdict, Why: result.Why, Path: g.path(result.Path),
		})
	}
	return reached
}

// judged are the properties of a judge, of vectors. Each state is looked at once, and each
// step.
func judged[V explore.Vector](space *explore.Space[V], judge Judge) []spec.Property[V] {
	at := looked[V]{space: space, judge: judge}
	var all []spec.Property[V]
	for _, p := range judge.Properties() {
		of := spec.Property[V]{Name: p.Name, Kind: p.Kind}
		if p.Kind == spec.Stepwise {
			of.Step = func(before V, a spec.Action, after V) error {
				at.step(before, after)
				return p.Step(a)
			}
		} else {
			of.Check = func(v V) error {
				at.state(v)
				return p.Check()
			}
		}
		all = append(all, of)
	}
	return all
}

// looked is what a judge has looked at last.
type looked[V explore.Vector] struct {
	space         *explore.Space[V]
	judge         Judge
	one           bool // a state
	two           bool // a step, from that state to after
	before, after V
}

func (l *looked[V]) state(v V) {
	if !l.one || v != l.before {
		l.judge.Look(l.space.Interned(v))
	}
	l.one, l.two, l.before = true, false, v
}

func (l *looked[V]) step(before, after V) {
	again := l.two && before == l.before
	if !again || after != l.after {
		l.judge.LookAtStep(l.space.Interned(before), l.space.Interned(after), again)
	}
	l.one, l.two, l.before, l.after = false, true, before, after
}

// State returns the state with that number.
func (g *graph[V]) State(n int) explore.InternedState { return g.space.Interned(g.Reached.State(n)) }

// PathTo returns a shortest path to the state with that number.
func (g *graph[V]) PathTo(n int) checker.Path[explore.InternedState] {
	return g.path(g.Reached.PathTo(n))
}

func (g *graph[V]) path(of checker.Path[V]) checker.Path[explore.InternedState] {
	p := checker.Path[explore.InternedState]{Actions: of.Actions}
	for _, v := range of.States {
		p.States = append(p.States, g.space.Interned(v))
	}
	return p
}

// Fault is the breach that ended the search, nil if none did.
func (g *graph[V]) Fault() *checker.Breach[explore.InternedState] {
	b := g.Reached.Fault()
	if b == nil {
		return nil
	}
	return &checker.Breach[explore.InternedState]{Contract: b.Contract, Why: b.Why, Path: g.path(b.Path)}
}

// EdgesFrom expands a state once more, by the numbers of its actions.
func (g *graph[V]) EdgesFrom(n int) (edges []checker.Edge, exhausted bool) {
	from := g.Reached.State(n)
	g.targets, g.actions, g.kept, exhausted = g.space.Edges(g.targets[:0], g.actions[:0], g.kept[:0], from)
	g.edges = g.edges[:0]
	for i, target := range g.targets {
		to, _ := g.Number(target)
		g.edges = append(g.edges, checker.Edge{To: uint32(to), Action: g.actions[i], Kept: g.kept[i]})
	}
	return g.edges, exhausted
}

// Action returns the action of that number.
func (g *graph[V]) Action(number uint32) spec.Action { return g.space.Action(number) }

// Timers names the timers of all processes, in the order of their numbers.
func (g *graph[V]) Timers() []string { return g.space.Timers() }

// TimersIn returns the timers that are set in a state, as bits.
func (g *graph[V]) TimersIn(n int) uint64 { return g.space.TimersIn(g.Reached.State(n)) }
