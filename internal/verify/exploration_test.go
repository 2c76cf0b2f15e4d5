package verify

import (
	"context"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/spec"
)

// finding is a subject whose exploration finds what it is told to.
type finding struct {
	Subject
	found Reach
	asked *ReachOptions
}

func (f finding) Reach(_ []string, _ string, o ReachOptions) (Reach, error) {
	*f.asked = o
	return f.found, nil
}

// An exploration that was stopped fails only for what was found by then, and is told of only if it has; one
// that is whole says how much it saw and what was excused.
func TestExplorationsSay(t *testing.T) {
	for _, c := range []struct {
		name    string
		found   Reach
		verdict string
		failed  int
		whole   bool
	}{
		{"whole", Reach{Ended: checker.Complete, Results: []Found{
			{Name: "P", Verdict: spec.Holds, Excused: 2}, {Name: "Q", Verdict: spec.Holds, Excused: 1},
		}}, "2 properties hold (2 states excused by the budget)", 0, true},
		{
			"nothing excused",
			Reach{Ended: checker.Complete, Results: []Found{{Name: "P", Verdict: spec.Holds}}},
			"1 properties hold", 0, true,
		},
		{"stopped", Reach{Ended: checker.Stopped, Results: []Found{{Verdict: spec.Undecided}}}, "", 0, false},
		{"stopped, and violated by then", Reach{Ended: checker.Stopped, Results: []Found{
			{Name: "P", Verdict: spec.Violated}, {Name: "Q", Verdict: spec.Undecided},
		}}, "FAILED", 1, true},
	} {
		var asked ReachOptions
		told := 0
		f := finding{found: c.found, asked: &asked}
		f.found.States, f.found.Edges, f.found.Depth, f.found.Executed, f.found.Bytes = 10, 20, 3, 4, 100
		e := exploring{protocol: "p", Case: cases.Case{ID: "id", Why: "why", States: 10, Edges: 20}, subject: f}
		row, whole := e.run(t.Context(), 1, func(states int) { told = states })
		if row.Verdict != c.verdict || len(row.Failures) != c.failed || whole != c.whole {
			t.Errorf("%s: %q, %q, whole %t", c.name, row.Verdict, row.Failures, whole)
		}
		if row.name() != "p/id" || row.Purpose != "why" || *row.Impl != (Counts{States: 10, Edges: 20, Depth: 3}) ||
			row.Executed != 4 || row.StateBytes != 10 {
			t.Errorf("%s: %+v", c.name, row)
		}
		if asked.Progress(checker.Progress{States: 7}) != nil || told != 7 {
			t.Errorf("%s: told of %d states", c.name, told)
		}
	}
}

// An exploration of make verify fails for each thing that is not as it must be.
func TestExplorationsFail(t *testing.T) {
	good := func() Reach {
		return Reach{States: 10, Edges: 20, Ended: checker.Complete, Results: []Found{
			{Name: "P", Verdict: spec.Holds}, {Name: "Q", Verdict: spec.Holds},
		}}
	}
	for _, c := range []struct {
		name   string
		change func(r *Reach)
		want   string // in the failures, "" for none
	}{
		{"nothing", func(*Reach) {}, ""},
		{"a breach", func(r *Reach) { r.Breach = "NoPanic: it fell" }, "it fell"},
		{"a violation", func(r *Reach) { r.Results[1].Verdict = spec.Violated }, "Q: violated"},
		{"nothing decided", func(r *Reach) { r.Results[0].Verdict = spec.Undecided }, "P: undecided"},
		{"an early end", func(r *Reach) { r.Ended = checker.BoundHit }, "not complete: the bound"},
		{"other states", func(r *Reach) { r.States++ }, "11 states and 20 edges, pinned are 10 and 20"},
		{"other edges", func(r *Reach) { r.Edges++ }, "10 states and 21 edges, pinned are 10 and 20"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var asked ReachOptions
			f := finding{found: good(), asked: &asked}
			c.change(&f.found)
			ctx, cancel := context.WithCancel(t.Context())
			e := exploring{protocol: "p", Case: cases.Case{ID: "id", States: 10, Edges: 20}, subject: f}
			row, _ := e.run(ctx, 3, func(int) {})
			if failed := len(row.Failures) > 0; failed != (c.want != "") || failed != (row.Verdict == "FAILED") ||
				!strings.Contains(strings.Join(row.Failures, "\n"), c.want) {
				t.Errorf("%s, %q; want %q", row.Verdict, row.Failures, c.want)
			}
			if asked.Workers != 3 || asked.MaxStates != 20 || asked.Progress(checker.Progress{}) != nil {
				t.Errorf("explored with %+v", asked)
			}
			if cancel(); asked.Progress(checker.Progress{}) == nil {
				t.Error("it goes on after it was cancelled")
			}
		})
	}
}
