package campaign_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// lossy is a plan in which a loss of four beats in a row has somebody suspected who is up: Calm fails.
func lossy() faults.Plan {
	var lost []faults.Kind
	for nth := range patience + 1 {
		lost = append(lost, &faults.Loss{Copy: faults.MessageRef{Kind: "Beat", From: 1, To: 0, Nth: 3 + nth}})
	}
	plan := beatPlan(beatConfig{Nodes: 2}, 12, lost...)
	plan.Why = "four beats are lost"
	plan.Expect = []faults.Expect{{Violates: calm}}
	return plan
}

// digested is the plan with the digests of its runs.
func digested(t *testing.T, plan faults.Plan) faults.Plan {
	t.Helper()
	all, err := campaign.Replay(beatHarness(), plan)
	if err != nil {
		t.Fatal(err)
	}
	plan.Expect = slices.Clone(plan.Expect)
	for i, r := range all {
		plan.Expect[i].Digest = r.Outcome.Report.Digest
	}
	return plan
}

// Each expectation of a plan is run and judged with its own changes; a plan without any is judged by nothing.
func TestReplayJudgesEachExpectation(t *testing.T) {
	plan := lossy()
	with := func(field, value string) map[string]json.RawMessage {
		return map[string]json.RawMessage{field: json.RawMessage(value)}
	}
	plan.Expect = []faults.Expect{
		{Violates: calm},
		{With: with("nodes", "3"), Violates: calm},
		{},
		{Violates: few},
		{Violates: calm, Digest: "x"},
		{Violates: calm, Patient: true},
		{With: with("lives", "1"), Violates: calm},
	}
	all, err := campaign.Replay(beatHarness(), plan)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"", "", "Calm fails", "Few should fail, and it holds; Calm fails instead", "the digest is", "", ""}
	for i, r := range all {
		text := strings.Join(r.Wrong, "; ")
		if (text == "") != (want[i] == "") || !strings.Contains(text, want[i]) {
			t.Errorf("expectation %d: wrong is %q, want %q", i, text, want[i])
		}
	}
	if len(all) != len(want) || !strings.Contains(string(all[1].Plan.Config), `"nodes":3`) || !all[5].Plan.Patient {
		t.Errorf("%d runs; the second is of %s", len(all), all[1].Plan.Config)
	}
	plan.Expect = nil
	if all, err = campaign.Replay(beatHarness(), plan); err != nil || len(all) != 1 || len(all[0].Wrong) > 0 {
		t.Errorf("without expectations: %v, %v", all, err)
	}
}

// What a plan says that cannot be is refused, and says where.
func TestReplayRefuses(t *testing.T) {
	never := faults.MessageRef{Kind: "Beat", From: 0, To: 1, Nth: 500}
	for _, row := range []struct {
		name   string
		change func(p *faults.Plan)
		want   string // "" for nothing
	}{
		{"nothing", func(*faults.Plan) {}, ""},
		{"no such property", func(p *faults.Plan) { p.Expect[0].Violates = "Peace" }, `violates: "Peace"`},
		{"no such assumption", func(p *faults.Plan) { p.Expect[0].Outside = []string{"S1"} }, `outside[0]: "S1"`},
		{"a contract", func(p *faults.Plan) { p.Expect[0].Violates = "NoPanic" }, ""},
		{"a configuration", func(p *faults.Plan) { p.Config = []byte(`{"nodes": 1}`) }, "config.nodes: 1"},
		{"a change of it", func(p *faults.Plan) {
			p.Expect[0].With = map[string]json.RawMessage{"nodes": json.RawMessage("1")}
		}, "expect[0].with.nodes: 1"},
		{"a loss of what is never sent", func(p *faults.Plan) {
			p.Faults = append(p.Faults, faults.Fault{Kind: &faults.Loss{Copy: never}})
		}, "faults[4]: takes no effect in the run, name something that happens"},
		{"that, and nothing is expected", func(p *faults.Plan) {
			p.Faults, p.Expect = append(p.Faults, faults.Fault{Kind: &faults.Loss{Copy: never}}), nil
		}, ""},
		{"that, and nothing fails", func(p *faults.Plan) {
			p.Faults, p.Expect = []faults.Fault{{Kind: &faults.Loss{Copy: never}}}, nil
		}, `faults[0]: takes no effect in the run, name something that happens, or say "optional": true`},
		{"that of a kind that nobody sends any more", func(p *faults.Plan) {
			p.Faults[2].Kind = &faults.Loss{Copy: faults.MessageRef{Kind: "Pulse", From: 1, To: 0, Nth: 5}}
			p.Expect = nil
		}, "faults[2]: takes no effect in the run"},
		{"a crash of who is down", func(p *faults.Plan) {
			p.Faults = []faults.Fault{{Kind: crash(1, 2*rounds, 5*rounds)}, {Kind: crash(1, 3*rounds, rounds)}}
			p.Expect = nil
		}, "faults[1]: takes no effect in the run"},
		{"one that may miss", func(p *faults.Plan) {
			p.Faults, p.Expect = []faults.Fault{{Kind: &faults.Loss{Copy: never}, Optional: true}}, nil
		}, ""},
		{"one that may miss, and a failure is expected", func(p *faults.Plan) {
			p.Faults = append(p.Faults, faults.Fault{Kind: &faults.Loss{Copy: never}, Optional: true})
		}, ""},
		{"a pin of what is never sent", func(p *faults.Plan) {
			p.Pins, p.Expect = []faults.Pin{{Kind: &faults.DelayPin{Copy: never, By: ms}}}, nil
		}, `pins[0]: takes no effect in the run, name something that happens, or say "optional": true`},
		{"an optional one", func(p *faults.Plan) {
			p.Pins = []faults.Pin{{Kind: &faults.DelayPin{Copy: never, By: ms}, Optional: true}}
		}, ""},
		{"a crash of nobody", func(p *faults.Plan) {
			p.Faults = append(p.Faults, faults.Fault{Kind: crash(7, ms, ms)})
		}, "faults[4].crash.node"},
	} {
		plan := lossy()
		row.change(&plan)
		_, err := campaign.Replay(beatHarness(), plan)
		if (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want %q", row.name, err, row.want)
		}
	}
}

