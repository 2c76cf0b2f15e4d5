package campaign

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

func someGraph() EdgeCounts {
	return EdgeCounts{States: 7, Actions: []ActionEdges{{"Crash", 0, 3}, {"Deliver", 0, 6}, {"Start", 0, 2}}}
}

// someEdges are those of two runs, which visit edges of two actions.
func someEdges(t *testing.T) *Edges {
	t.Helper()
	e := newEdges(Harness{Bound: func(map[string]json.RawMessage) Bound { return Bound{} }},
		Options{Refine: true, Edges: true})
	for _, visited := range [][]int32{{0, 3, 8}, {2, 8}} {
		if err := e.add(someGraph(), visited); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

func TestEdges(t *testing.T) {
	e := someEdges(t)
	want := []ActionEdges{{"Crash", 2, 3}, {"Deliver", 2, 6}, {"Start", 0, 2}}
	if e.Runs != 2 || !slices.Equal(e.Actions, want) || !slices.Equal(e.Visited, Bits{0b1101, 1}) {
		t.Errorf("%+v, want %v", e, want)
	}
	var text strings.Builder
	e.write(&text, Bound{Config: "three of them", Budget: "at most crash 1"})
	for _, line := range []string{
		"small bound\tthree of them; at most crash 1\n", "\t7 states, 11 edges; 2 runs are of that configuration\n",
		"edges visited\t4 of 11, 36.3 per cent\n", "  Crash\t2 of 3\n", "  Start\t0 of 2\n",
		"actions never visited\tStart\n",
	} {
		if !strings.Contains(text.String(), line) {
			t.Errorf("%q is not in\n%s", line, text.String())
		}
	}
}

// What cannot be visited is refused and changes nothing.
func TestEdgesRefused(t *testing.T) {
	other := someGraph()
	other.Actions[1].Edges++
	for _, c := range []struct {
		g       EdgeCounts
		visited []int32
		says    string
	}{
		{someGraph(), []int32{1, -1}, "edge -1 was visited, and there are 11"},
		{someGraph(), []int32{1, 11}, "edge 11 was visited, and there are 11"},
		{other, []int32{1}, "another version of the specification"},
	} {
		e := someEdges(t)
		err := e.add(c.g, c.visited)
		if err == nil || !strings.Contains(err.Error(), c.says) || Text(e) != Text(someEdges(t)) {
			t.Errorf("%v: %v, want %q; then %s", c.visited, err, c.says, Text(e))
		}
	}
}

// The file of a result has the edges as they are, and what is changed in it is found.
func TestEdgesDamaged(t *testing.T) {
	good := Text(someEdges(t))
	for _, c := range []struct{ old, new, says string }{
		{"", "", ""},
		{`"runs":2`, `"runs":-1`, "edges.runs: -1, it must be 0 to"},
		{`"runs":2`, `"runs":3`, "edges.runs: 3, it must be 0 to the number of runs, 2"},
		{`"runs":2`, `"runs":0`, "edges.runs: 0, and states or actions are there"},
		{`"Deliver"`, `"Crash"`, `edges.actions[1].action: "Crash"`},
		{`"visited":2,"edges":6`, `"visited":3,"edges":6`, "edges.actions[1].visited: 3, and edges.visited has 2"},
		{`"visited":0,"edges":2`, `"visited":0,"edges":0`, "edges.actions[2].edges: 0, it must be 1"},
		{`"visited":0,"edges":2`, `"visited":0,"edges":2147483647`, "edges.actions[2].edges: 2147483647"},
		{`"visited":0,"edges":2`, `"visited":0,"edges":20`, "edges.visited: must have a bit for each of 29"},
		{`"DQE="`, `"DQ=="`, "edges.actions[1].visited: 2, and edges.visited has 1"},
		{`"DQE="`, `"DQEA"`, "edges.visited: must have a bit for each of 11"},
		{`"DQE="`, `"DRE="`, "edges.visited: must have"},
		{`"DQE="`, `"DQE"`, "visited: must be base64"},
	} {
		var e Edges
		err := input.Decode([]byte(strings.Replace(good, c.old, c.new, 1)), &e)
		if err == nil {
			err = e.check(2)
		}
		if c.says == "" && err != nil || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%s for %s: %v, want %q", c.new, c.old, err, c.says)
		}
	}
}

func TestEdgesAreCounted(t *testing.T) {
	with := Harness{Bound: func(map[string]json.RawMessage) Bound { return Bound{} }}
	for _, c := range []struct {
		p    Harness
		o    Options
		want bool
	}{
		{with, Options{Refine: true, Edges: true}, true},
		{with, Options{Refine: true}, false},
		{with, Options{Edges: true}, false},
		{Harness{}, Options{Refine: true, Edges: true}, false},
	} {
		if got := newResult(c.p, c.o).Edges != nil; got != c.want {
			t.Errorf("%+v: counted %t", c.o, got)
		}
	}
}
