package tlc

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/cases"
)

// goodRun is what TLC says of goodJudged.
func goodRun() Result {
	return Result{
		Version: "TLC2 Version 2.18", Mode: bfsMode, Workers: 1, Completed: true, Finished: true, Stats: true,
		Inits: 1, InitsGenerated: 2, States: 2, Generated: 5, Actions: []string{"Stay", "Up"},
		Dump: &Dump{States: []string{"a", "b"}, Inits: []int{0}, Edges: []Edge{{0, "Up", 1}}, Lines: 3},
	}
}

func goodJudged() cases.Case {
	return cases.Case{ID: "c", Kind: cases.Graph, Invariants: []string{"T"}, States: 2, Generated: 5, Edges: 1}
}

func TestJudgeCompleted(t *testing.T) {
	if err := Judge(goodJudged(), goodRun()); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		edit func(*cases.Case, *Result)
		want string
	}{
		{"checks nothing", func(c *cases.Case, _ *Result) { c.Invariants = nil }, "checks nothing"},
		{"no banner", func(_ *cases.Case, r *Result) { r.Version = "" }, "did not say its version"},
		{"another mode", func(_ *cases.Case, r *Result) { r.Mode = "simulation" }, `ran in mode "simulation"`},
		{"no mode", func(_ *cases.Case, r *Result) { r.Workers = 0 }, "did not finish"},
		{"no end", func(_ *cases.Case, r *Result) { r.Finished = false }, "did not finish"},
		{"a warning", func(_ *cases.Case, r *Result) { r.Warnings = []string{"beware"} }, "TLC warned: beware"},
		{"exit code", func(_ *cases.Case, r *Result) { r.Exit = 12 }, "TLC gives no reason (exit code 12)"},
		{"an error", func(_ *cases.Case, r *Result) { r.Errors = []string{"oh"} }, "TLC says: oh (exit code 0)"},
		{"a violation", func(_ *cases.Case, r *Result) { r.Violated = "T" }, "T is violated after 0 states"},
		{"a deadlock", func(_ *cases.Case, r *Result) { r.Failed = FailDeadlock }, "a deadlock is reached"},
		{"incomplete", func(_ *cases.Case, r *Result) { r.Completed = false }, "did not report the search complete"},
		{"no counts", func(_ *cases.Case, r *Result) { r.Stats = false }, "no counts"},
		{"a queue", func(_ *cases.Case, r *Result) { r.Queue = 7 }, "7 states were left"},
		{"no coverage", func(_ *cases.Case, r *Result) { r.Actions = nil }, "no action is known"},
		{"a dead action", func(_ *cases.Case, r *Result) { r.Never = []string{"Up"} }, "[Up], want []"},
		{"a live action", func(c *cases.Case, _ *Result) { c.Never = []string{"Up"} }, "[], want [Up]"},
		{"states", func(c *cases.Case, _ *Result) { c.States = 3 }, "case c: states 2, pinned 3"},
		{"generated", func(c *cases.Case, _ *Result) { c.Generated = 3 }, "case c: generated 5, pinned 3"},
		{"edges", func(c *cases.Case, _ *Result) { c.Edges = 3 }, "case c: edges 1, pinned 3"},
		{"not pinned", func(c *cases.Case, _ *Result) { c.Edges = 0 }, "case c: edges is not pinned"},
		{"no dump", func(_ *cases.Case, r *Result) { r.Dump = nil }, "no dump"},
		{"dumped states", func(_ *cases.Case, r *Result) { r.Dump.States = nil }, "dump has 0 states, TLC counted 2"},
		{"dumped inits", func(_ *cases.Case, r *Result) { r.Dump.Inits = nil }, "dump has 0 initial states"},
		{"dumped lines", func(_ *cases.Case, r *Result) { r.Dump.Lines = 4 }, "4 edge lines, TLC generated 3"},
	} {
		c, r := goodJudged(), goodRun()
		tt.edit(&c, &r)
		if err := Judge(c, r); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

// goodViolation is a case that must fail, and what TLC says of it.
func goodViolation() (cases.Case, Result) {
	return cases.Case{ID: "c", Kind: cases.Violation, Invariants: []string{"T"}, Violates: "T", Length: 2}, Result{
		Version: "TLC2 Version 2.18", Mode: bfsMode, Workers: 1, Finished: true, Exit: 12,
		Failed: FailInvariant, Violated: "T", Trace: make([]TraceState, 2),
	}
}

func TestJudgeViolation(t *testing.T) {
	if err := Judge(goodViolation()); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name string
		edit func(*cases.Case, *Result)
		want string
	}{
		{"completes", func(_ *cases.Case, r *Result) { r.Completed = true }, "T holds, but it must be violated"},
		{"exits with 0", func(_ *cases.Case, r *Result) { r.Failed, r.Exit = "", 0 }, "T holds"},
		{
			"deadlock", func(_ *cases.Case, r *Result) { r.Failed, r.Violated = FailDeadlock, "" },
			"a deadlock is reached",
		},
		{"error", func(_ *cases.Case, r *Result) { r.Failed, r.Violated = FailError, "" }, "TLC gives no reason"},
		{
			"another name", func(_ *cases.Case, r *Result) { r.Violated = "U" },
			"want a violation of T, but U is violated",
		},
		{"no name", func(_ *cases.Case, r *Result) { r.Violated = "" }, "want a violation of T, but  is violated"},
		{"exit code", func(_ *cases.Case, r *Result) { r.Exit = 13 }, "exits with 13, want 12"},
		{"class", func(_ *cases.Case, r *Result) { r.Failed = FailAction }, "exits with 12, want 13"},
		{"also an error", func(_ *cases.Case, r *Result) { r.Errors = []string{"oh"} }, "TLC also says: oh"},
		{"no trace", func(_ *cases.Case, r *Result) { r.Trace = nil }, "counterexample is missing"},
		{"no lasso", func(_ *cases.Case, r *Result) { r.Failed, r.Exit = FailTemporal, 13 }, "has no end"},
		{"two workers", func(_ *cases.Case, r *Result) { r.Workers = 2 }, "needs 1"},
		{"length", func(_ *cases.Case, r *Result) { r.Trace = r.Trace[1:] }, "length 1, pinned 2"},
		{"not pinned", func(c *cases.Case, _ *Result) { c.Length = 0 }, "length is not pinned"},
		{"a lasso of another length", func(c *cases.Case, r *Result) {
			c.Invariants, c.Properties, c.Length = nil, []string{"T"}, 3
			r.Failed, r.Exit, r.Lasso.Present = FailTemporal, 13, true
		}, "length 2, pinned 3"},
		{"a lasso not pinned", func(c *cases.Case, r *Result) {
			c.Invariants, c.Properties, c.Length = nil, []string{"T"}, 0
			r.Failed, r.Exit, r.Lasso.Present = FailTemporal, 13, true
		}, "length is not pinned; the run has 2"},
	} {
		c, r := goodViolation()
		tt.edit(&c, &r)
		if err := Judge(c, r); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestMeasureIgnoresPins measures with pins that are absent or wrong. What is
// wrong with a run apart from its counts stays wrong.
func TestMeasureIgnoresPins(t *testing.T) {
	for _, pin := range []int{0, 9} {
		c := goodJudged()
		c.States, c.Generated, c.Edges = pin, pin, pin
		got, err := Measure(c, goodRun())
		if err != nil || got.States != 2 || got.Generated != 5 || got.Edges != 1 {
			t.Errorf("pins of %d: got %+v, %v", pin, got, err)
		}
	}
	violation, r := goodViolation()
	violation.Length = 9
	if got, err := Measure(violation, r); err != nil || got.Length != 2 {
		t.Errorf("got %+v, %v", got, err)
	}
	r.Violated = "U"
	if _, err := Measure(violation, r); err == nil {
		t.Error("another violation was measured")
	}
}
