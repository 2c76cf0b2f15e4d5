package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// For each failure of a campaign, replay's own trace is the failure's, its diagram
// shows the same, and its steps are those of the trace.
func TestReplayOutputs(t *testing.T) {
	callsOften(t)
	t.Parallel()
	w := newWorld(t)
	if status, _, errs := w.call(t, nil, failing("c", failingRuns)...); status != exitFailed {
		t.Fatalf("status %d, %s", status, errs)
	}
	r, _ := resultIn(t, filepath.Join(w.cwd, "c"))
	if len(r.Failures) == 0 {
		t.Fatal("nothing failed")
	}
	read := func(names ...string) string {
		text, err := os.ReadFile(filepath.Join(append([]string{w.cwd}, names...)...))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for i, f := range r.Failures {
		plan := filepath.Join("c", f.Dir, campaign.PlanFile)
		trace, page := fmt.Sprint(i, ".ndjson"), fmt.Sprint(i, ".html")
		status, out, errs := w.call(t, nil, "replay", "-trace", trace, plan, "-step", "-diagram="+page)
		if status != exitFailed || errs != "" {
			t.Fatalf("%s: status %d, %s", plan, status, errs)
		}
		text := read(trace)
		if text != read("c", f.Dir, campaign.TraceFile) {
			t.Errorf("%s: -trace writes another trace than the campaign has", f.Dir)
		}
		for _, line := range strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n") {
			var step world.TraceLine
			if err := json.Unmarshal([]byte(line), &step); err != nil {
				t.Fatal(err)
			}
			if shown := fmt.Sprintf("\n%4d %10s  %s\n", step.N, step.At, step.Text); !strings.Contains(out, shown) {
				t.Errorf("-step does not show %q", shown)
			}
		}
		kept := read("c", f.Dir, campaign.DiagramFile)
		here := strings.Replace(read(page), program+" replay "+plan, "scrutineer replay plan.json", 1)
		here = strings.Replace(here, "replay</", "replay, in this page&#39;s folder</", 1)
		if svg(here) == "" || svg(here) != svg(kept) || !strings.Contains(here, f.Property+" fails") {
			t.Errorf("%s: -diagram draws another diagram than the campaign has", f.Dir)
		}
	}
}

// Where a clock is off -step and the trace say what it reads, and the trace can be read again.
func TestReplayShowsClocks(t *testing.T) {
	w := newWorld(t)
	write(t, w.cwd, "plan.json", `{"version": 1, "protocol": "lease", "stop": "1s",
		"config": {"nodes": 3, "failures": "stop", "length": 1000, "margin": 100},
		"faults": [{"offset": {"node": 1, "by": "-1h"}}, {"rate": {"node": 2, "ppm": 1}}]}`, 0o644)
	status, out, errs := w.call(t, nil, "replay", "-trace", "trace.ndjson", "-step", "plan.json")
	if status != exitOK || errs != "" {
		t.Fatalf("status %d, %s", status, errs)
	}
	for _, want := range []string{
		"  Leased: false → true; To: 0 → 1; Until: 0s → ",
		" Boot at 0\n", " Boot at 1 (whose clock reads -59m59.999s)\n", " Boot at 2 (whose clock reads 1.000001ms)\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is not in\n%s", want, out)
		}
	}
	text, err := os.ReadFile(filepath.Join(w.cwd, "trace.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	var now []string
	for line := range strings.Lines(string(text)) {
		var step world.TraceLine
		if err := json.Unmarshal([]byte(line), &step); err != nil {
			t.Fatal(err)
		}
		now = append(now, step.Now)
	}
	if want := []string{"", "-59m59.999s", "1.000001ms"}; !slices.Equal(now[:3], want) {
		t.Errorf("the clocks read %q, want %q", now[:3], want)
	}
}

// svg cuts the picture out of a page.
func svg(page string) string {
	_, picture, _ := strings.Cut(page, "<svg")
	picture, _, _ = strings.Cut(picture, "</svg>")
	return picture
}

// What a plan expects decides over the exit status, and what is not as expected is
// said.
func TestReplayOutcomes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, old, new string
		status         int
		says           []string
	}{
		{"as expected", "", "", exitOK, []string{
			"expect[0] with {", "Agreement fails after event ",
			"\n  as expected\nexpect[1] with ", "every property holds",
		}},
		{"said why", `"seed"`, `"why": "for a test", "seed"`, exitOK, []string{
			"for a test\ninjected:\n  process 0 crashes after the 1st DeliverNotify at 0\n" +
				"  the 1st Leader from 0 to 2 is held until the 1st DeliverLeader from 1 at 2\nexpect[0] ",
		}},
		{"another property", `"Agreement"`, `"CT1"`, exitFailed, []string{
			"NOT AS EXPECTED: CT1 should fail, and it holds; Agreement fails instead",
		}},
		{"none", `"violates":"Agreement",`, ``, exitFailed, []string{"NOT AS EXPECTED: Agreement fails ("}},
		{"a witness", `"PrematureAwait at 2"]},`, `"PrematureAwait at 1"]},`, exitFailed, []string{
			`NOT AS EXPECTED: the witness "PrematureAwait at 1" does not happen`,
		}},
		{"an assumption", `"with"`, `"outside":["S5"],"with"`, exitFailed, []string{
			"NOT AS EXPECTED: properties fail outside of the assumptions none, and S5 is expected",
		}},
		{"a digest", `"with"`, `"digest":"00","with"`, exitFailed, []string{"NOT AS EXPECTED: the digest is "}},
		{"without expectations", goodPlan[strings.Index(goodPlan, `"20s"`):], "\"20s\"\n}\n", exitFailed, []string{
			"with {", "Agreement fails after event ",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			write(t, w.cwd, "plan.json", strings.Replace(goodPlan, c.old, c.new, 1), 0o644)
			status, out, errs := w.call(t, nil, "replay", "plan.json")
			if status != c.status || errs != "" {
				t.Errorf("status %d, want %d; stderr %q", status, c.status, errs)
			}
			for _, text := range c.says {
				if !strings.Contains(out, text) {
					t.Errorf("%q is not in\n%s", text, out)
				}
			}
			if expected := c.status == exitOK; expected == strings.Contains(out, "NOT AS EXPECTED") &&
				c.name != "without expectations" {
				t.Errorf("status %d\n%s", status, out)
			}
		})
	}
}

