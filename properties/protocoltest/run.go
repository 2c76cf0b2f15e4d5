package protocoltest

import (
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Suite is what the tests of a protocol are made of: its registration, and rows of what is
// known of it.
type Suite struct {
	Protocol verify.Registration
	// Corpus names the entries of the corpus, in order.
	Corpus []string
	// Runs is how many keyed runs witness what the runs of rapid have not; 2000 where 0.
	Runs int
	// Digests are those of a keyed campaign after so many runs; the least that is not the
	// only one is run in short mode.
	Digests map[int]string
	// Reaches says how large numbers are that the whole keyed campaign must have seen, by their names in its result:
	// what is drawn goes beyond the smallest.
	Reaches map[string]int64
	// Walks are enacted: each must replay as a plan.
	Walks []Walks
	// Lines are the lines of a walk's budget.
	Lines []spec.Line
	// SabotageOfTLA are changes of TLA+ modules that the case of the row refuses. Changes of Go code stand in the
	// package's testdata/planted.
	SabotageOfTLA []Mutant
}

// Run runs all tests that every protocol has, each as a subtest. In short mode those that
// build programs, run TLC, or run thousands of worlds are left to make test and make mutants.
func Run(t *testing.T, s Suite) {
	defer debug.SetGCPercent(debug.SetGCPercent(collect))
	registered := s.Protocol.Registered()
	p := registered.Campaigns()
	batch := tlc.Batches(t)
	t.Run("Cases", func(t *testing.T) { Cases(t, registered, batch) })
	t.Run("EveryActionHappens", func(t *testing.T) { EveryActionHappens(t, registered) })
	t.Run("PropertiesOfRuns", func(t *testing.T) { PropertiesOfRuns(t, registered) })
	t.Run("Claims", func(t *testing.T) { Claims(t, registered) })
	t.Run("Experiments", func(t *testing.T) { Experiments(t, registered) })
	t.Run("Corpus", func(t *testing.T) { Corpus(t, p, s.Corpus) })
	t.Run("Campaign", func(t *testing.T) { Rapid(t, p, s.Runs) })
	t.Run("Keyed", func(t *testing.T) { Keyed(t, p, s.Digests, s.Reaches) })
	t.Run("ShrinkEnds", func(t *testing.T) { ShrinkEnds(t, p) })
	t.Run("FaultsTakeEffect", func(t *testing.T) { FaultsTakeEffect(t, p) })
	t.Run("PathsAreEnacted", func(t *testing.T) {
		for _, w := range s.Walks {
			t.Run(w.Config, func(t *testing.T) { Enacted(t, p, s.Lines, w) })
		}
	})
	t.Run("Anchored", func(t *testing.T) { Anchored(t, s.SabotageOfTLA) })
	if !testing.Short() { // as rowsHere says
		s.planted(t, p)
	}
	t.Run("SabotageOfTLA", func(t *testing.T) {
		if testing.Short() {
			t.Skip("runs TLC for each row; make test and make mutants do")
		}
		Sabotage(t, registered, s.SabotageOfTLA, batch)
	})
}

// EveryActionHappens demands that no action of a model is left out of all graphs: its
// handler would be compared with nothing. Which actions happen in a graph, Cases holds
// against the budget and the field never of its case.
func EveryActionHappens(t *testing.T, p verify.Protocol) {
	if !p.HasCases() {
		return
	}
	table, err := p.Table()
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range p.Models {
		missing := model.Actions
		for _, c := range table.Cases {
			if c.Kind != cases.Graph || c.Module != model.Module {
				continue
			}
			subject, err := model.Open(c)
			if err != nil {
				t.Fatal(err)
			}
			absent := spec.NewSet(c.Never...).Union(subject.Forbidden())
			missing = missing.Minus(model.Actions.Minus(absent))
		}
		if len(missing) > 0 {
			t.Errorf("no graph of %s has a step %s", model.Module, strings.Join(slices.Clone(missing), ", "))
		}
	}
}

// PropertiesOfRuns demands that the campaigns' registration names each property by which runs are judged that are
// held against the specification, and no other: plans and reports know a property by this name.
func PropertiesOfRuns(t *testing.T, p verify.Protocol) {
	if !p.HasCases() || len(p.Models) == 0 || p.Runs.Open == nil {
		return
	}
	table, err := p.Table()
	if err != nil {
		t.Fatal(err)
	}
	var judged spec.SetOf[string]
	for _, c := range table.Cases {
		if c.Module != p.Models[0].Module || c.Kind == cases.Bound {
			continue
		}
		subject, err := p.Open(c)
		if err != nil {
			t.Fatal(err)
		}
		for _, stated := range subject.Stated() {
			if stated.InRuns && !p.Runs.Unspecified {
				judged = judged.With(stated.Name)
			}
		}
	}
	if unnamed := judged.Minus(spec.NewSet(slices.Concat(p.Runs.Properties, p.Runs.OfStates)...)); len(unnamed) > 0 {
		t.Errorf("runs are judged by %s, and OfStates of the registration does not say so", strings.Join(unnamed, ", "))
	}
	if idle := spec.NewSet(p.Runs.OfStates...).Minus(judged); len(idle) > 0 {
		t.Errorf("OfStates names %s, by which no run is judged", strings.Join(idle, ", "))
	}
}