// A corpus holds plans and nothing else, each of which says why it is there and what is to come of it.
func TestCorpusRefuses(t *testing.T) {
	good := digested(t, lossy())
	for _, row := range []struct {
		name, file string
		change     func(p *faults.Plan)
		holds      bool
		want       string // "" for nothing
	}{
		{"nothing", "a.json", func(*faults.Plan) {}, false, ""},
		{"no plan", "a.text", func(*faults.Plan) {}, false, "is no plan"},
		{"no plan of a transcript", "a.txt", func(*faults.Plan) {}, false, "is the transcript of a plan that is gone"},
		{"no reason", "a.json", func(p *faults.Plan) { p.Why = "" }, false, "why: is missing"},
		{"no expectation", "a.json", func(p *faults.Plan) { p.Expect = nil }, false, "expect: is missing"},
		{
			"no digest", "a.json", func(p *faults.Plan) { p.Expect[0].Digest = "" }, false,
			"expect[0].digest: is missing",
		},
		{"of another protocol", "a.json", func(p *faults.Plan) { p.Protocol = "other" }, true, ""},
		{
			"of another name, in a corpus of its own", "a.json", func(p *faults.Plan) { p.Protocol = "heart" }, false,
			`protocol: "heart", it must be beat`,
		},
		{"nothing of it, where all must hold", "a.json", func(p *faults.Plan) { p.Why, p.Expect = "", nil }, true, ""},
		{"no digest, where all must hold", "a.json", func(p *faults.Plan) { p.Expect[0].Digest = "" }, true, ""},
		{"a version", "a.json", func(p *faults.Plan) { p.Version = 9 }, false, "version"},
		{"an error in it", "a.json", func(p *faults.Plan) { p.Config = []byte("{}") }, false, "config.nodes"},
	} {
		plan := good
		plan.Expect = slices.Clone(good.Expect)
		row.change(&plan)
		p := beatHarness()
		p.Holds = row.holds
		p.Corpus = fstest.MapFS{"testdata/corpus/" + row.file: {Data: campaign.PlanText(plan)}}
		entries, err := campaign.ReplayOwnCorpus(p)
		if (err == nil) != (row.want == "") || err != nil && !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: got %v, want %q", row.name, err, row.want)
		}
		if err == nil && (len(entries) == 0) != (plan.Protocol == "other") {
			t.Errorf("%s: %d entries", row.name, len(entries))
		}
		if len(entries) == 0 {
			continue
		}
		wrong := entries[0].Replayed[0].Wrong
		if entries[0].Name() != "a" || len(wrong) > 0 != (plan.Expect == nil) {
			t.Errorf("%s: entry %s, wrong is %q", row.name, entries[0].Name(), wrong)
		}
	}
	if entries, err := campaign.ReplayOwnCorpus(beatHarness()); entries != nil || err != nil {
		t.Errorf("no corpus: %v, %v", entries, err)
	}
}

