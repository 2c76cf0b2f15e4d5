package verify

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/spec"
)

// watched is the specification with the ghost.
func (s *system) watched() spec.Model[spec.Watched[spec.Living, any]] {
	return spec.Watch(s.model, s.ghost)
}

// bounded is the specification with the ghost, within the budget.
func (s *system) bounded() spec.Model[state] { return spec.Bounded(s.watched(), s.budget) }

// drift returns the line of the budget that lets a clock fall behind all readings, "" if there is none.
func (s *system) drift() string {
	for _, line := range s.budget.Lines {
		d := s.cluster.Discrete
		if d != nil && d.Relative() && slices.Contains(line.Counts, spec.AdvanceSlow) && line.Most >= d.Span {
			return line.Name
		}
	}
	return ""
}

// premature returns a line of the budget that, in discrete time, counts nothing but timers that fire early. It returns
// "" if there is none.
func (s *system) premature() string {
	for _, line := range s.budget.Lines {
		other := func(name string) bool {
			return spec.ClassOf(strings.TrimPrefix(name, spec.CrashIn(""))) != spec.ClassPremature
		}
		if s.cluster.Discrete != nil && line.Most > 0 && !slices.ContainsFunc(line.Counts, other) {
			return line.Name
		}
	}
	return ""
}

// exploreSpec explores the specification within the budget.
func exploreSpec(s *system, o checker.Options[state]) *checker.Exploration[state] {
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
	if d := s.cluster.Discrete; d != nil {
		if s.cluster.Reads && d.Unit != time.Millisecond { // durations in values are shown in milliseconds
			return nil, fmt.Errorf("a tick is %s; where processes read clocks, modules know ticks of 1ms only", d.Unit)
		}
		for name, value := range map[string]int{
			"Horizon": d.Horizon, "Span": d.Span, "Skew": d.Skew, "Steady": d.Steady, "Delay": d.Delay, "Late": d.Late,
		} {
			constants[name] = tlc.Int(value)
		}
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
func (s *system) Forbidden() (forbidden spec.SetOf[string]) {
	if s.actions == nil {
		return nil
	}
	for _, name := range s.actions() {
		if s.cannot.Has(name) || s.budget.Forbids(name) || !s.cluster.Allows(name) {
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
	x := exploreSpec(s, checker.Options[state]{
		Properties: chosen, KeepSteps: true, MaxStates: cmp.Or(s.most, maxStates),
	})
	impl, err := reachOf(s, nil, ReachOptions{MaxStates: checker.MostStates(x)})
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
		Graph:      func() checker.NamedGraph { return graphOf(s, x) },
	}
	for _, r := range x.Results {
		if r.Verdict != spec.Holds {
			e.Violations = append(e.Violations, fmt.Sprintf("%s: %s (%s), after\n%s",
				r.Property.Name, r.Verdict, r.Why, pathOf(s, r.Path)))
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
	impl, err := reachOf(s, chosen, ReachOptions{MaxStates: maxStates, UntilViolated: true})
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
	x := exploreSpec(s, checker.Options[state]{
		Properties: []spec.Property[state]{p}, UntilViolated: true, MaxStates: maxStates,
	})
	if x.Breach != nil {
		return Found{Why: x.Breach.Contract + ": " + x.Breach.Why, Path: pathOf(s, x.Breach.Path)}
	}
	r := x.Results[0]
	return Found{Verdict: r.Verdict, Length: len(r.Path.States), Why: r.Why, Path: pathOf(s, r.Path)}
}
