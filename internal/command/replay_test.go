package command

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

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

// svg cuts the picture out of a page.
func svg(page string) string {
	_, picture, _ := strings.Cut(page, "<svg")
	picture, _, _ = strings.Cut(picture, "</svg>")
	return picture
}
