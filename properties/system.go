package properties

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

// State is what properties are judged on: a specification state with local
// states L, the ghost G beside it, and what is spent of the budget.
type State[L, G any] = spec.Spent[spec.Watched[spec.State[L], G]]

// System is one configuration of a protocol whose specification has local states
// L and whose properties need the ghost G (struct{} for none). It is a Subject.
type System[L, G any] struct {
	// Model is the executable specification.
	Model spec.Model[spec.State[L]]
	// Cluster are the implementation's processes.
	Cluster faults.Cluster
	// Local reads one process of the implementation as the specification sees
	// it; state is what its State method returns, nil while it is down. The network
	// needs no reading: it is the same for every protocol.
	Local func(at spec.NodeID, state any) L
	// Ghost is the history that the properties need.
	Ghost spec.Ghost[G]
	// Budget bounds the faults.
	Budget spec.Budget
	// Properties are all that the protocol has, by their names in TLA+.
	Properties []spec.Property[State[L, G]]
	// Actions are the names of all actions of the protocol.
	Actions spec.SetOf[string]
	// Cfg are the protocol's own constants as they stand in a cfg.
	Cfg map[string]string
}

// bounded is the type of an implementation state under ghost and budget.
type bounded[G any] = spec.Spent[spec.Watched[faults.State, G]]

func (s System[L, G]) spec() spec.Model[State[L, G]] {
	return spec.Bounded(spec.Watch(s.Model, s.Ghost), s.Budget)
}

func (s System[L, G]) impl() spec.Model[bounded[G]] {
	return spec.Bounded(spec.Watch(s.Cluster.Model(), s.Ghost), s.Budget)
}

// abstract reads an implementation state as a specification state: the network,
// the ghost and the budget as they are, each process through Local.
func (s System[L, G]) abstract(c bounded[G]) State[L, G] {
	procs := c.State.State.Procs
	st := spec.State[L]{
		Alive:  c.State.State.Living(),
		Nodes:  make([]L, len(procs)),
		Disk:   make([]any, len(procs)),
		Timers: make([]spec.SetOf[string], len(procs)),
	}
	for i, p := range procs {
		st.Nodes[i] = s.Local(spec.NodeID(i), s.load(spec.NodeID(i), p))
		st.Disk[i] = p.Saved()
		st.Timers[i] = p.Armed
		for _, copies := range p.Inbox {
			st.Flight = append(st.Flight, slices.Repeat([]spec.Message{copies.Msg}, copies.Count)...)
		}
	}
	slices.SortFunc(st.Flight, spec.CompareMessages)
	return State[L, G]{
		State: spec.Watched[spec.State[L], G]{State: st, Ghost: c.State.Ghost},
		Spent: c.Spent,
	}
}

// load returns the memory of a process as its State method does, nil if it is down.
func (s System[L, G]) load(at spec.NodeID, p faults.Proc) any {
	if !p.Up {
		return nil
	}
	state := s.Cluster.New(at).State()
	p.Load(state)
	return state
}

// Constants returns the network's constants, the budget's and the protocol's.
func (s System[L, G]) Constants() map[string]string {
	constants := map[string]string{
		"N":        strconv.Itoa(s.Cluster.Nodes),
		"Recovers": strings.ToUpper(strconv.FormatBool(s.Cluster.Recovers)),
		"MayCrash": CfgSet(s.Budget.MayCrash),
	}
	for _, line := range s.Budget.Lines {
		constants["Max"+strings.ToUpper(line.Name[:1])+line.Name[1:]] = strconv.Itoa(line.Most)
	}
	for name, value := range s.Cfg {
		constants[name] = value
	}
	return constants
}

// CfgSet returns a set as it stands in a cfg.
func CfgSet(set spec.Set) string { return strings.ReplaceAll(set.String(), ",", ", ") }

// Forbidden returns the actions that the budget leaves no room for.
func (s System[L, G]) Forbidden() spec.SetOf[string] {
	var forbidden spec.SetOf[string]
	for _, name := range s.Actions {
		if s.Budget.Forbids(name) {
			forbidden = forbidden.With(name)
		}
	}
	return forbidden
}

// properties returns the properties of those names, in their order.
func (s System[L, G]) properties(names []string) ([]spec.Property[State[L, G]], error) {
	var chosen []spec.Property[State[L, G]]
	for _, name := range names {
		i := slices.IndexFunc(s.Properties, func(p spec.Property[State[L, G]]) bool {
			return p.Name == name
		})
		if i < 0 {
			return nil, fmt.Errorf("%s is no property that Go knows; state it in the protocol's properties", name)
		}
		chosen = append(chosen, s.Properties[i])
	}
	return chosen, nil
}

// Explore explores the specification and holds the implementation against it.
func (s System[L, G]) Explore(names []string) (Explored, error) {
	chosen, err := s.properties(names)
	if err != nil {
		return Explored{}, err
	}
	x := checker.Explore(s.spec(), checker.Options[State[L, G]]{
		Properties: chosen, KeepSteps: true, MaxStates: maxStates,
	})
	eq := checker.Bisimulate(s.impl(), x, s.abstract)
	e := Explored{
		Spec:       counts(x),
		Impl:       counts(eq.Impl),
		Images:     eq.Images,
		Actions:    happened(x.Steps),
		Difference: eq.Difference,
		Graph:      func() checker.Graph { return s.graph(x) },
	}
	for _, r := range x.Results {
		if r.Verdict != spec.Holds {
			e.Violations = append(e.Violations, fmt.Sprintf("%s: %s (%s), after\n%s",
				r.Property.Name, r.Verdict, r.Why, pathText(r.Path)))
		}
	}
	return e, nil
}

// maxStates ends the exploration of a specification that has no end; no case
// that is compared with TLC comes near it.
const maxStates = 2_000_000

func happened(steps [][]checker.Step) spec.SetOf[string] {
	var names spec.SetOf[string]
	for _, out := range steps {
		for _, step := range out {
			names = names.With(step.Action.Name)
		}
	}
	return names
}

func counts[S any](x *checker.Exploration[S]) Counts {
	return Counts{States: len(x.States), NamedEdges: x.NamedEdges, Edges: x.Edges, Depth: x.Depth}
}

// Search looks for a shortest violation of one property in one column.
func (s System[L, G]) Search(column Column, name string) (Found, error) {
	chosen, err := s.properties([]string{name})
	if err != nil {
		return Found{}, err
	}
	if column == Spec {
		return search(s.spec(), chosen[0]), nil
	}
	check := chosen[0].Check
	return search(s.impl(), spec.Property[bounded[G]]{
		Name:  name,
		Check: func(c bounded[G]) error { return check(s.abstract(c)) },
	}), nil
}

func search[S any](m spec.Model[S], p spec.Property[S]) Found {
	x := checker.Explore(m, checker.Options[S]{
		Properties: []spec.Property[S]{p}, UntilViolated: true, MaxStates: maxStates,
	})
	if x.Breach != nil {
		return Found{Why: x.Breach.Contract + ": " + x.Breach.Why, Path: pathText(x.Breach.Path)}
	}
	r := x.Results[0]
	return Found{Verdict: r.Verdict, Length: len(r.Path.States), Why: r.Why, Path: pathText(r.Path)}
}

func pathText[S any](p checker.Path[S]) string {
	if len(p.States) == 0 {
		return ""
	}
	return p.String()
}
