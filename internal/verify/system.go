package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults/explore"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

// Judged is what properties are judged on: a specification state with local
// states L, the ghost G beside it, and what is spent of the budget.
type Judged[L, G any] = spec.Spent[spec.Watched[spec.State[L], G]]

// System is one configuration of a protocol whose specification has local states
// L and whose properties need the ghost G (struct{} for none). It is a Subject.
type System[L, G any] struct {
	// Variety says which protocol of a family runs; "" where there is no family.
	Variety string
	// Model is the executable specification; nil where there is none, see [Definition].
	Model spec.Model[spec.State[L]]
	// Cluster are the implementation's processes.
	Cluster network.Cluster
	// Local reads one process of the implementation as the specification sees
	// it; state is what its State method returns, nil while it is down. The network
	// needs no reading: it is the same for every protocol.
	Local func(at spec.NodeID, state any) L
	// Ghost is the history that the properties need.
	Ghost spec.Ghost[G]
	// Shows is what the ghost sees of a process of the implementation that is up, where it has
	// See; state as for Local. It must return a value of a registered type, or nil.
	Shows func(at spec.NodeID, state any) any
	// Budget bounds the faults.
	Budget spec.Budget
	// Excuses, where set, is asked of states in which something that must happen is beyond the
	// budget, nil excusing them: the property of runs that fails there counts as holding. Where Excuses
	// is not set the budget excuses all of them.
	Excuses func(Judged[L, G]) error
	// Within says in a few words what is searched, where processes and budget do not: a model of
	// which the whole is one process, and the configuration the bound.
	Within string
	// Properties are all that the protocol has, by their names in TLA+.
	Properties []spec.Property[Judged[L, G]]
	// Fairness says what is fair under each specification of the module that has any,
	// by its name there.
	Fairness map[string][]spec.Fairness
	// Actions are the names of all actions of the protocol, Cannot those of them that the
	// configuration rules out.
	Actions, Cannot spec.SetOf[string]
	// Cfg are the values of the module's constants that are the protocol's own, as
	// tlc.Show reads them.
	Cfg map[string]any
}

// Subject returns the system ready to be explored.
func (s System[L, G]) Subject() Subject { return newSubject(s.untyped()) }

// newSubject returns a system without its types. It is not inlined, so that who calls it
// does not compile the engine once more.
//
//go:noinline
func newSubject(u *untyped) Subject { return &system{u} }

// system is a System without its types. It is a Subject.
type system struct{ *untyped }

// watched is the specification with the ghost.
func (s *system) watched() spec.Model[spec.Watched[spec.Living, any]] {
	return spec.Watch(s.model, s.ghost)
}

// bounded is the specification with the ghost, within the budget.
func (s *system) bounded() spec.Model[state] { return spec.Bounded(s.watched(), s.budget) }

// exploreSpec explores the specification within the budget.
func (s *system) exploreSpec(o checker.Options[state]) *checker.Exploration[state] {
	o.Value = s.value
	return checker.Explore(s.bounded(), o)
}

// flightOf lists the copies in flight to a process, in order.
func flightOf(inbox []explore.Copies) []spec.Message {
	var flight []spec.Message
	for _, copies := range inbox {
		flight = append(flight, slices.Repeat([]spec.Message{copies.Msg}, copies.Count)...)
	}
	return flight
}

// load returns the memory of a process as its State method does, nil if it is down.
func load(c network.Cluster, at spec.NodeID, p explore.Process) any {
	if !p.Up {
		return nil
	}
	state := c.New(at).State()
	p.Load(state)
	return state
}

// Constants returns the network's constants, the budget's and the protocol's.
func (s *system) Constants() (map[string]tlc.Value, error) {
	constants := map[string]tlc.Value{
		"N":        tlc.Int(s.cluster.Nodes),
		"Failures": tlc.Str(s.cluster.Failures.String()),
		"Boots":    tlc.Bool(s.cluster.Boots),
		"Ordered":  tlc.Bool(s.cluster.Ordered),
		"MayCrash": shown(s.budget.MayCrash),
	}
	for _, line := range s.budget.Lines {
		constants["Max"+strings.ToUpper(line.Name[:1])+line.Name[1:]] = tlc.Int(line.Most)
	}
	for name, value := range s.cfg {
		v, err := tlc.Show(value)
		if err != nil {
			return nil, fmt.Errorf("constant %s: %w", name, err)
		}
		constants[name] = v
	}
	return constants, nil
}

