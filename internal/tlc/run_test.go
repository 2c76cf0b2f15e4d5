package tlc

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/cases"
)

// counterModel returns the tests' own model and its table.
func counterModel(t *testing.T) (fs.FS, cases.Table) {
	t.Helper()
	fsys := os.DirFS("testdata/model")
	table, err := cases.Read(fsys, "counter/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := cases.Unlisted(fsys, table); err != nil {
		t.Fatal(err)
	}
	return fsys, table
}

// counterConstants are the constants of a case of it.
func counterConstants(c cases.Case) map[string]Value {
	most := 2
	if c.Kind == cases.Safety {
		most = 3
	}
	return map[string]Value{"Node": Set(Int(0), Int(1)), "Max": Int(most)}
}

// mustCase returns the case with that id of the tests' own model.
func mustCase(t *testing.T, table cases.Table, id string) cases.Case {
	t.Helper()
	c, ok := table.Case(id)
	if !ok {
		t.Fatalf("no case %s", id)
	}
	return c
}

// TestRunAndJudge runs a table as a caller would.
func TestRunAndJudge(t *testing.T) {
	runner := need(t)
	fsys, table := counterModel(t)
	for _, c := range table.Cases {
		t.Run(c.ID, func(t *testing.T) {
			t.Parallel()
			r, err := runner.Run(t.Context(), fsys, table.Folders(), c, Options{Constants: counterConstants(c)})
			if err != nil {
				t.Fatal(err)
			}
			if err := Judge(c, r); err != nil {
				t.Error(err)
			}
			if c.ID == "zero-stays" && (!r.Lasso.Present || r.Lasso.Stutter) {
				t.Errorf("lasso %+v", r.Lasso)
			}
		})
	}
}

