package campaign_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

// recovering is the beat in groups of one size, whose processes come up again. A minority may stay down, of all but
// the highest.
func recovering(nodes int) campaign.Harness {
	p := beatHarness()
	draw := p.Draw
	p.Draw = func(c campaign.Chooser, _ map[string]json.RawMessage, b bool) (json.RawMessage, campaign.Shape) {
		config, shape := draw(c, map[string]json.RawMessage{"nodes": campaign.JSON(nodes)}, b)
		shape.Crashes, shape.Lasting, shape.Failures = nodes, (nodes-1)/2, spec.MessagesVanish
		shape.MayCrash, shape.Rounds, shape.Settle = spec.AllNodes(nodes-1), 4, 2
		return config, shape
	}
	p.Habits = func(json.RawMessage) campaign.Habits {
		return campaign.Habits{
			Steps: []string{"TimeoutRound"}, At: map[string]spec.Set{"TimeoutRound": spec.AllNodes(nodes)},
			Cuts: map[string]int{"TimeoutRound": nodes - 1},
		}
	}
	return p
}

// watching is an observer that is a function.
type watching func(w *world.World, e *world.Event)

func (f watching) Observe(w *world.World, e *world.Event) { f(w, e) }

// runs draws and runs n plans. It calls see at each event, and ended after each run with the processes that are down.
func runs(t *testing.T, p campaign.Harness, n int, see watching, ended func(spec.Set, faults.Plan, world.Report)) {
	t.Helper()
	for run := range uint64(n) {
		plan := campaign.Draw(p, campaign.Keyed(7, run), nil)
		subject, err := p.Open(plan.Config)
		if err != nil {
			t.Fatal(err)
		}
		var last *world.World
		o, err := campaign.Run(subject, plan, false, watching(func(w *world.World, e *world.Event) {
			last = w
			see(w, e)
		}))
		if err != nil {
			t.Fatal(err)
		}
		ended(last.Down(), plan, o.Report)
	}
}

// In a tenth of the runs as many processes are down in the end as the protocol stands, and none that must not be.
func TestLastingCrashes(t *testing.T) {
	const n = 2000
	for _, nodes := range []int{3, 5, 7} {
		t.Run(fmt.Sprint(nodes), func(t *testing.T) {
			most, exactly := (nodes-1)/2, 0
			see := func(*world.World, *world.Event) {}
			runs(t, recovering(nodes), n, see, func(down spec.Set, _ faults.Plan, _ world.Report) {
				if len(down) == most {
					exactly++
				}
			})
			if exactly < n*8/100 || exactly > n*12/100 {
				t.Errorf("%d of %d are down in the end of %d of %d runs, want 8 to 12 %%", most, nodes, exactly, n)
			}
			t.Logf("%d of %d runs", exactly, n)
		})
	}
}

// Lasting crashes are added to a plan, or are crashes of it that last. They are as many as the protocol stands, at one
// process each, and none at a process that must not crash.
func TestLastingCrashesAreOfWhoMay(t *testing.T) {
	const nodes = 5
	p, more := recovering(nodes), 0
	without := p
	without.Draw = func(c campaign.Chooser, f map[string]json.RawMessage, b bool) (json.RawMessage, campaign.Shape) {
		config, shape := p.Draw(c, f, b)
		shape.Lasting = 0
		return config, shape
	}
	for run := range uint64(3000) {
		before := campaign.Draw(without, campaign.Keyed(7, run), nil)
		after := campaign.Draw(p, campaign.Keyed(7, run), nil)
		var lasting spec.Set
		for i, f := range after.Faults {
			text := f.Kind.Words()
			if i < len(before.Faults) && before.Faults[i].Kind.Words() == text {
				continue
			}
			switch kind := f.Kind.(type) {
			case *faults.Crash:
				lasting = lasting.With(kind.Node)
			case *faults.CrashIn:
				lasting = lasting.With(kind.Step.Node)
			default:
				t.Errorf("run %d: %s is added", run, text)
			}
		}
		if lasting.Has(nodes-1) || len(lasting) > (nodes-1)/2 {
			t.Errorf("run %d: %s crash for good", run, lasting)
		}
		more += min(len(lasting), 1)
		if _, err := after.Check(nodes, spec.MessagesVanish); err != nil {
			t.Errorf("run %d: %v", run, err)
		}
	}
	if more < 200 || more > 400 {
		t.Errorf("%d of 3000 plans have lasting crashes", more)
	}
}

// A crash within a step comes before each of the effects that the step has, and takes effect if the step happens.
func TestCrashesComeBetweenEffects(t *testing.T) {
	const nodes = 6
	p := recovering(nodes)
	cuts, came, missed := map[int]int{}, 0, 0
	first := map[spec.NodeID]faults.Time{} // when the step came to a process first
	runs(t, p, 2000, func(_ *world.World, e *world.Event) {
		if _, ok := first[e.Action.At]; !ok && e.Action.Name == "TimeoutRound" {
			first[e.Action.At] = e.At
		}
		if e.Action.Class() != spec.ClassCrashIn {
			return
		}
		if len(e.Effects) != e.Action.Cut {
			t.Errorf("%d effects before cut %d", len(e.Effects), e.Action.Cut)
		}
		cuts[e.Action.Cut]++
	}, func(_ spec.Set, plan faults.Plan, r world.Report) {
		for i, f := range plan.Faults {
			kind, ok := f.Kind.(*faults.CrashIn)
			if !ok || kind.Step.Nth > 1 {
				continue
			}
			if !slices.Contains(r.Unmatched, faults.FaultField(i)) {
				came++
			} else if at, ok := first[kind.Step.Node]; ok && at < plan.Stop {
				missed++
			}
		}
		clear(first)
	})
	for cut := range nodes - 1 {
		if cuts[cut] < 10 {
			t.Errorf("%d crashes come before effect %d, they are %v", cuts[cut], cut, cuts)
		}
	}
	if came < 50 || missed > 0 {
		t.Errorf("%d crashes within a first step take effect, and %d do not though the step happens", came, missed)
	}
}
