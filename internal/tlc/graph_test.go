package tlc

import (
	"testing"
	"testing/fstest"

	"github.com/scrutineer-go/scrutineer/internal/cases"
)

// hardTexts is a model whose values are hard to write: quotes, backslashes, lines longer than 80 columns, functions of
// all kinds, and one variable alone or several.
func hardTexts(variables string) fstest.MapFS {
	next := map[string]string{
		"x": `x' = x`,
		"x, y": `/\ x' = Append(x, [a |-> "\\ \"", b |-> {"n\n", "", "/\\ y = 1"}]) /\ Len(x) < 4
  /\ \/ y' = [i \in 0..1 |-> x]
     \/ y' = [s \in {"p", "q"} |-> <<>>]
     \/ y' = <<TRUE, {}, -7, {{}, {1, 2}}>>`,
	}[variables]
	init := map[string]string{"x": `x \in {"", "=", "\\ \" /\\ y"}`, "x, y": `x = <<>> /\ y = "\\"`}[variables]
	return fstest.MapFS{"MCHard.tla": {Data: []byte("---- MODULE MCHard ----\nEXTENDS Integers, Sequences\nVARIABLES " +
		variables + "\nMCStep == " + next + "\nMCSpec == (" + init + ") /\\ [][MCStep]_<<" + variables + ">>\n" +
		"TypeOK == TRUE\n====\n")}}
}

// The driver writes the graph that TLC writes itself.
func TestGraphIsTLCs(t *testing.T) {
	r := need(t)
	if r.Driver.Path == "" {
		t.Skipf("there is no driver: %s", r.Listens)
	}
	plain := r
	plain.Driver, plain.Batch = Driver{}, nil
	for _, variables := range []string{"x", "x, y"} {
		c := cases.Case{ID: "hard", Kind: cases.Graph, Module: "MCHard", Specification: "MCSpec"}
		c.Invariants = []string{"TypeOK"}
		graph := func(r Runner) *Dump {
			t.Helper()
			said, err := r.Run(t.Context(), hardTexts(variables), []string{"."}, c, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if said.Dump == nil || len(said.Dump.States) < 3 || len(said.Dump.Edges) < 3 {
				t.Fatalf("%s: got %s; want a graph of three states and edges, or more", variables, said.Dump.sizes())
			}
			return said.Dump
		}
		ours, tlcs := graph(r), graph(plain)
		if where := (Result{Dump: tlcs}).Differs(Result{Dump: ours}); where != "" {
			t.Errorf("%s: TLC's graph and the driver's: %s", variables, where)
		}
	}
}
