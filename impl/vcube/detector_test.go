package vcube

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// What a process that tests 0 makes of the reply. It is 1, and suspects 3 since a while.
func TestLearn(t *testing.T) {
	for _, c := range []struct {
		read    []words.Interpretation
		told    [4]int
		want    [4]int
		correct []bool
	}{
		{nil, [4]int{0, 0, 0, 0}, [4]int{0, 0, 0, 3}, []bool{true, true, true, false}},
		{nil, [4]int{0, 0, 1, 2}, [4]int{0, 0, 1, 3}, []bool{true, true, false, false}},
		{nil, [4]int{0, 0, 2, 4}, [4]int{0, 0, 2, 4}, []bool{true, true, true, true}},
		{nil, [4]int{0, 1, 0, 5}, [4]int{0, 1, 0, 5}, []bool{true, true, true, false}},
		{nil, [4]int{1, 0, 0, 0}, [4]int{2, 0, 0, 3}, []bool{true, true, true, false}},
		{
			[]words.Interpretation{words.LiteralMerge},
			[4]int{1, 1, 1, 4},
			[4]int{2, 1, 1, 4},
			[]bool{true, true, true, false},
		},
		{
			[]words.Interpretation{words.SelfLeaves},
			[4]int{0, 1, 0, 0},
			[4]int{0, 1, 0, 3},
			[]bool{true, false, true, false},
		},
		{
			[]words.Interpretation{words.SelfRefutes},
			[4]int{0, 3, 0, 0},
			[4]int{0, 4, 0, 3},
			[]bool{true, true, true, false},
		},
		{
			[]words.Interpretation{words.SelfRefutes},
			[4]int{0, 2, 0, 0},
			[4]int{0, 2, 0, 3},
			[]bool{true, true, true, false},
		},
	} {
		n := New(1, four(c.read...))
		n.Step(booted(), impl.NewEffects(nil))
		n.Step(fired(words.TimerInterval), impl.NewEffects(nil))
		n.state.Timestamps, n.state.Correct[3] = []int{0, 0, 0, 3}, false
		n.Step(delivered(0, reply(0, 1, c.told, [4]int{0, 2, 1, 0})), impl.NewEffects(nil))
		if d := cmp.Diff(c.want[:], n.state.Timestamps); d != "" {
			t.Errorf("%v, told %v: timestamps (-want +got):\n%s", c.read, c.told, d)
		}
		if d := cmp.Diff(c.correct, n.state.Correct); d != "" {
			t.Errorf("%v, told %v: correct (-want +got):\n%s", c.read, c.told, d)
		}
		if d := cmp.Diff([]int{0, 2, 1, 0}, n.state.Incarnations); d != "" {
			t.Errorf("%v, told %v: incarnations (-want +got):\n%s", c.read, c.told, d)
		}
	}
}

// Two lists that are joined stay as they are, and neither is copied where one has it all.
func TestJoined(t *testing.T) {
	for code := range 81 {
		ours, theirs := []int{code % 3, code / 3 % 3}, []int{code / 9 % 3, code / 27}
		o, th := slices.Clone(ours), slices.Clone(theirs)
		both, news := joined(ours, theirs)
		want := []int{max(o[0], th[0]), max(o[1], th[1])}
		if !slices.Equal(ours, o) || !slices.Equal(theirs, th) {
			t.Fatalf("%v and %v were changed", o, th)
		}
		if !slices.Equal(both, want) || news == slices.Equal(o, want) {
			t.Fatalf("%v and %v are %v, with news: %t", o, th, both, news)
		}
		if !news && &both[0] != &ours[0] || news && slices.Equal(want, th) && &both[0] != &theirs[0] {
			t.Fatalf("%v or %v was copied", o, th)
		}
	}
}

// A verdict is one event however often it is found out, and changes no array that a reply has.
func TestVerdicts(t *testing.T) {
	n := New(0, four())
	n.Step(booted(), impl.NewEffects(nil))
	told := n.state.Timestamps
	for _, c := range []struct {
		verdict func(spec.NodeID)
		want    int
	}{{n.self.Suspect, 1}, {n.self.Suspect, 1}, {n.self.Trust, 2}, {n.self.Trust, 2}, {n.self.Suspect, 3}} {
		c.verdict(2)
		if got := n.state.Timestamps[2]; got != c.want || n.state.Correct[2] != (got%2 == 0) {
			t.Errorf("timestamp %d, want %d; correct: %t", got, c.want, n.state.Correct[2])
		}
	}
	if !slices.Equal(told, nothing[:]) {
		t.Errorf("a reply changed to %v", told)
	}
}

