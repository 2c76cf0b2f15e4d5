package world_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The explicit form of a plan gives the same run, and draws nothing; also after it
// was written to a file and read again.
func TestExplicitPlansRunTheSame(t *testing.T) {
	plans := 400
	if testing.Short() {
		plans = 120
	}
	for n := range plans {
		c, p := faultstest.Drawn(n, n%4 == 3)
		want := faultstest.MustRun(t, c, p)
		named, err := world.Explicit(c, p, false)
		if err != nil {
			t.Fatal(err)
		}
		if has(named, "reorder") {
			t.Errorf("plan %d: a reorder is left, beside the delay of its copy", n)
		}
		for _, f := range named.Faults {
			if flap, ok := f.Kind.(*faults.Flap); ok && !flap.Forever {
				t.Errorf("plan %d: a flap that ends is left, whose crashes can be named", n)
			}
		}
		if got := faultstest.MustRun(t, c, named); got.Digest != want.Digest {
			t.Errorf("plan %d: the explicit plan gives another run", n)
			showDifference(t, c, p, named)
			return
		}
		if want.Happened["lose"] == 0 && !has(named, "flap") { // then nothing is drawn
			other := named
			other.Seed, other.Rates.Lose = p.Seed+1, 0
			if got := faultstest.MustRun(t, c, other); got.Digest != want.Digest {
				t.Errorf("plan %d: the explicit plan depends on its seed", n)
			}
		}
		again, err := world.Explicit(c, named, false)
		if d := cmp.Diff(named, again); d != "" || err != nil {
			t.Errorf("plan %d: the explicit form of the explicit plan is another one: %s, %v", n, d, err)
		}
		if named.Rates.Lose = 0; cmp.Diff(faults.Rates{}, named.Rates) != "" || named.Delay.Min != named.Delay.Max ||
			named.Inputs.Min != named.Inputs.Max {
			t.Errorf("plan %d: the explicit plan draws: %+v", n, named)
		}
	}
}

// has tells whether a plan names a fault of that kind.
func has(p faults.Plan, kind string) bool {
	return slices.ContainsFunc(p.Faults, func(f faults.Fault) bool { return f.Name() == kind })
}

// What Explicit returns can be written to a file and read again.
func TestExplicitPlansGoThroughFiles(t *testing.T) {
	for n := range 100 {
		c, p := faultstest.Drawn(n, false)
		p.Rates.Reorder, p.Rates.ReorderBy, p.Config = 500, 7*faultstest.Ms, json.RawMessage("{}")
		named, err := world.Explicit(c, p, n%2 == 0)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(named)
		if err != nil {
			t.Fatal(err)
		}
		var read faults.Plan
		if err := input.Decode(text, &read); err != nil {
			t.Fatalf("plan %d: %v", n, err)
		}
		if d := cmp.Diff(named, read); d != "" {
			t.Errorf("plan %d changes on its way through a file: %s", n, d)
		}
	}
}

// Partitions and pauses that did no more than delay or lose copies and inputs are
// replaced by that.
func TestPartitionsAndPausesDissolve(t *testing.T) {
	for _, plan := range []string{
		`"faults": [{"pause": {"node": 1, "begin": "1ms", "end": "4ms"}}]`,
		`"faults": [{"partition": {"groups": [[0]], "begin": "1ms", "end": "4ms"}}]`,
		`"faults": [{"partition": {"groups": [[0]], "begin": "1ms", "end": "4ms", "drops": true}}]`,
		`"faults": [{"oneWay": {"from": [0], "to": [2], "begin": "1ms", "end": "4ms"}}]`,
		`"delay": {"min": "1ms", "max": "9ms"}, "faults": [{"pause": {"node": 1, "begin": "1ms", "end": "4ms"}},
			{"partition": {"groups": [[0], [1]], "begin": "1ms", "end": "8ms", "drops": true}}]`,
		`"faults": [{"oneWay": {"from": [2], "to": [1], "begin": "1ms", "end": "4ms"}}], ` + line,
		`"faults": [{"pause": {"node": 0, "begin": "0s", "end": "4ms"}}]`,
	} {
		var before, after faultstest.Tape
		p := faultstest.ScenePlan(t, plan)
		faultstest.MustRun(t, faultstest.Scene(spec.MessagesWait), p, &before)
		named, err := world.Explicit(faultstest.Scene(spec.MessagesWait), p, true)
		if err != nil {
			t.Fatal(err)
		}
		faultstest.MustRun(t, faultstest.Scene(spec.MessagesWait), named, &after)
		if d := cmp.Diff(before.Steps(), after.Steps()); d != "" {
			t.Errorf("%s: the run becomes another one: %s", plan, d)
		}
		for _, f := range named.Faults {
			if slices.Contains([]string{"partition", "oneWay", "pause"}, f.Name()) {
				t.Errorf("%s: a %s is left", plan, f.Name())
			}
		}
	}
}

func showDifference(t *testing.T, c network.Cluster, p, named faults.Plan) {
	t.Helper()
	var a, b faultstest.Tape
	faultstest.MustRun(t, c, p, &a)
	faultstest.MustRun(t, c, named, &b)
	for i := range a.Lines {
		if i >= len(b.Lines) || a.Lines[i] != b.Lines[i] {
			t.Errorf("line %d: %s", i, strings.Join(a.Lines[max(0, i-3):i+1], "\n"))
			t.Errorf("the explicit plan's: %s", strings.Join(b.Lines[i:min(i+1, len(b.Lines))], "\n"))
			break
		}
	}
	text, _ := json.MarshalIndent(p.WithDefaults(), "", " ")
	t.Logf("%s", text)
}
