package checker

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Options say how far Explore goes and who looks on.
type Options[S any] struct {
	// Properties are judged in every state, those that are Stepwise at every step that does
	// not lead back to its state. One that is misstated is a panic.
	Properties []spec.Property[S]
	// MaxStates bounds the search; 0 means no bound. A search that hits it is
	// not complete and proves nothing.
	MaxStates int
	// UntilViolated ends the search at the first violation of an Always or a
	// Stepwise property, which is a shortest one.
	UntilViolated bool
	// KeepSteps keeps the steps of every state in Exploration.Steps.
	KeepSteps bool
	// Inspect, where set, is called once for each state with its number and all
	// steps from it, in the order of the numbers. The search ends when it
	// returns false.
	Inspect func(x *Exploration[S], from int, steps []Step) bool
	// Progress, where set, is called now and then.
	Progress func(states, edges int)
	// Value, where set, returns what a state is told apart from others by; else it is the
	// state itself. The codec reads it, and differences are shown in its fields.
	Value func(S) any
}

// Exploration is what Explore saw.
type Exploration[S any] struct {
	// States holds every state that was found; its index is the state's number.
	// The initial states come first, and distances from them never decrease.
	States []S
	// Steps are, with KeepSteps, the steps from each state that was expanded.
	Steps [][]Step
	// Edges counts distinct (source, action, target); NamedEdges takes of the
	// action its name only, as TLC's dump does.
	Edges, NamedEdges int
	// Depth is the number of states on the longest of the shortest paths.
	Depth int
	// Complete tells that every reachable state was found and expanded.
	Complete bool
	// Results has one entry for each property, in order.
	Results []Result[S]
	// Breach is set where the model's own code is at fault: it broke a contract
	// or panicked. Nothing else can be believed then.
	Breach *Breach[S]

	value   func(S) any
	numbers map[string]int
	from    []Step // for each state, its parent's number and the action
	depth   []int
}

// Explore visits the states of the model breadth first. It is simple and exact:
// states are told apart by their whole encoding.
func Explore[S any](m spec.Model[S], o Options[S]) *Exploration[S] {
	x := &Exploration[S]{numbers: map[string]int{}, value: o.Value}
	if x.value == nil {
		x.value = func(s S) any { return s }
	}
	x.Results = openResults(o.Properties)
	for s := range m.Init() {
		x.number(s, -1, spec.Action{})
	}
	if len(x.States) == 0 {
		x.Breach = &Breach[S]{Contract: "SomewhereToBegin", Why: "the model has no initial state"}
	}
	ended := x.Breach != nil
	for i := 0; i < len(x.States) && !ended; i++ {
		if x.judge(i) && o.UntilViolated || o.MaxStates > 0 && len(x.States) > o.MaxStates {
			ended = true
			break
		}
		steps := x.expand(m, i)
		if x.Breach != nil {
			ended = true
			break
		}
		if o.KeepSteps {
			x.Steps = append(x.Steps, steps)
		}
		if x.judgeSteps(i, steps) && o.UntilViolated || o.Inspect != nil && !o.Inspect(x, i, steps) {
			ended = true
		}
		if o.Progress != nil && i%2048 == 0 {
			o.Progress(len(x.States), x.Edges)
		}
	}
	x.Complete = !ended
	x.conclude()
	return x
}

// number returns the state's number, a new one where the state is new.
func (x *Exploration[S]) number(s S, parent int, a spec.Action) int {
	key := codec.Key(x.value(s))
	if n, ok := x.numbers[key]; ok {
		return n
	}
	n := len(x.States)
	x.numbers[key] = n
	x.States = append(x.States, s)
	x.from = append(x.from, Step{a, parent})
	depth := 1
	if parent >= 0 {
		depth = x.depth[parent] + 1
	}
	x.depth = append(x.depth, depth)
	x.Depth = max(x.Depth, depth)
	return n
}

// expand takes every step from state i. A panic in the model becomes a Breach.
func (x *Exploration[S]) expand(m spec.Model[S], i int) (steps []Step) {
	var current spec.Action
	defer func() {
		if cause := recover(); cause != nil {
			x.blame(i, current, cause)
		}
	}()
	type edge struct {
		name string
		to   int
	}
	named := map[edge]bool{}
	for a := range m.Actions(x.States[i]) {
		current = a
		next, ok := m.Do(x.States[i], a)
		if !ok {
			panic(refusedBreach(a))
		}
		if stepOf(steps, a) != nil {
			panic(spec.Breach{Contract: "ActionsOnce", Why: fmt.Sprintf("%s is offered twice", a)})
		}
		to := x.number(next, i, a)
		steps = append(steps, Step{a, to})
		named[edge{a.Name, to}] = true
	}
	x.Edges += len(steps)
	x.NamedEdges += len(named)
	return steps
}

