package vcube

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// crashSets are the sets of processes that may be down so that somebody is up, but for the empty
// one.
func crashSets(nodes int) []spec.Set {
	var sets []spec.Set
	for down := 1; down < 1<<nodes-1; down++ {
		var set spec.Set
		for id := range spec.NodeID(nodes) {
			if down>>id&1 == 1 {
				set = append(set, id)
			}
		}
		sets = append(sets, set)
	}
	return sets
}

// down returns a group in which all know that those are down.
func down(cfg words.Config, ids spec.Set) *group {
	g := newGroup(cfg)
	g.crash(ids...)
	for range g.cfg.Dimension() {
		g.round()
	}
	return g
}

func reading(nodes int, interpretations ...words.Interpretation) words.Config {
	return words.Config{Nodes: nodes, Interpretations: interpretations}
}

// The paper's example: 0 fails, and with replies that are frozen at the beginning of a round it
// is suspected round by round as far as its number differs from 0's. When it comes up again 1
// still leads.
func TestExample(t *testing.T) {
	g := newGroup(reading(8, words.FrozenReplies))
	g.crash(0)
	for round, want := range []spec.Set{{1, 2, 4}, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6, 7}} {
		g.round()
		if got := g.suspecting(0); !got.Equal(want) {
			t.Errorf("after round %d it is suspected by %s, want %s", round+1, got, want)
		}
	}
	g.settled(t)
	g.recover(0)
	for range 3 {
		g.round()
	}
	g.settled(t)
	if leaders := g.leaders(); leaders[0] != 1 {
		t.Errorf("they follow %v", leaders)
	}
}

// Whoever is down when one process fails or recovers, all know of it within log2 N rounds.
func TestLatency(t *testing.T) {
	for _, nodes := range []int{3, 4, 5, 8} {
		for _, read := range [][]words.Interpretation{nil, {words.FrozenReplies}} {
			for _, ids := range crashSets(nodes) {
				for q := range spec.NodeID(nodes) {
					g := down(reading(nodes, read...), ids)
					if !ids.Has(q) {
						g.crash(q)
					} else {
						g.recover(q)
					}
					for range g.cfg.Dimension() {
						g.round()
					}
					if g.settled(t); t.Failed() {
						t.Fatalf("%v, where %s are down and then %d changes", read, ids, q)
					}
				}
			}
		}
	}
}

// Where everybody knows who is down there is one test in each cluster that has somebody who is
// up: never more than N log2 N, and a request alone where the tested one is down.
func TestTestsOfARound(t *testing.T) {
	for _, nodes := range []int{4, 5, 7, 8} {
		for _, ids := range append(crashSets(nodes), nil) {
			g := down(reading(nodes), ids)
			g.round()
			tests, messages := 0, 0
			for j := range spec.NodeID(nodes) {
				for s := 1; s <= g.cfg.Dimension(); s++ {
					if len(spec.NewSet(Cluster(j, s, nodes)...).Minus(ids)) == 0 {
						continue
					}
					if tests, messages = tests+1, messages+2; ids.Has(j) {
						messages--
					}
				}
			}
			got := 0
			for _, list := range g.tests {
				got += len(list)
			}
			if got != tests || g.messages != messages || tests > nodes*g.cfg.Dimension() {
				t.Errorf("%d without %s: %d tests, %d messages, want %d, %d",
					nodes, ids, got, g.messages, tests, messages)
			}
		}
	}
}

// Tables 2 and 3: the messages of a round without faults, and of log2 N rounds after a crash,
// whoever crashes; frozen replies make no difference to them.
func TestTables2And3(t *testing.T) {
	for i, want := range [][2]int{{48, 129}, {128, 488}, {320, 1565}, {768, 4560}} {
		nodes := 8 << i
		for _, read := range [][]words.Interpretation{nil, {words.FrozenReplies}, words.AsPrinted()} {
			for _, q := range []spec.NodeID{0, 5} {
				g := newGroup(reading(nodes, read...))
				g.round()
				calm, sum := g.messages, 0
				g.crash(q)
				for range g.cfg.Dimension() {
					g.round()
					sum += g.messages
				}
				if calm != want[0] || sum != want[1] {
					t.Errorf("%d %v, %d: %d and %d messages, want %v", nodes, read, q, calm, sum, want)
				}
			}
		}
	}
}