// Forbidden returns the actions that the budget or the configuration leaves no room for.
func (s *system) Forbidden() spec.SetOf[string] {
	forbidden := s.cannot
	for _, name := range s.actions {
		if s.budget.Forbids(name) || !s.cluster.Allows(name) {
			forbidden = forbidden.With(name)
		}
	}
	return forbidden
}

// chosen returns the properties of those names, in their order.
func (s *system) chosen(names []string) ([]spec.Property[state], error) {
	var chosen []spec.Property[state]
	for _, name := range names {
		i := slices.IndexFunc(s.properties, func(p spec.Property[state]) bool {
			return p.Name == name
		})
		if i < 0 {
			return nil, fmt.Errorf("%s is no property that Go knows; state it in the protocol's properties", name)
		}
		chosen = append(chosen, s.properties[i])
	}
	return chosen, nil
}

// Explore explores the specification and holds the implementation against it.
func (s *system) Explore(names []string) (Explored, error) {
	chosen, err := s.chosen(names)
	if err != nil {
		return Explored{}, err
	}
	x := s.exploreSpec(checker.Options[state]{
		Properties: chosen, KeepSteps: true, MaxStates: cmp.Or(s.most, maxStates),
	})
	impl, err := s.reach(nil, ReachOptions{MaxStates: checker.MostStates(x)})
	if err != nil {
		return Explored{}, err
	}
	eq, r := impl.equals(x), impl.report()
	if found := impl.nondeterminism(); found != nil && eq.Difference == nil {
		eq.Difference = &checker.Difference{
			Path: found.Path.String(), What: found.Contract + ": " + found.Why, Columns: [2]string{"", ""},
		}
	}
	e := Explored{
		Spec:       counts(x),
		Impl:       Counts{States: r.States, NamedEdges: eq.NamedEdges, Edges: r.Edges, Depth: r.Depth},
		Images:     eq.Images,
		Actions:    happened(x.Steps),
		Difference: eq.Difference,
		Graph:      func() checker.NamedGraph { return s.graph(x) },
	}
	for _, r := range x.Results {
		if r.Verdict != spec.Holds {
			e.Violations = append(e.Violations, fmt.Sprintf("%s: %s (%s), after\n%s",
				r.Property.Name, r.Verdict, r.Why, s.pathText(r.Path)))
		}
	}
	return e, nil
}

// maxStates ends the exploration of a specification that has no end; no case
// that is compared with TLC comes near it.
const maxStates = 500_000

func happened(steps [][]checker.Step) spec.SetOf[string] {
	var names spec.SetOf[string]
	for _, out := range steps {
		for _, step := range out {
			names = names.With(step.Action.Name)
		}
	}
	return names
}

func counts(x *checker.Exploration[state]) Counts {
	return Counts{States: len(x.States), NamedEdges: x.NamedEdges, Edges: x.Edges, Depth: x.Depth}
}

// Search looks for a shortest violation of one property in one column.
func (s *system) Search(column Column, name string) (Found, error) {
	chosen, err := s.chosen([]string{name})
	if err != nil {
		return Found{}, err
	}
	if column == Spec {
		return s.searchSpec(chosen[0]), nil
	}
	impl, err := s.reach(chosen, ReachOptions{MaxStates: maxStates, UntilViolated: true})
	if err != nil {
		return Found{}, err
	}
	r := impl.report()
	if r.Breach != "" {
		return Found{Name: name, Why: r.Breach}, nil
	}
	return r.Results[0], nil
}

func (s *system) searchSpec(p spec.Property[state]) Found {
	x := s.exploreSpec(checker.Options[state]{
		Properties: []spec.Property[state]{p}, UntilViolated: true, MaxStates: maxStates,
	})
	if x.Breach != nil {
		return Found{Why: x.Breach.Contract + ": " + x.Breach.Why, Path: s.pathText(x.Breach.Path)}
	}
	r := x.Results[0]
	return Found{Verdict: r.Verdict, Length: len(r.Path.States), Why: r.Why, Path: s.pathText(r.Path)}
}