// Where there is nothing new no process copies an array: what is allocated for a test and an
// election are the request, the reply and the record.
func TestRoundsWithoutNewsCopyNothing(t *testing.T) {
	g := newGroup(words.Config{Nodes: 64})
	before := g.arrays()
	g.round()
	if !slices.Equal(before, g.arrays()) {
		t.Error("somebody has another array after a round without news")
	}
	n, out := g.nodes[5], impl.NewEffects(nil)
	var asked, answer spec.Body = words.Request{Life: 1, Nonce: 1}, words.Reply{
		Timestamps: g.state(3).Timestamps, Incarnations: g.state(3).Incarnations,
	}
	if allocs := testing.AllocsPerRun(100, func() {
		out.List = out.List[:0]
		n.Step(delivered(3, asked), out)
		n.self.Ask(3, out)
		n.self.Learn(answer.(words.Reply))
		n.self.Trust(3)
		n.self.Elect(out)
	}); allocs > 3 {
		t.Errorf("%v allocations", allocs)
	}
}

// arrays are where the arrays of all begin.
func (g *group) arrays() []*int {
	var at []*int
	for _, n := range g.nodes {
		at = append(at, &n.state.Timestamps[0], &n.state.Incarnations[0])
	}
	return at
}

// Those who come to know the same come to share it.
func TestArraysAreShared(t *testing.T) {
	g := newGroup(words.Config{Nodes: 64})
	g.crash(9)
	for range g.cfg.Dimension() {
		g.round()
	}
	g.settled(t)
	g.recover(9)
	for range g.cfg.Dimension() {
		g.round()
	}
	g.settled(t)
	distinct := map[*int]bool{}
	for _, array := range g.arrays() {
		distinct[array] = true
	}
	if 4*len(distinct) > g.cfg.Nodes {
		t.Errorf("%d arrays for %d processes that know the same", len(distinct), g.cfg.Nodes)
	}
}

// A reply of this life that comes too late doubles the timeout, if its sender is suspected.
func TestTooLate(t *testing.T) {
	for _, c := range []struct {
		read []words.Interpretation
		want time.Duration
	}{{nil, 8 * time.Second}, {[]words.Interpretation{words.FixedTimeout}, 4 * time.Second}} {
		n := New(0, four(c.read...))
		n.Step(booted(), impl.NewEffects(nil))
		n.Step(fired(words.TimerInterval), impl.NewEffects(nil))
		n.Step(fired(words.TimerTest), impl.NewEffects(nil)) // 1 has not answered
		for _, late := range []impl.Event{
			delivered(2, reply(1, 2, nothing, nothing)), // of another life
			delivered(3, reply(0, 2, nothing, nothing)), // of one that it trusts
			delivered(1, reply(3, 1, nothing, nothing)), // of another life
		} {
			n.Step(late, impl.NewEffects(nil))
			if n.state.Doublings != 0 {
				t.Errorf("the timeout doubles with a reply that tells nothing about it: %+v", late)
			}
		}
		n.Step(delivered(1, reply(0, 1, nothing, nothing)), impl.NewEffects(nil))
		handle(t, n, handled{"the next test", fired(words.TimerTest), []impl.Effect{
			send(3, words.Request{Nonce: 3}), set(words.TimerTest, c.want),
		}})
	}
}

// Replies that are late together tell the same: the timeout doubles with the first of them, and
// then only with one to a test that has had the longer timeout.
func TestLateTogether(t *testing.T) {
	cfg := four()
	cfg.Nonces = 5
	n := New(0, cfg)
	n.Step(booted(), impl.NewEffects(nil))
	for _, c := range []struct {
		tests, late int // so many more tests have begun, and this one's reply comes
		want        int // doublings
	}{
		{3, 1, 1},
		{0, 2, 1},
		{0, 3, 1},
		{0, 4, 1},
		{1, 3, 1},
		{0, 4, 2},
		{3, 4, 2},
		{0, 0, 3},
		{0, 1, 3},
		{1, 2, 3},
		{0, 3, 4},
	} {
		for range c.tests {
			n.self.Suspect(1)
			n.self.NextTest()
		}
		n.self.TooLate(1, reply(0, c.late, nothing, nothing))
		if n.state.Doublings != c.want {
			t.Errorf("%+v: %d doublings at nonce %d", c, n.state.Doublings, n.state.Nonce)
		}
	}
}

// Timeouts stop growing before their length overflows.
func TestTimeoutsStopGrowing(t *testing.T) {
	for _, ms := range []int{1, 4_000, words.MaxMS} {
		cfg := four()
		cfg.TimeoutMS = ms
		n := New(0, cfg)
		n.Step(booted(), impl.NewEffects(nil))
		n.self.Suspect(1)
		for range 100 {
			n.self.NextTest()
			n.self.TooLate(1, reply(0, n.state.Nonce, nothing, nothing))
		}
		if got := n.self.Timeout(); got < longest || got > 2*longest {
			t.Errorf("from %d ms on it grows to %v", ms, got)
		}
	}
}
