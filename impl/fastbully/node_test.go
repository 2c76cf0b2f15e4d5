package fastbully

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/fastbully/words"
)

// group is processes between which copies arrive as they were sent.
type group struct {
	nodes []*Node // nil for who is down
	sent  map[string]int
	waits []time.Duration // the last length of Wait, by process
	queue []spec.Message
}

func newGroup(t *testing.T, text string) *group {
	t.Helper()
	cfg, err := words.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	g := &group{nodes: make([]*Node, cfg.Nodes), sent: map[string]int{}, waits: make([]time.Duration, cfg.Nodes)}
	for i := range g.nodes {
		g.nodes[i] = New(spec.NodeID(i), cfg)
	}
	for i := range g.nodes {
		if cfg.Boots() {
			g.step(spec.NodeID(i), impltest.Booted())
		}
	}
	g.deliver()
	return g
}

func (g *group) step(at spec.NodeID, ev impl.Event) {
	out := impl.NewEffects(nil)
	g.nodes[at].Step(ev, out)
	for _, e := range out.List {
		switch {
		case e.Kind == impl.Send:
			g.sent[e.Body.Kind()]++
			g.queue = append(g.queue, spec.Message{From: at, To: e.To, Body: e.Body})
		case e.Kind == impl.SetTimer && e.Timer == words.TimerWait:
			g.waits[at] = e.After
		}
	}
}

func (g *group) fire(at spec.NodeID, timer spec.Timer) {
	g.step(at, impltest.Fired(timer))
	g.deliver()
}

func (g *group) deliver() {
	for ; len(g.queue) > 0; g.queue = g.queue[1:] {
		if m := g.queue[0]; g.nodes[m.To] != nil {
			g.step(m.To, impltest.Delivered(m.From, m.Body))
		}
	}
}

// leaders are whom each follows, None of who is down.
func (g *group) leaders() []spec.NodeID {
	all := make([]spec.NodeID, len(g.nodes))
	for i, n := range g.nodes {
		if all[i] = spec.None; n != nil {
			all[i] = n.state.Leader
		}
	}
	return all
}

// What an election and a failover cost (C2, C4.7): n(n-1) scores, n-1 announcements, and n-1 more at a
// failure, of which n-2 are for processes that are up.
func TestCosts(t *testing.T) {
	g := newGroup(t, `{"nodes": 5, "scores": [3, 1, 2, 1, 4]}`)
	for i := range spec.NodeID(5) {
		g.fire(i, words.TimerGather)
	}
	if d := cmp.Diff(map[string]int{words.KindScore: 20, words.KindCoordinator: 4}, g.sent); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if d := cmp.Diff([]spec.NodeID{1, 1, 1, 1, 1}, g.leaders()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	wait := func(rank int) time.Duration {
		return 1700*time.Millisecond + time.Duration(rank)*300*time.Millisecond
	}
	if d := cmp.Diff([]time.Duration{wait(2), 0, wait(1), wait(0), wait(3)}, g.waits); d != "" {
		t.Errorf("the further behind the longer (-want +got):\n%s", d)
	}
	g.nodes[1], g.sent = nil, map[string]int{}
	g.fire(3, words.TimerWait)
	if d := cmp.Diff(map[string]int{words.KindCoordinator: 4}, g.sent); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if d := cmp.Diff([]spec.NodeID{3, spec.None, 3, 3, 3}, g.leaders()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if d := cmp.Diff([]spec.NodeID{3, 2, 0, 4, 1}, g.nodes[0].state.Heirs); d != "" {
		t.Errorf("the failed one comes last (-want +got):\n%s", d)
	}
}

// Where scores are gathered again a failure costs 3(n-1) messages to and from those that are up, and one
// to who is down.
func TestGatheringAgain(t *testing.T) {
	g := newGroup(t, `{"nodes": 5, "start": "warm", "interpretations": ["regathers"]}`)
	g.nodes[0] = nil
	g.fire(1, words.TimerWait)
	g.fire(1, words.TimerGather)
	want := map[string]int{words.KindCollect: 4, words.KindScore: 3, words.KindCoordinator: 4}
	if d := cmp.Diff(want, g.sent); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Epochs are a process's own, and each is greater than the last.
func TestEpochs(t *testing.T) {
	for _, c := range []struct {
		who, last, want int
		of              words.Interpretation
	}{
		{who: 0, last: 0, want: 3},
		{who: 1, last: 0, want: 1},
		{who: 2, last: 1, want: 2},
		{who: 2, last: 2, want: 5},
		{who: 1, last: 3, want: 4},
		{who: 0, last: 5, want: 6},
		{who: 0, last: 5, want: 0, of: words.NoEpochs},
		{who: 0, last: 5, want: 6, of: words.SharedEpochs},
		{who: 1, last: 7, want: 8, of: words.SharedEpochs},
	} {
		cfg := words.Config{Nodes: 3}.WithDefaults()
		if c.of != "" {
			cfg.Interpretations = spec.NewSet(c.of)
		}
		n := New(0, cfg)
		if got := n.epochOf(spec.NodeID(c.who), c.last); got != c.want {
			t.Errorf("%q: the epoch of %d after %d is %d, want %d", c.of, c.who, c.last, got, c.want)
		}
	}
}
