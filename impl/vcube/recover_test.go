package vcube

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

var beginRound = set(words.TimerInterval, soon)

// What a process makes of its disk.
func TestRecover(t *testing.T) {
	unknown, zero := words.Unknown, []words.Interpretation{words.ZeroAfterRecover}
	for _, c := range []struct {
		name string
		read []words.Interpretation
		disk any
		want []impl.Effect
		view View
	}{
		{
			"it was the leader", nil,
			words.Record{Incarnation: 4, Count: 1, Leader: 1},
			[]impl.Effect{save(5, 1, 1), save(5, 2, 1), beginRound},
			View{Incarnations: []int{unknown, 5, unknown, unknown}, Leader: 1, Count: 2},
		},
		{
			"it was not", nil,
			words.Record{Incarnation: 4, Count: 1, Leader: 2},
			[]impl.Effect{save(5, 1, 2), beginRound},
			View{Incarnations: []int{unknown, 5, unknown, unknown}, Leader: 2, Count: 1},
		},
		{
			"it had stored no leader", nil,
			words.Record{Incarnation: 4, Leader: spec.None},
			[]impl.Effect{save(5, 0, spec.None), beginRound},
			View{Incarnations: []int{unknown, 5, unknown, unknown}, Leader: spec.None},
		},
		{
			"it had stored nothing", nil, nil,
			[]impl.Effect{save(8, 0, spec.None), beginRound},
			View{Incarnations: []int{unknown, 8, unknown, unknown}, Leader: spec.None},
		},
		{
			"the others' incarnations are 0", zero,
			words.Record{Incarnation: 4, Leader: 0},
			[]impl.Effect{save(5, 0, 0), beginRound},
			View{Incarnations: []int{0, 5, 0, 0}},
		},
	} {
		cfg := four(c.read...)
		cfg.Incarnations = []int{0, 7, 0, 0}
		n := New(1, cfg)
		handle(t, n, handled{c.name, recovered(c.disk), c.want})
		c.view.Timestamps, c.view.Correct = make([]int, 4), []bool{true, true, true, true}
		c.view.Recovering = true
		if d := cmp.Diff(c.view, n.state.View); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}

// A leader that crashes inside of its recovery has another incarnation with the next one, or
// the same that nobody has seen; and failures are counted as it comes to count them.
func TestCrashesInRecover(t *testing.T) {
	disk := words.Record{Incarnation: 4, Count: 1, Leader: 1}
	for cut, want := range [][]impl.Effect{
		{save(5, 1, 1), save(5, 2, 1), beginRound},
		{save(6, 1, 1), save(6, 2, 1), beginRound},
		{save(6, 2, 1), save(6, 3, 1), beginRound},
	} {
		out := impl.NewEffects(nil)
		New(1, four()).Step(recovered(disk), out)
		var after any = disk
		for _, e := range out.List[:cut] {
			after = e.Record
		}
		handle(t, New(1, four()), handled{fmt.Sprintf("before effect %d", cut), recovered(after), want})
	}
}

// fails has a process crash, be detected, come up again and be known to everybody; it returns
// what is on its disk when its first round is over, and what was when that began.
func fails(g *group, id spec.NodeID) (came, settled words.Record) {
	d := g.cfg.Dimension()
	g.crash(id)
	for range d {
		g.round()
	}
	g.recover(id)
	came = g.disks[id].(words.Record)
	g.round()
	settled = g.disks[id].(words.Record)
	for range d {
		g.round()
	}
	return came, settled
}

// Figure 7: with its third recovery as the leader 0 gives way to 1, at the first election after
// that. As printed the stored count stays, until the process recovers without being the leader.
func TestFigure7(t *testing.T) {
	record := func(incarnation, count int, leader spec.NodeID) words.Record {
		return words.Record{Incarnation: incarnation, Count: count, Leader: leader}
	}
	for _, c := range []struct {
		read  []words.Interpretation
		after int // the count after the penalty
	}{
		{nil, 0},
		{[]words.Interpretation{words.CountResetAtPenalty}, 0},
		{[]words.Interpretation{words.CountKept}, 3},
	} {
		g := newGroup(words.Config{
			Nodes: 8, Incarnations: []int{0, 10, 18, 19, 17, 15, 13, 11}, Interpretations: c.read,
		})
		for i, want := range [][2]words.Record{
			{record(1, 1, 0), record(1, 1, 0)},
			{record(2, 2, 0), record(2, 2, 0)},
			{record(3, 3, 0), record(11, c.after, 0)},
			{record(12, c.after, 1), record(12, 0, 1)},
		} {
			came, first := fails(g, 0)
			if d := cmp.Diff(want, [2]words.Record{came, first}); d != "" {
				t.Errorf("%v: recovery %d (-want +got):\n%s", c.read, i+1, d)
			}
			if i == 2 && g.state(0).Leader != 1 {
				t.Errorf("%v: after the penalty 0 follows %s", c.read, g.state(0).Leader)
			}
			g.settled(t)
		}
	}
}

// The process is its own leader until its next election, though the penalty has made another the
// least.
func TestLeaderIsElectedAnewAfterThePenalty(t *testing.T) {
	g := newGroup(words.Config{Nodes: 2, Incarnations: []int{0, 3}, Threshold: 1})
	g.crash(0)
	g.recover(0)
	g.round()
	if s := g.state(0); s.Leader != 0 || s.Incarnations[0] != 4 {
		t.Errorf("it follows %s in incarnation %d, want 0, 4", s.Leader, s.Incarnations[0])
	}
	g.round()
	g.settled(t)
}

// Without the penalty it takes eleven failures until 1 leads, as the tie at ten is 0's.
func TestWithoutPenalty(t *testing.T) {
	g := newGroup(words.Config{Nodes: 8, Incarnations: []int{0, 10, 18, 19, 17, 15, 13, 11}, Threshold: -1})
	failures := 0
	for ; g.state(7).Leader == 0 && failures < 20; failures++ {
		fails(g, 0)
		g.settled(t)
	}
	if failures != 11 {
		t.Errorf("it took %d failures", failures)
	}
}

// A count that was not cleared brings a penalty after a single failure (Y4).
func TestStaleCount(t *testing.T) {
	for _, c := range []struct {
		read []words.Interpretation
		want int
	}{
		{nil, 12},
		{[]words.Interpretation{words.CountResetAtPenalty}, 12},
		{[]words.Interpretation{words.CountKept}, 14},
	} {
		g := newGroup(words.Config{
			Nodes: 8, Incarnations: []int{0, 10, 18, 19, 17, 15, 13, 16}, Interpretations: c.read,
		})
		for range 3 {
			fails(g, 0)
		}
		g.crash(1)
		for range 3 {
			g.round()
		}
		g.settled(t)
		if leader := g.state(0).Leader; leader != 0 {
			t.Errorf("%v: without 1 it follows %s, want itself", c.read, leader)
		}
		if _, first := fails(g, 0); first.Incarnation != c.want {
			t.Errorf("%v: it is in incarnation %d, want %d", c.read, first.Incarnation, c.want)
		}
	}
}

// A leader that was not stored before it crashed is not counted (V6).
func TestFirstLeaderIsStored(t *testing.T) {
	for _, c := range []struct {
		read []words.Interpretation
		want int
	}{{nil, 1}, {[]words.Interpretation{words.LeaderUnstored}, 0}} {
		g := newGroup(words.Config{Nodes: 4, Interpretations: c.read})
		g.crash(0)
		g.recover(0)
		if got := g.state(0).Count; got != c.want {
			t.Errorf("%v: the count is %d, want %d", c.read, got, c.want)
		}
	}
}

// Where nobody else is correct there is nobody to give way to (V9).
func TestNoCandidate(t *testing.T) {
	for _, c := range []struct {
		read []words.Interpretation
		want words.Record
	}{
		{nil, words.Record{Incarnation: 1, Count: 1}},
		{[]words.Interpretation{words.CandidateSelf}, words.Record{Incarnation: 2}},
		{[]words.Interpretation{words.CandidateSelf, words.CountKept}, words.Record{Incarnation: 2, Count: 1}},
		{[]words.Interpretation{words.CandidateSelf, words.EqualPenalty}, words.Record{Incarnation: 1}},
	} {
		g := newGroup(words.Config{Nodes: 2, Threshold: 1, Interpretations: c.read})
		g.crash(0, 1)
		g.recover(0)
		g.round()
		if d := cmp.Diff(any(c.want), g.disks[0]); d != "" {
			t.Errorf("%v (-want +got):\n%s", c.read, d)
		}
	}
}

// A penalty that makes incarnations equal leaves the lower process the leader (V8).
func TestEqualPenalty(t *testing.T) {
	g := newGroup(words.Config{
		Nodes: 4, Incarnations: []int{0, 5, 5, 5}, Threshold: 1,
		Interpretations: []words.Interpretation{words.EqualPenalty},
	})
	fails(g, 0)
	g.settled(t)
	if s := g.state(0); s.Leader != 0 || s.Incarnations[0] != 5 {
		t.Errorf("it follows %s in incarnation %d, want 0, 5", s.Leader, s.Incarnations[0])
	}
}

// Who recovers among others who know nothing either does not take an invented incarnation for
// the least: it would elect who it does not hear of, and forget its own failures (Y8).
func TestIgnorantNeighbours(t *testing.T) {
	for _, c := range []struct {
		read   []words.Interpretation
		leader spec.NodeID
		count  int
		own    int
	}{
		{[]words.Interpretation{words.FrozenReplies}, 0, 0, 7},
		{[]words.Interpretation{words.FrozenReplies, words.ZeroAfterRecover}, 3, 0, 2},
	} {
		g := newGroup(words.Config{Nodes: 4, Incarnations: []int{1, 5, 5, 5}, Interpretations: c.read})
		g.round()
		g.disks[0] = words.Record{Incarnation: 1, Count: 2, Leader: 0}
		g.crash(0, 1, 2)
		g.round()
		g.recover(1, 2, 0)
		if got := g.state(0).Count; got != 3 {
			t.Fatalf("the third failure is number %d", got)
		}
		g.round()
		if s := g.state(0); s.Leader != c.leader || s.Count != c.count || s.Incarnations[0] != c.own {
			t.Errorf("%v: it follows %s, count %d, incarnations %v", c.read, s.Leader, s.Count, s.Incarnations)
		}
	}
}