// A replay says which faults took effect, and what the plan names that did not.
func TestEffects(t *testing.T) {
	never := faults.MessageRef{Kind: "Beat", From: 0, To: 1, Nth: 500}
	dead := &faults.Loss{Copy: never}
	for _, row := range []struct {
		name   string
		change func(p *faults.Plan)
		want   []string
	}{
		{"four losses", func(*faults.Plan) {}, []string{"faults took effect: loss 4, premature 7"}},
		{"nothing", func(p *faults.Plan) { p.Faults, p.Expect = nil, nil }, nil},
		{"what may miss", func(p *faults.Plan) {
			p.Faults = []faults.Fault{{Kind: dead, Optional: true}}
			p.Pins, p.Expect = []faults.Pin{{Kind: &faults.DelayPin{Copy: never, By: ms}, Optional: true}}, nil
		}, []string{"faults took effect: premature 11", "without effect, as they may be: faults[0], pins[0]"}},
		{"what a failure comes without", func(p *faults.Plan) {
			p.Faults, p.Expect = append(p.Faults, faults.Fault{Kind: dead}), nil
		}, []string{"faults took effect: loss 4, premature 7", "without effect: faults[4]"}},
		{"more than anybody reads", func(p *faults.Plan) {
			for nth := range 15 {
				copied := never
				copied.Nth += nth
				p.Faults = append(p.Faults, faults.Fault{Kind: &faults.Loss{Copy: copied}, Optional: true})
			}
		}, []string{
			"faults took effect: loss 4, premature 7",
			"without effect, as they may be: faults[4], faults[5], faults[6], faults[7], faults[8], faults[9], " +
				"faults[10], faults[11], faults[12], faults[13], faults[14], faults[15], and 3 more",
		}},
	} {
		plan := lossy()
		row.change(&plan)
		all, err := campaign.Replay(beatHarness(), plan)
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
		} else if got := all[0].Effects(); !slices.Equal(got, row.want) {
			t.Errorf("%s: %q, want %q", row.name, got, row.want)
		}
	}
}

// What comes of a plan is written into it, and nothing that meets nothing stays.
func TestExpecting(t *testing.T) {
	plan := lossy()
	plan.Expect = nil
	never := faults.MessageRef{Kind: "Beat", From: 0, To: 1, Nth: 500}
	plan.Faults = append(plan.Faults, faults.Fault{Kind: &faults.Loss{Copy: never}})
	plan.Pins = []faults.Pin{{Kind: &faults.DelayPin{Copy: never, By: ms}, Optional: true}}
	got, err := campaign.Expecting(beatHarness(), plan)
	if err != nil || len(got.Faults) != 4 || len(got.Pins) != 0 || len(got.Expect) != 1 ||
		got.Expect[0].Violates != calm || got.Expect[0].Digest == "" {
		t.Errorf("%+v, %v", got, err)
	}
	if len(plan.Faults) != 5 || plan.Expect != nil {
		t.Error("the plan itself has changed")
	}
	calmly := beatPlan(beatConfig{Nodes: 2}, 3)
	if _, err := campaign.Expecting(beatHarness(), calmly); err == nil || !strings.Contains(err.Error(), "why") {
		t.Errorf("a plan without a reason: %v", err)
	}
	calmly.Why = "nothing happens"
	if got, err = campaign.Expecting(beatHarness(), calmly); err != nil || got.Expect[0].Violates != "" {
		t.Errorf("nothing fails: %+v, %v", got.Expect, err)
	}
	plan = digested(t, lossy())
	plan.Expect[0].Digest, plan.Expect[0].Violates = "old", detects
	if got, err = campaign.Expecting(beatHarness(), plan); err != nil || got.Expect[0].Violates != calm ||
		got.Expect[0].Digest == "old" {
		t.Errorf("expectations are said anew: %+v, %v", got.Expect, err)
	}
	plan.Expect[0].Witnesses = []string{"Crash at 0"}
	_, err = campaign.Expecting(beatHarness(), plan)
	if err == nil || !strings.Contains(err.Error(), "mend that by hand") {
		t.Errorf("a witness that does not happen: %v", err)
	}
}

// A drawn plan may name what then takes no effect. The plans that are written of its failure say so, or
// are without it, so that their replays fail for the property alone.
func TestWrittenFailuresHaveNoDeadFaults(t *testing.T) {
	plan := lossy()
	plan.Expect = nil
	plan.Faults = append(plan.Faults, faults.Fault{Kind: crash(1, 11*rounds, rounds)},
		faults.Fault{Kind: crash(1, 11*rounds+ms, rounds)})
	f, err := beatHarness().NewFailure(1, plan, campaign.Violation{Property: calm}, "a test", 300, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, drawn := range f.Drawn.Faults {
		if drawn.Optional != (i == 5) {
			t.Errorf("drawn: faults[%d] is optional: %t", i, drawn.Optional)
		}
	}
	if plan.Faults[5].Optional || len(f.Minimal.Plan.Faults) >= 6 {
		t.Errorf("the plan itself is changed, or not shrunk: %v", f.Minimal.Plan.Words())
	}
	for _, p := range []faults.Plan{campaign.Failing(f.Minimal.Plan), f.Drawn} {
		mended := beatHarness()
		all, err := campaign.Replay(mended, p)
		if err != nil || !all[0].Outcome.Fails(calm) {
			t.Errorf("%v: %v", p.Words(), err)
		}
	}
}