// A failure's plan fails as long as the failure is there and passes when it is mended, also where
// a pin then meets nothing. Only -expect makes a known failure of it, which a corpus takes.
func TestReplayExpect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	read := func(file string) faults.Plan {
		plan, err := campaign.ReadPlan(filepath.Join(w.cwd, file))
		if err != nil {
			t.Fatal(err)
		}
		return plan
	}
	replays := func(want int, says string, args ...string) {
		t.Helper()
		status, out, errs := w.call(t, nil, append([]string{"replay"}, args...)...)
		if status != want || errs != "" || !strings.Contains(out, says) {
			t.Errorf("%v: status %d, want %d and %q: %s\n%s", args, status, want, says, errs, out)
		}
	}
	write(t, w.cwd, "known.json", goodPlan, 0o644)
	known := read("known.json")
	known.Why = "for a test"
	failing := campaign.Failing(known)
	write(t, w.cwd, "plan.json", string(campaign.PlanText(failing)), 0o644)
	mended := failing // and the message that the pin speaks of has another name
	mended.Config = json.RawMessage(strings.Replace(string(failing.Config), `"last"`, `"tagged"`, 1))
	mended.Pins = slices.Clone(mended.Pins)
	hold := *mended.Pins[0].Kind.(*faults.Hold)
	hold.Copy.Kind = "Chief"
	mended.Pins[0].Kind = &hold
	write(t, w.cwd, "mended.json", string(campaign.PlanText(mended)), 0o644)
	replays(exitFailed, "Agreement fails after event ", "plan.json")
	replays(exitOK, "every property holds", "mended.json")
	replays(exitOK, "new.json: the plan that expects this\n", "-expect", "new.json", "plan.json")
	replays(exitOK, "\n  as expected\n", "new.json")
	replays(exitOK, "again.json: the plan that expects this\n", "new.json", "-expect=again.json")
	pinned := read("new.json")
	e := pinned.Expect[0]
	if e.Violates != "Agreement" || e.Digest == "" || pinned.Pins[0].Optional || len(pinned.Expect) != 1 {
		t.Errorf("pinned as\n%s", campaign.PlanText(pinned))
	}
	if again := read("again.json"); !reflect.DeepEqual(again, pinned) {
		t.Errorf("pinned again as\n%s", campaign.PlanText(again))
	}
	w.refuses(t, []string{"new.json: -expect: exists"}, nil, nil, "replay", "-expect", "new.json", "plan.json")
	failing.Why = ""
	write(t, w.cwd, "plan.json", string(campaign.PlanText(failing)), 0o644)
	status, _, errs := w.call(t, nil, "replay", "-expect", "newer.json", "plan.json")
	if status != exitBadInput || !strings.Contains(errs, "plan.json: why: is missing") {
		t.Errorf("without a why: status %d, %s", status, errs)
	}
}
