package campaign_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/campaign/diagram"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Says has the diagram show whom a process suspects.
func (j *beatJudge) Says(w *world.World, at spec.NodeID) string {
	if s, up := w.State(at).(*beats); up && len(s.Suspects) > 0 {
		return "suspects " + s.Suspects.String()
	}
	return ""
}

// followed is a run of three in which one crashes and comes up again, and is suspected meanwhile.
func followed(t *testing.T) (faults.Plan, campaign.Replayed) {
	t.Helper()
	plan := beatPlan(beatConfig{Nodes: 3}, 12, crash(2, 2*rounds, 6*rounds),
		&faults.Duplicate{Copy: faults.MessageRef{Kind: "Beat", From: 0, To: 1, Nth: 2}, By: 5 * ms},
		&faults.Pause{Node: 1, Begin: rounds, End: 2 * rounds})
	plan.Pins = []faults.Pin{
		{Kind: &faults.DelayPin{Copy: faults.MessageRef{Kind: "Beat", From: 1, To: 0, Nth: 1}, By: 90 * ms}},
		{Kind: &faults.InputPin{Node: 0, Kind: spec.Boot, Nth: 1, By: 7 * ms}},
	}
	all, err := campaign.Replay(beatHarness(), plan)
	if err != nil {
		t.Fatal(err)
	}
	return plan, all[0]
}

// What the diagram shows of a run is what the trace says, read in another way.
func TestDiagramOfARun(t *testing.T) {
	plan, r := followed(t)
	d := campaign.Diagram(r)
	text := func(n int) string { return d.Lines[n-1].Text }
	var got []string
	for _, f := range d.Faults {
		var events []string
		for _, n := range f.Events {
			events = append(events, text(n))
		}
		got = append(got, fmt.Sprintf("%s: %q, %d copies, %d spans", f.Text, events, len(f.Copies), len(f.Spans)))
	}
	want := []string{
		`process 2 crashes at 200ms, and is down for 600ms: ["Crash at 2"], 0 copies, 0 spans`,
		`the 2nd Beat from 0 to 1 gets a second one, which takes 5ms: ["DuplicateBeat 0→1"], 0 copies, 0 spans`,
		`process 1 does nothing from 100ms until 200ms: ["PauseBegins at 1" "PauseEnds at 1"], 0 copies, 1 spans`,
		`pinned: the 1st Beat from 1 to 0 takes 90ms: [], 1 copies, 0 spans`,
		`pinned: the 1st Boot at 0 comes 7ms after it may: ["Boot at 0"], 0 copies, 0 spans`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("faults (-want +got):\n%s", diff)
	}
	pinned := d.Faults[3].Copies[0]
	sent := slices.IndexFunc(d.Lines, func(l world.TraceLine) bool {
		return slices.ContainsFunc(l.Sent, func(s world.SentLine) bool { return s.Copy == pinned })
	})
	arrives := slices.IndexFunc(d.Lines, func(l world.TraceLine) bool { return l.Copy == pinned })
	if took := d.Lines[arrives].At - d.Lines[sent].At; took != 90*ms || d.Lines[sent].Text != "Boot at 1" {
		t.Errorf("the copy of a pin was sent in %s and takes %s", d.Lines[sent].Text, took)
	}
	var page bytes.Buffer
	if err := diagram.Write(&page, d); err != nil {
		t.Fatal(err)
	}
	again, err := campaign.Replay(beatHarness(), plan)
	if err != nil {
		t.Fatal(err)
	}
	var same bytes.Buffer
	if err := diagram.Write(&same, campaign.Diagram(again[0])); err != nil || !bytes.Equal(page.Bytes(), same.Bytes()) {
		t.Errorf("the same plan gives another diagram (%v)", err)
	}
}

// What is said of a process goes with what its state has become.
func TestChangesAndSayings(t *testing.T) {
	_, r := followed(t)
	d := campaign.Diagram(r)
	said := map[spec.NodeID]string{}
	for _, l := range d.Lines {
		before := said[0]
		for _, s := range d.Says {
			if s.Event == l.N {
				said[s.At] = s.Text
			}
		}
		changes := strings.Join(d.Changes[l.N], "; ")
		changed := l.Node != nil && *l.Node == 0 && strings.Contains(changes, "Suspects: ")
		if changed != (said[0] != before) {
			t.Errorf("event %d, %s: %s, and what is said becomes %q", l.N, l.Text, changes, said[0])
		}
		recovers := l.Action == spec.Recover
		if recovers && !strings.Contains(changes, "Missed[0]: 0 → 1") || l.Action == spec.Crash && changes != "" {
			t.Errorf("%s changes %q", l.Text, changes)
		}
	}
	if len(d.Says) < 4 || said[0] != "" {
		t.Errorf("said is %+v", d.Says)
	}
	if first := d.Changes[1]; len(first) != 2 || first[0] != "Missed[0]: 0 → 1" && first[0] != "Missed[1]: 0 → 1" {
		t.Errorf("event 1, %s, changes %q", d.Lines[0].Text, first)
	}
}

// Of events that are not drawn nothing is kept.
func TestRecordingIsBounded(t *testing.T) {
	all, err := campaign.Replay(beatHarness(), beatPlan(beatConfig{Nodes: 4}, 60, crash(2, 2*rounds, 6*rounds)))
	if err != nil {
		t.Fatal(err)
	}
	d := campaign.Diagram(all[0])
	if len(d.Lines) <= diagram.MaxEvents {
		t.Fatalf("only %d events", len(d.Lines))
	}
	for n := range d.Changes {
		if n > diagram.MaxEvents {
			t.Errorf("what changed in event %d is kept", n)
		}
	}
	if len(d.Changes) < diagram.MaxEvents/2 {
		t.Errorf("%d events have changed something", len(d.Changes))
	}
}

// The diagram says of each process how the run ended.
func TestEnds(t *testing.T) {
	at := faults.Time(2 * rounds)
	all, err := campaign.Replay(beatHarness(), beatPlan(beatConfig{Nodes: 3}, 12, &faults.Crash{Node: 2, At: &at}))
	if err != nil {
		t.Fatal(err)
	}
	if got := all[0].Outcome.Ends(); !slices.Equal(got, []string{"suspects {2}", "suspects {2}", "down"}) {
		t.Errorf("%q", got)
	}
}