func (x *Exploration[S]) blame(i int, a spec.Action, cause any) {
	b := spec.BreachOf(a, cause)
	x.Breach = &Breach[S]{Contract: b.Contract, Why: b.Why, Path: x.PathTo(i)}
}

// judge evaluates the properties in state i. It reports whether one that must
// always hold does not.
func (x *Exploration[S]) judge(i int) bool {
	violated := false
	for n := range x.Results {
		r := &x.Results[n]
		if r.Verdict != spec.Undecided || r.Property.Kind == spec.Stepwise {
			violated = violated || r.Verdict == spec.Violated
			continue
		}
		switch err := r.Property.Check(x.States[i]); {
		case r.Property.Kind == spec.Reachable && err == nil:
			r.Verdict, r.Path = spec.Holds, x.PathTo(i)
		case r.Property.Kind == spec.Always && err != nil:
			r.Verdict, r.Why, r.Path = spec.Violated, err.Error(), x.PathTo(i)
			violated = true
		}
	}
	return violated
}

// judgeSteps evaluates the properties of steps at those from state i. It reports whether one
// does not hold.
func (x *Exploration[S]) judgeSteps(i int, steps []Step) bool {
	violated := false
	for n := range x.Results {
		r := &x.Results[n]
		if r.Property.Kind != spec.Stepwise || r.Verdict != spec.Undecided {
			continue
		}
		for _, step := range steps {
			if step.To == i {
				continue
			}
			if err := r.Property.Step(x.States[i], step.Action, x.States[step.To]); err != nil {
				r.Verdict, r.Why, violated = spec.Violated, err.Error(), true
				r.Path = x.PathTo(i).then(step.Action, x.States[step.To])
				break
			}
		}
	}
	return violated
}

// conclude decides what is still open once the search has ended.
func (x *Exploration[S]) conclude() {
	for n := range x.Results {
		if r := &x.Results[n]; r.Verdict == spec.Undecided && x.Breach == nil {
			r.conclude(x.Complete)
		}
	}
}

// PathTo returns a shortest path to the state with that number.
func (x *Exploration[S]) PathTo(n int) Path[S] {
	p := Path[S]{States: []S{x.States[n]}}
	for x.from[n].To >= 0 {
		p.Actions = append(p.Actions, x.from[n].Action)
		n = x.from[n].To
		p.States = append(p.States, x.States[n])
	}
	slices.Reverse(p.Actions)
	slices.Reverse(p.States)
	return p
}

// Number returns the number of a state and whether it was found.
func (x *Exploration[S]) Number(s S) (int, bool) {
	n, ok := x.numbers[codec.Key(x.value(s))]
	return n, ok
}

// Result returns the verdict on the named property.
func (x *Exploration[S]) Result(name string) (Result[S], bool) {
	i := slices.IndexFunc(x.Results, func(r Result[S]) bool { return r.Property.Name == name })
	if i < 0 {
		return Result[S]{}, false
	}
	return x.Results[i], true
}

// Inits returns the numbers of the initial states.
func (x *Exploration[S]) Inits() []int {
	var inits []int
	for n, step := range x.from {
		if step.To < 0 {
			inits = append(inits, n)
		}
	}
	return inits
}

// Size is the number of states.
func (x *Exploration[S]) Size() int { return len(x.States) }

// StepsFrom returns the steps from a state, with KeepSteps.
func (x *Exploration[S]) StepsFrom(n int) []Step { return x.Steps[n] }

// State returns the state with that number.
func (x *Exploration[S]) State(n int) S { return x.States[n] }

// Expanded is, with KeepSteps, how many states all steps are known of.
func (x *Exploration[S]) Expanded() int { return len(x.Steps) }

// Whole reports whether every reachable state was found and expanded.
func (x *Exploration[S]) Whole() bool { return x.Complete }

// Fault is the breach that ended the search, nil if none did.
func (x *Exploration[S]) Fault() *Breach[S] { return x.Breach }
