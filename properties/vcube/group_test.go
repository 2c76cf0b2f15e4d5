package vcube

import (
	"slices"
	"testing"

	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// suspecting are those who are up and suspect a process.
func suspecting(g *Group, whom spec.NodeID) spec.Set {
	var who spec.Set
	for _, p := range g.Up() {
		if !g.Correct(p).Has(whom) {
			who = append(who, p)
		}
	}
	return who
}

// isRight tells whether everybody who is up holds for correct who is up, and nobody else.
func isRight(g *Group) bool {
	for _, p := range g.Up() {
		if !g.Correct(p).Equal(g.Up()) {
			return false
		}
	}
	return true
}

// With replies frozen the news that 0 is dead travels one edge in each round; who replies with what
// it knows by then passes it on faster (VC-13).
func TestFrozenRoundsAreTheSlowest(t *testing.T) {
	g := NewGroup(words.Config{Nodes: 8})
	g.Fail(0)
	for round, want := range []spec.Set{{1, 2, 4}, {1, 2, 3, 4, 5, 6}, {1, 2, 3, 4, 5, 6, 7}} {
		if g.Round(true); !suspecting(g, 0).Equal(want) {
			t.Errorf("after round %d 0 is suspected by %s, want %s", round+1, suspecting(g, 0), want)
		}
	}
	live := NewGroup(words.Config{Nodes: 8})
	live.Fail(0)
	live.Round(false)
	if live.Round(false); !isRight(live) {
		t.Errorf("where replies are live 0 is suspected by %s after two rounds", suspecting(live, 0))
	}
}

// From every set of processes that are down, when all who are up know it: each that is in a cluster
// with somebody who is up is tested in it once (VC-3), whatever crashes or comes up next everybody
// knows it within d rounds (VC-4), and the least leads at last.
func TestAllCrashSetsSettle(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 8} {
		d := words.Config{Nodes: n}.Dimension()
		all := spec.AllNodes(n)
		for k := range n {
			for down := range all.Subsets(k) {
				settled := NewGroup(words.Config{Nodes: n})
				settled.Fail(down...)
				for range d + 1 {
					settled.Round(true)
				}
				tests, want := len(settled.Clone().Round(true)), testsOf(n, down)
				if !isRight(settled) || tests != want {
					t.Fatalf("N = %d, %s down: %d tests in a round, want %d", n, down, tests, want)
				}
				for _, q := range all {
					g := settled.Clone()
					if down.Has(q) {
						g.Return(q)
					} else {
						g.Fail(q)
					}
					for range d {
						g.Round(true)
					}
					if !isRight(g) || !follow(g, g.Up()) {
						t.Fatalf("N = %d, %s down, then %s changes: after %d rounds not everybody knows", n, down, q, d)
					}
				}
			}
		}
	}
}

// testsOf is how many clusters' members somebody is there to test.
func testsOf(n int, down spec.Set) int {
	tests := 0
	for j := range spec.NodeID(n) {
		for s := 1; s <= (words.Config{Nodes: n}).Dimension(); s++ {
			cluster := implementation.Cluster(j, s, n)
			if slices.ContainsFunc(cluster, func(i spec.NodeID) bool { return !down.Has(i) }) {
				tests++
			}
		}
	}
	return tests
}

// follow tells whether these follow the one of them that has the least incarnation, and of several
// the first.
func follow(g *Group, up spec.Set) bool {
	for _, p := range up {
		for _, q := range up {
			leader := g.Leader(p)
			before := g.Disks[q].Incarnation < g.Disks[leader].Incarnation
			if before || g.Disks[q].Incarnation == g.Disks[leader].Incarnation && q < leader {
				return false
			}
		}
	}
	return true
}