// TestSabotage breaks the private copy and requires that the run is refused.
func TestSabotage(t *testing.T) {
	runner := need(t)
	fsys, table := counterModel(t)
	for _, tt := range []struct{ id, file, old, new, want string }{
		{"graph", "Counter.tla", "count[n] < Max /", "count[n] <= Max /", "TypeOK is violated after 4 states"},
		{"graph", "Counter.tla", "count[0] = Max /", "count[0] >= 1 /", "case graph: generated 19, pinned 16"},
		{"graph", "Counter.tla", "count[n] > Max", "count[n] = Max", "never enabled: [], want [Lose]"},
		{"graph", "Case_graph.cfg", "Max = 2", "Max = 1", "constant Max is 1 in TLC, and 2 in the case"},
		{"never-full", "Case_never_full.cfg", "Max = 2", "Max = 1", "constant Max is 1 in TLC, and 2 in the case"},
		{"graph", "Case_graph.tla", "Max |-> Max, ", "", "constant Max is absent in TLC, and 2 in the case"},
		{"graph", "Case_graph.tla", "ASSUME PrintT(", "Quiet == (", "did not say with which constants"},
		{"graph", "Case_graph.cfg", "Max = 2", "Maks = 2", "The constant parameter Max is not assigned"},
		{"graph", "Case_graph.tla", "Max |-> Max", "Max |-> Maks", "Unknown operator: `Maks'"},
		{"graph", "Case_graph.tla", "EXTENDS MCCounter", "EXTENDS Counter", "MCSpec"},
		{"never-full", "Case_never_full.cfg", "INVARIANTS\n    NeverFull", "", "NeverFull holds"},
		{"never-full", "Case_never_full.cfg", "NeverFull", "NeverFul", "NeverFul specified in the configuration file"},
		{"live", "Case_live.cfg", "CHECK", "CONSTRAINT TypeOK\nCHECK", "TLC warned"},
		{"live", "Case_live.cfg", "SPECIFICATION MCSpec", "INIT Init\nNEXT MCNext", "OneFills is violated"},
		{"graph", "Counter.tla", "TypeOK ==", "Types ==", "TypeOK specified in the configuration file"},
		{"live", "MCCounter.tla", "WF_count(MCUp(n))", "TRUE", "OneFills is violated"},
		{"never-full", "Counter.tla", "[n \\in Node |-> 0]", "[n \\in Node |-> 1]", "length 2, pinned 3"},
		{"never-full", "MCCounter.tla", "NeverFull == ", "NeverFull == TRUE \\/ ", "NeverFull holds"},
		{"zero-stays", "Counter.tla", "count[0] = Max /", "count[0] > Max /", "ZeroStays holds"},
	} {
		t.Run(tt.id+" "+tt.old, func(t *testing.T) {
			t.Parallel()
			c := mustCase(t, table, tt.id)
			edit := replaceOnce(t, tt.file, tt.old, tt.new)
			o := Options{Constants: counterConstants(c), Edit: edit}
			r, err := runner.Run(t.Context(), fsys, table.Folders(), c, o)
			if err == nil {
				err = Judge(c, r)
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// TestGraphWithoutCoverage holds what the dump says of actions against what TLC's coverage
// says: of one that is never enabled, one that only leads to where it began, and one that
// leads only to states that are known.
func TestGraphWithoutCoverage(t *testing.T) {
	runner := need(t)
	fsys := fstest.MapFS{"MCSteps.tla": {Data: []byte(`---- MODULE MCSteps ----
EXTENDS Integers
VARIABLE x
MCUp == x < 2 /\ x' = x + 1
MCStay == x = 2 /\ UNCHANGED x
MCBack == x = 1 /\ x' = 0
MCDead == x > 2 /\ x' = 0
MCNext == MCUp \/ MCStay \/ MCBack \/ MCDead
Spec == x = 0 /\ [][MCNext]_x
OK == x \in 0..2
====
`)}}
	c := cases.Case{
		ID: "steps", Kind: cases.Graph, Module: "MCSteps",
		Specification: "Spec", Invariants: []string{"OK"},
	}
	c.States, c.Generated, c.Edges, c.Never = 3, 5, 4, []string{"Dead"}
	for _, actions := range [][]string{nil, {"Up", "Stay", "Back", "Dead"}} {
		r, err := runner.Run(t.Context(), fsys, []string{"."}, c, Options{Actions: actions})
		if err == nil {
			err = Judge(c, r)
		}
		if err != nil || strings.Join(r.Actions, " ") != "Back Dead Stay Up" || strings.Join(r.Never, " ") != "Dead" {
			t.Errorf("%v: %v, never %v, %v", actions, r.Actions, r.Never, err)
		}
	}
	_, err := runner.Run(t.Context(), fsys, []string{"."}, c, Options{Actions: []string{"Up", "Back", "Dead"}})
	if err == nil || !strings.Contains(err.Error(), "the action Stay is none of those") {
		t.Errorf("got %v", err)
	}
}

// replaceOnce edits one place of one file.
func replaceOnce(t *testing.T, file, old, replacement string) func(string, []byte) []byte {
	return func(name string, text []byte) []byte {
		if name != file {
			return text
		}
		if n := bytes.Count(text, []byte(old)); n != 1 {
			t.Errorf("%s has %q %d times, want once", file, old, n)
		}
		return bytes.Replace(text, []byte(old), []byte(replacement), 1)
	}
}

// TestRunStops requires that a cancelled context ends an endless run, soon.
func TestRunStops(t *testing.T) {
	runner := need(t)
	fsys := fstest.MapFS{
		"MCEndless.tla": {Data: []byte("---- MODULE MCEndless ----\nEXTENDS Integers\nVARIABLE x\n" +
			"Up == x' = x + 1\nSpec == x = 0 /\\ [][Up]_x\nOK == TRUE\n====\n")},
	}
	c := cases.Case{ID: "endless", Kind: cases.Safety, Module: "MCEndless", Specification: "Spec"}
	c.Invariants = []string{"OK"}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	start := time.Now()
	_, err := runner.Run(ctx, fsys, []string{"."}, c, Options{})
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(start) > 10*time.Second {
		t.Errorf("got %v after %s", err, time.Since(start))
	}
}
