package ctolerant

import (
	"encoding/json"
	"testing"

	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// idle is a process that does nothing, whatever happens. It looks like one of an election.
type idle struct{ state any }

func (idle) Step(impl.Event, *impl.Effects) {}

func (n idle) State() any { return n.state }

// idling are elections of processes that do nothing.
func idling() verify.Protocol {
	return Protocol(func(cfg words.Config, p *protocol) {
		p.New = func(id spec.NodeID, _ int) impl.Node { return idle{implementation.New(id, cfg).State()} }
	}).Registered()
}

// Where processes do nothing a campaign sees none of the witnesses, so that its passes
// count for nothing.
func TestIdleProcessesAreNoWitnesses(t *testing.T) {
	p := idling().Campaigns()
	// In small groups: each of them runs to its very end.
	small := map[string]json.RawMessage{"nodes": json.RawMessage("5")}
	runs := 30
	if testing.Short() {
		runs = 15
	}
	o := campaign.Options{Runs: runs, Seed: 1, Tries: 1, Fixed: small}
	r, err := p.Campaign(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if unseen := r.Unseen(p); len(unseen) != len(Witnesses()) {
		t.Errorf("unseen are %q only, of %q", unseen, Witnesses())
	}
	if len(r.Failed) == 0 {
		t.Error("EverybodyLed and RunEnds must fail")
	}
}

// Where processes do nothing no witness among the properties fails, so that each case that
// says it must is red.
func TestIdleProcessesNeverFailWitnesses(t *testing.T) {
	p, witnesses := idling(), map[string]bool{}
	for _, p := range Properties(words.Config{Nodes: 1}.WithDefaults()) {
		witnesses[p.Name] = p.Witness
	}
	witnesses["NeverExhausted"] = true
	table, err := cases.Read(tla.Modules, "ctolerant/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range table.Cases {
		if !witnesses[c.Violates] {
			continue
		}
		delete(witnesses, c.Violates)
		cfg, err := words.Parse(c.Config)
		if err != nil {
			t.Fatal(err)
		}
		o := verify.ReachOptions{MaxStates: 20_000}
		r, err := p.Under(cfg, budgetOf(c)).Reach([]string{c.Violates}, c.Specification, o)
		if err != nil {
			t.Fatal(err)
		}
		if v := r.Results[0].Verdict; v != spec.Holds {
			t.Errorf("%s: %s is %v of processes that do nothing", c.ID, c.Violates, v)
		}
	}
	for name, witness := range witnesses {
		if witness {
			t.Errorf("no case says that %s fails", name)
		}
	}
}

func budgetOf(c cases.Case) spec.Budget {
	budget := spec.Budget{Lines: words.Lines()}
	for i, line := range budget.Lines {
		budget.Lines[i].Most = c.Budget[line.Name]
	}
	for _, id := range c.MayCrash {
		budget.MayCrash = budget.MayCrash.With(spec.NodeID(id))
	}
	return budget
}