// A round of which one test fails though everybody is up has more tests than N log2 N (Y5).
func TestFalseSuspicion(t *testing.T) {
	g := NewGroup(words.Config{Nodes: 4})
	g.Suspect(1, 0)
	if tests := g.Round(false); len(tests) != 9 {
		t.Errorf("%d tests: %v", len(tests), tests)
	}
	if !suspecting(g, 0).Equal(spec.Set{1, 3}) { // 3 has heard of it from 1
		t.Errorf("0 is suspected by %s", suspecting(g, 0))
	}
	g.Round(true)
	if g.Round(true); !isRight(g) {
		t.Error("the false suspicion is not over after two rounds")
	}
}

// Figure 7: process 0 fails three times as the leader, is penalised, and 1 leads. A clone goes its
// own way.
func TestPenalty(t *testing.T) {
	g := NewGroup(words.Config{Nodes: 8, Incarnations: []int{0, 10, 18, 19, 17, 15, 13, 11}})
	var incarnations []int
	for range 3 {
		g.Fail(0)
		g.Return(0)
		incarnations = append(incarnations, g.Disks[0].Incarnation)
		before := g.Clone()
		g.Round(false)
		if before.Disks[0].Count != len(incarnations) || before.Leader(1) != 0 {
			t.Errorf("the clone has followed: %+v", before.Disks[0])
		}
	}
	if incarnations = append(incarnations, g.Disks[0].Incarnation); !slices.Equal(incarnations, []int{1, 2, 3, 11}) {
		t.Errorf("incarnations %v, want 1, 2, 3, then 11", incarnations)
	}
	if g.Leader(0) != 0 {
		t.Errorf("0 follows %s in the round of the penalty, want itself", g.Leader(0))
	}
	g.Round(true)
	g.Round(true)
	g.Round(true)
	if g.Leader(0) != 1 || g.Leader(7) != 1 || g.Disks[0].Count != 0 {
		t.Errorf("0 follows %s with count %d, 7 follows %s, want 1", g.Leader(0), g.Disks[0].Count, g.Leader(7))
	}
}

// Test by test a round is the same as in one go, and an open test is lost with its tester.
func TestNext(t *testing.T) {
	g, h := NewGroup(words.Config{Nodes: 8}), NewGroup(words.Config{Nodes: 8})
	g.Fail(4)
	h.Fail(4)
	want := h.Go(5)
	var got []Test
	for {
		got = append(got, g.Next(5)...)
		if g.State(5).Testing == spec.None {
			break
		}
	}
	if !slices.Equal(got, want) || len(want) != 5 {
		t.Errorf("tests %v, and in one go %v", got, want)
	}
	g.Next(0)
	g.Fail(0)
	g.Return(0)
	if g.State(0).Testing != spec.None || g.State(0).Incarnations[0] != 1 || g.Leader(0) != 0 {
		t.Errorf("0 comes up again as %+v", *g.State(0))
	}
	if alone := NewGroup(words.Config{Nodes: 1}); len(alone.Go(0)) != 0 || alone.Leader(0) != 0 {
		t.Error("one process alone tests somebody")
	}
}

// Whatever processes believe, they find out: the greatest timestamp comes from somebody, and who
// tests knows better.
func TestBelieve(t *testing.T) {
	g := NewGroup(words.Config{Nodes: 4})
	before := g.Clone()
	g.Fail(0)
	g.Believe(1, []int{2, 0, 5, 0})
	g.Believe(3, []int{4, 1, 0, 3})
	if !g.Correct(1).Equal(spec.Set{0, 1, 3}) || !g.Correct(3).Equal(spec.Set{0, 2, 3}) {
		t.Errorf("1 holds %s for correct, 3 %s", g.Correct(1), g.Correct(3))
	}
	if !isRight(before) {
		t.Error("the clone has followed")
	}
	for range 3 {
		g.Round(true)
	}
	if !isRight(g) {
		t.Errorf("1 holds %s for correct, 2 %s, 3 %s", g.Correct(1), g.Correct(2), g.Correct(3))
	}
}
