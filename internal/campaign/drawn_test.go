package campaign_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

// drawn counts what stands in 3,000 plans that are drawn for four processes with these steps.
func drawn(t *testing.T, failures spec.Failures, steps []string) map[string]int {
	t.Helper()
	p := beatHarness()
	inner := p.Draw
	p.Steps = steps
	p.Draw = func(c campaign.Chooser, f map[string]json.RawMessage, b bool) (json.RawMessage, campaign.Shape) {
		config, shape := inner(c, f, b)
		shape.Nodes, shape.MayCrash, shape.MayFlap = 4, spec.AllNodes(4), spec.AllNodes(4)
		shape.Failures, shape.Skew = failures, 1000
		return config, shape
	}
	seen := map[string]int{}
	for run := range uint64(3_000) {
		plan := campaign.Draw(p, campaign.Keyed(5, run), nil)
		for name, there := range map[string]bool{
			"loss": plan.Rates.Loss > 0, "duplicate": plan.Rates.Duplicate > 0, "early": plan.Rates.Early > 0,
			"reorder": plan.Rates.Reorder > 0 && plan.Rates.ReorderBy > 0, "lose": plan.Rates.Lose > 0,
			"crashIn": plan.Rates.CrashIn > 0, "crashIn for good": plan.Rates.CrashIn > 0 && plan.Rates.Down == 0,
			"patient": plan.Patient, "topology": plan.Topology != nil, "tail": plan.Delay.Shape == faults.LongTail,
		} {
			if there {
				seen[name]++
			}
		}
		for _, f := range plan.Faults {
			seen["named "+f.Kind.Name()]++
			crash, ok := f.Kind.(*faults.Crash)
			switch {
			case !ok:
				continue
			case crash.After != nil:
				seen[fmt.Sprintf("crash of %d after %s, %d", crash.Node, crash.After.Action, crash.After.Nth)]++
			default:
				seen[fmt.Sprintf("crash of %d at a time", crash.Node)]++
			}
			if crash.Down == nil {
				seen["crash for good"]++
			}
		}
	}
	return seen
}

// Everything that may be drawn is: each kind of fault, each rate, and a crash of each process after each
// of the protocol's steps. What a failure model rules out is not.
func TestEverythingIsDrawn(t *testing.T) {
	steps := []string{"DeliverA", "DeliverBee", "DeliverQuery", "TimeoutWait", "TickBeat", "Kick"}
	for _, failures := range []spec.Failures{spec.CrashStop, spec.MessagesWait, spec.MessagesVanish} {
		seen := drawn(t, failures, steps)
		want := map[string]int{ // at least so often
			"loss": 1000, "duplicate": 1000, "early": 1000, "reorder": 1000, "crashIn": 500, "patient": 1000,
			"topology": 500, "tail": 1000, "crash for good": 30,
			"named crash": 1000, "named partition": 500, "named oneWay": 500, "named pause": 500,
			"named offset": 300, "named jump": 300, "named rate": 300, "named drift": 300,
		}
		for node := range 4 {
			want[fmt.Sprintf("crash of %d at a time", node)] = 20
			for _, step := range steps {
				want[fmt.Sprintf("crash of %d after %s, 1", node, step)] = 4
			}
		}
		none := []string{"crashIn for good", "lose"}
		switch failures {
		case spec.CrashStop:
			want["crashIn for good"], none = 500, []string{"lose", "named flap"}
		case spec.MessagesWait:
			want["lose"], want["named flap"], none = 500, 500, none[:1]
		default:
			want["named flap"] = 500
		}
		for name, least := range want {
			if seen[name] < least {
				t.Errorf("%s: %s is drawn in %d plans of 3,000, want %d", failures, name, seen[name], least)
			}
		}
		for _, name := range none {
			if seen[name] > 0 {
				t.Errorf("%s: %s is drawn in %d plans", failures, name, seen[name])
			}
		}
	}
}

// If it is known where each step happens, crashes are drawn there, later too, and within it, before each effect that a
// crash can come before.
func TestCrashesAtSteps(t *testing.T) {
	const runs = 4_000
	p := beatHarness()
	inner := p.Draw
	at := map[string]spec.Set{"DeliverA": {1}, "DeliverBee": {2, 3}}
	p.Habits = func(json.RawMessage) campaign.Habits {
		return campaign.Habits{
			Steps: []string{"DeliverA", "DeliverBee"}, At: at, Cuts: map[string]int{"DeliverA": 5, "DeliverBee": 0},
		}
	}
	p.Draw = func(c campaign.Chooser, f map[string]json.RawMessage, b bool) (json.RawMessage, campaign.Shape) {
		config, shape := inner(c, f, b)
		shape.Nodes, shape.MayCrash, shape.Crashes = 4, spec.AllNodes(4), 4
		shape.Failures, shape.Lasting = spec.MessagesVanish, 2
		return config, shape
	}
	elsewhere, seen := 0, map[string]int{}
	for run := range uint64(runs) {
		for i, f := range campaign.Draw(p, campaign.Keyed(5, run), nil).Faults {
			var step faults.StepRef
			switch kind := f.Kind.(type) {
			case *faults.Crash:
				if kind.After != nil {
					step = *kind.After
				}
			case *faults.CrashIn:
				step = kind.Step
				seen[fmt.Sprintf("within %s, cut %d", kind.Step.Action, kind.Cut)]++
			}
			if first := i == 0; first && step.Action != "" && !at[step.Action].Has(step.Node) {
				elsewhere++ // later ones come elsewhere if the processes of the step are down already
			}
			seen[step.Action]++
			seen[fmt.Sprintf("the %d. time", step.Nth)]++
		}
	}
	if elsewhere > seen["DeliverA"]/8 {
		t.Errorf("%d crashes are drawn where their step does not happen", elsewhere)
	}
	if a, b := seen["DeliverA"], seen["DeliverBee"]; a < 500 || b < 500 || a > 2*b || b > 2*a {
		t.Errorf("crashes at the one step are %d, at the other %d: want about as many", a, b)
	}
	for _, what := range []string{
		"within DeliverA, cut 0", "within DeliverA, cut 2", "within DeliverA, cut 4",
		"the 1. time", "the 2. time", "the 8. time",
	} {
		if seen[what] < 10 {
			t.Errorf("%s: drawn %d times", what, seen[what])
		}
	}
	for _, what := range []string{"within DeliverA, cut 5", "within DeliverBee, cut 0"} {
		if seen[what] > 0 {
			t.Errorf("%s: drawn %d times", what, seen[what])
		}
	}
}