// As printed nobody but its testers drops a process that is down, and some follow it for ever,
// though the messages are those of Table 3 (Y1).
func TestLiteralMerge(t *testing.T) {
	g := newGroup(reading(4, words.LiteralMerge))
	g.crash(0)
	for range 50 {
		g.round()
	}
	if d := cmp.Diff([]spec.NodeID{spec.None, 1, 1, 0}, g.leaders()); d != "" {
		t.Errorf("leaders (-want +got):\n%s", d)
	}
}

// Who may suspect itself does so when it recovers, tests nobody ever again, and learns nothing:
// with frozen replies wherever anybody else is up (V4, Y2).
func TestSelfLeaves(t *testing.T) {
	for _, nodes := range []int{4, 8} {
		lost, all := 0, 0
		for _, ids := range append(crashSets(nodes), spec.AllNodes(nodes)) {
			for _, q := range ids {
				g := down(reading(nodes, words.FrozenReplies, words.SelfLeaves), ids)
				g.recover(q)
				for range 10 * g.cfg.Dimension() {
					g.round()
				}
				all++
				if s := g.state(q); !s.Correct[q] {
					if lost++; len(g.tests[q]) > 0 {
						t.Errorf("%d of %s tests %v", q, ids, g.tests[q])
					}
				}
			}
		}
		if want := map[int][2]int{4: {28, 32}, 8: {1016, 1024}}[nodes]; [2]int{lost, all} != want {
			t.Errorf("of %d cases among %d it is lost in %d, want %v", all, nodes, lost, want)
		}
	}
}

// Whether a process refutes what it hears of itself makes no difference to anything but the
// number.
func TestSelfRefutes(t *testing.T) {
	for _, ids := range crashSets(8) {
		plain, refutes := down(reading(8), ids), down(reading(8, words.SelfRefutes), ids)
		for _, g := range []*group{plain, refutes} {
			g.recover(ids...)
		}
		for range 6 {
			plain.round()
			refutes.round()
			if d := cmp.Diff(plain.leaders(), refutes.leaders()); d != "" {
				t.Fatalf("without %s (-plain +refutes):\n%s", ids, d)
			}
			for i := range plain.nodes {
				if d := cmp.Diff(plain.nodes[i].state.Correct, refutes.nodes[i].state.Correct); d != "" {
					t.Fatalf("without %s, at %d (-plain +refutes):\n%s", ids, i, d)
				}
			}
		}
		refutes.settled(t)
		plain.settled(t)
	}
}

// By the text a process tests its clusters' members until one answers. Then there may be more
// tests than N log2 N, and news may come later than after log2 N rounds (V2).
func TestScan(t *testing.T) {
	g := down(reading(16, words.Scan), spec.Set{0, 1, 2, 3, 9, 12, 13, 14, 15})
	g.round()
	tests := 0
	for _, list := range g.tests {
		tests += len(list)
	}
	if tests <= 16*4 {
		t.Errorf("%d tests", tests)
	}
	for _, c := range []struct {
		read []words.Interpretation
		late bool
	}{
		{[]words.Interpretation{words.FrozenReplies}, false},
		{[]words.Interpretation{words.FrozenReplies, words.Scan}, true},
	} {
		g := newGroup(reading(4, c.read...))
		g.crash(0, 1)
		g.round()
		g.recover(0, 1)
		g.crash(2)
		g.round()
		g.round()
		if got := g.suspecting(0).Has(3); got != c.late {
			t.Errorf("%v: 3 suspects 0 after two rounds: %t", c.read, got)
		}
	}
}

// A false suspicion brings a test more than N log2 N (Y5).
func TestFalseSuspicion(t *testing.T) {
	g := newGroup(reading(4))
	g.nodes[1].self.Suspect(0)
	if list := g.nodes[1].assigned(2); !slices.Equal(list, []spec.NodeID{3, 2}) {
		t.Errorf("it tests %v", list)
	}
}

// Recoveries that overlap with crashes, in the midst of them: all know within log2 N rounds.
func TestOverlapping(t *testing.T) {
	for _, first := range crashSets(4) {
		for _, second := range crashSets(4) {
			for _, read := range [][]words.Interpretation{nil, {words.FrozenReplies}} {
				g := newGroup(reading(4, read...))
				g.crash(first...)
				g.round()
				for _, q := range first {
					if !second.Has(q) {
						g.recover(q)
					}
				}
				g.crash(second...)
				g.round()
				g.round()
				if g.settled(t); t.Failed() {
					t.Fatalf("%v: %s are down for a round, and then %s", read, first, second)
				}
			}
		}
	}
}
