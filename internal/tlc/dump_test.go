package tlc

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// smallDump is a dump of two states in TLC's form.
const smallDump = `strict digraph DiskGraph {
nodesep=0.35;
subgraph cluster_graph {
color="white";
-1 [label="/\\ y = \"a\\\"\"\n/\\ x = 0",style = filled]
-1 -> 2 [label="MCUp",color="black",fontcolor="black"];
2 [label="/\\ y = \"a\\\"\"\n/\\ x = 1"];
-1 -> 2 [label="Up(1)",color="black",fontcolor="black"];
2 -> 2 [label="Stay",color="black",fontcolor="black"];
{rank = same; -1;}
{rank = same; 2;}
}
}`

func TestReadGraph(t *testing.T) {
	g, err := ReadDump(strings.NewReader(smallDump))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(g.States, []string{"/\\ x = 0\n/\\ y = \"a\\\"\"", "/\\ x = 1\n/\\ y = \"a\\\"\""}) {
		t.Errorf("states %q", g.States)
	}
	if !slices.Equal(g.Inits, []int{0}) || g.Lines != 3 {
		t.Errorf("initial %v, %d lines", g.Inits, g.Lines)
	}
	if !slices.Equal(g.Edges, []Edge{{0, "Up", 1}, {1, "Stay", 1}}) {
		t.Errorf("edges %v", g.Edges)
	}
	if v, err := g.State(1); err != nil || StateText(v) != g.States[1] || g.Index()[g.States[1]] != 1 {
		t.Errorf("state 1 is %s, %v", v, err)
	}
}

func TestReadGraphRefuses(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"}\n}", "", "cut off"},
		{smallDump, "", "cut off"},
		{"2 [label", "3 [label", "has no line"},
		{`2 [label="/\\ y`, `2 [lbl="/\\ y`, "not understood"},
		{"x = 1", "x = 0", "two states have the text"},
		{"x = 1", "x = ?", "variable x: TLA+ value"},
		{"x = 1", "x", "no variable of a state"},
		{`{rank = same; -1;}`, `2 [label="/\\ x = 5"];`, "has two texts"},
		{`"MCUp"`, `"MCNext"`, "names no action"},
		{`"MCUp"`, `"LiveNext"`, "names no action"},
		{`"MCUp"`, `""`, "names no action"},
		{`"MCUp",color="black",fontcolor="black"];`, `"MCUp`, "does not end"},
		{`/\\ y = \"a\\\"\"\n/\\ x = 1`, ``, "has no text"},
	} {
		text := strings.Replace(smallDump, tt.old, tt.new, 1)
		if _, err := ReadDump(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q for %q: got %v, want %q", tt.new, tt.old, err, tt.want)
		}
	}
}

// TestGraphTextsAgree holds the two ways to the canonical text against each other.
func TestGraphTextsAgree(t *testing.T) {
	g, err := readDumpFile("testdata/logs/graph.dot")
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range g.States {
		if v, err := g.State(i); err != nil || StateText(v) != text {
			t.Errorf("state %d: %q, %v", i, text, err)
		}
	}
}

func BenchmarkReadGraph(b *testing.B) {
	text, err := os.ReadFile("testdata/logs/graph.dot")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := ReadDump(strings.NewReader(string(text))); err != nil {
			b.Fatal(err)
		}
	}
}
