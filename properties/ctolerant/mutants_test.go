package ctolerant

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// sheetRows are the mutants of the facts sheet that an exploration kills: equality
// refuses each, and the named property fails in the changed implementation. M2, M3, M4,
// half of M5 and half of M8, and M19 to M22 are planted: a campaign finds them. Half of M9 is
// no mutant at all: a tag belongs to one NOTIFYLEADER, so ">=" for ">" between
// tags (M9) is the same program.
var sheetRows = []protocoltest.Mutant{
	{
		ID: "impl: c responses are enough (M1)", File: "impl/ctolerant/election.go",
		Anchor: "last := e.Count > n.cfg.C\n", Replacement: "last := e.Count >= n.cfg.C\n",
		Case: "ctolerant/base-tagged-lacking", // c = 1, and a list lacks the lowest: nothing changes elsewhere
		Says: []string{
			"DeliverResponse", "field State.State.",
			"implementation: LowestLately violated in 9 states", "implementation: CT1 violated in 4 states",
		},
		Property: LowestLately,
	},
	{
		ID: "impl: the highest of the candidates (M5)", File: "impl/ctolerant/election.go",
		Anchor: "for id, candidate := range e.Candidates {\n\t\tif candidate && !e.Unhealthy[id] &&",
		Replacement: "for i := range e.Candidates {\n\t\tid := len(e.Candidates) - 1 - i\n" +
			"\t\tif e.Candidates[id] && !e.Unhealthy[id] &&",
		Case: "ctolerant/base-tagged-lacking", Property: LowestLately,
	},
	{
		ID: "impl: a responder leaves itself out (M6)", File: "impl/ctolerant/health.go",
		Anchor: "omitted := spec.None", Replacement: "omitted := n.id",
		Case: "ctolerant/base-tagged-crash-loss", Property: LowestLately,
	},
	{
		ID: "impl: the last LEADER wins (M7)", File: "impl/ctolerant/node.go",
		Anchor:      "case words.Tagged:\n\t\tif later(tag, s.Tag) {",
		Replacement: "case words.Tagged:\n\t\tif true {",
		Case:        "ctolerant/base-tagged-crash-premature", Property: Agreement, // X1
		Says: []string{"part after\n   1. Start at 2", "field State.State.Nodes["},
	},
	{
		ID: "impl: the lowest LEADER wins, in Hybrid (M8)", File: "impl/ctolerant/node.go",
		Anchor:      "case words.Tagged:\n\t\tif later(tag, s.Tag) {",
		Replacement: "case words.Tagged:\n\t\tif s.Leader == spec.None || from < s.Leader {",
		Case:        "ctolerant/hybrid-tagged-returns", Property: Preference,
	},
	{
		ID: "impl: the tag's run is not compared (M9)", File: "impl/ctolerant/rivals.go",
		Anchor:      "return a.Run > b.Run || a.Run == b.Run && a.Seq > b.Seq",
		Replacement: "return a.Seq > b.Seq",
		Case:        "ctolerant/base-tagged-crash-premature", Property: LowestLately,
	},
	{
		ID: "impl: the tag is without seq (D3)", File: "impl/ctolerant/node.go",
		Anchor:      "case words.Tagged:\n\t\tif later(tag, s.Tag) {",
		Replacement: "case words.Tagged:\n\t\tif tag.Run > s.Tag.Run || tag.Run == s.Tag.Run && from < s.Leader {",
		Case:        "ctolerant/hybrid-tagged-returns", Property: Preference, // Hybrid alone shows it
	},
	{
		ID: "impl: a RESPONSE of an older run counts (M10)", File: "impl/ctolerant/election.go",
		Anchor:      "if r.Run != n.state.Run && !n.cfg.Interprets(words.AcceptOld) {",
		Replacement: "if false {", // a resend is needed for it to matter
		Case:        "ctolerant/preferred-tagged-premature", Property: FewRestarts,
	},
	{
		ID: "impl: a restart keeps candidates and unhealthy (M11)", File: "impl/ctolerant/election.go",
		Anchor: "if before != nil && n.cfg.Interprets(words.KeepAnswers) {", Replacement: "if before != nil {",
		Case: "ctolerant/preferred-tagged-empty", Property: FewRestarts,
	},
	{
		ID: "impl: y does not fall (M12)", File: "impl/ctolerant/election.go",
		Anchor: "n.state.Y = max(0, n.state.Y-1)", Replacement: "n.state.Y = n.cfg.Y",
		Case: "ctolerant/preferred-all-suspected", Property: FewRestarts,
	},
	{
		ID: "impl: a TIMEOUT goes back to the first x and y (M12)", File: "impl/ctolerant/node.go",
		Anchor:      "case words.TimerAwait:\n\t\tn.elect(out)",
		Replacement: "case words.TimerAwait:\n\t\tn.state.X, n.state.Y = n.cfg.X, n.cfg.Y\n\t\tn.elect(out)",
		Case:        "ctolerant/preferred-tagged-empty", Property: FewRestarts,
	},
	{
		ID: "impl: x grows beyond N (M13)", File: "impl/ctolerant/election.go",
		Anchor: "n.state.X = min(n.cfg.Nodes, n.state.X+1)", Replacement: "n.state.X++",
		Case: "ctolerant/preferred-all-suspected", Property: "TypeOK",
	},
	{
		ID: "impl: y falls below 0 (M13)", File: "impl/ctolerant/election.go",
		Anchor: "n.state.Y = max(0, n.state.Y-1)", Replacement: "n.state.Y--",
		Case: "ctolerant/preferred-reads-keep-answers", Property: "TypeOK", // repaired, no run finds nobody at y = 0
	},
	{
		ID: "impl: whom it reports a responder proposes all the same (M14)", File: "impl/ctolerant/health.go",
		Anchor: "member && id != omitted && !excluded.Has(id) {", Replacement: "member && id != omitted {",
		Case: "ctolerant/preferred-tagged-empty", Property: "Answers",
	},
	{
		ID: "impl: only whom all report is passed over (M15)", File: "impl/ctolerant/election.go",
		Anchor: "for _, id := range r.Unhealthy {\n\t\te.Unhealthy[id] = true\n",
		Replacement: "for id := range e.Unhealthy {\n\t\tall := e.Count == 1 || e.Unhealthy[id]\n" +
			"\t\te.Unhealthy[id] = all && r.Unhealthy.Has(spec.NodeID(id))\n",
		Case: "ctolerant/preferred-tagged-empty", Property: Preference,
	},
	{
		ID: "impl: going back to a process it is not notified (M16)", File: "impl/ctolerant/election.go",
		Anchor: "\te.ID, e.Confirmed = best, false\n",
		Replacement: "\tback := e.ID != spec.None && best > e.ID\n\te.ID, e.Confirmed = best, false\n" +
			"\tif back {\n\t\treturn\n\t}\n",
		Case: "ctolerant/hybrid-tagged-returns", Property: "RestartsHaveCause",
	},
	{
		ID: "impl: a LEADER inside the loop is forgotten (M17)", File: "impl/ctolerant/election.go",
		Anchor: "e.Confirmed = !n.cfg.Interprets(words.AwaitAfterLoop)", Replacement: "e.Confirmed = false",
		Case: "ctolerant/optimistic-x3-tagged", Property: "RestartsHaveCause",
	},
	{
		ID: "impl: Base notifies before c+1 have answered (M18)", File: "impl/ctolerant/election.go",
		Anchor: "if last || n.cfg.Protocol.Streams() {", Replacement: "if true {",
		Case: "ctolerant/base-tagged-lacking", Property: "NotifyAfterLoop",
	},
}

// Every mutant of the facts sheet that concerns these protocols has a row that names the
// property which kills it.
func TestEveryMutantHasARow(t *testing.T) {
	killed := map[string]bool{}
	mark := func(id string) {
		for _, m := range regexp.MustCompile(`\bM\d+\b`).FindAllString(id, -1) {
			killed[m] = true
		}
	}
	for _, row := range sheetRows {
		if row.Property != "" || len(row.Says) > 0 {
			mark(row.ID)
		}
	}
	for _, bug := range append(planted, plantedInChurn...) {
		mark(bug.ID)
	}
	for _, bug := range refused {
		mark(bug.ID)
	}
	for m := 1; m <= 22; m++ {
		if name := fmt.Sprintf("M%d", m); !killed[name] {
			t.Errorf("%s has no row", name)
		}
	}
}
