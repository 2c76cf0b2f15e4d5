package vcube

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// group is processes whose rounds begin at the same moment and are over before the next. Copies
// arrive in the order of their sending, and timeouts fire when nothing is in flight. It steps the
// processes itself, and so depends on no room that runs them.
type group struct {
	cfg   words.Config
	nodes []*Node // nil for who is down
	disks []any
	armed []map[spec.Timer]bool
	sent  []spec.Message
	// tests are whom each process has tested in the last round, messages how many were sent in
	// it, those to processes that are down included.
	tests    [][]spec.NodeID
	messages int
}

func newGroup(cfg words.Config) *group {
	cfg = cfg.WithDefaults()
	g := &group{
		cfg: cfg, nodes: make([]*Node, cfg.Nodes), disks: make([]any, cfg.Nodes),
		armed: make([]map[spec.Timer]bool, cfg.Nodes),
	}
	for i := range spec.NodeID(cfg.Nodes) {
		g.nodes[i], g.armed[i] = New(i, cfg), map[spec.Timer]bool{}
		g.step(i, impltest.Booted())
	}
	return g
}

// step steps a process and carries out what it asks for.
func (g *group) step(at spec.NodeID, ev impl.Event) []impl.Effect {
	out := impl.NewEffects(nil)
	g.nodes[at].Step(ev, out)
	for _, e := range out.List {
		switch e.Kind {
		case impl.Save:
			g.disks[at] = e.Record
		case impl.SetTimer:
			g.armed[at][e.Timer] = true
		case impl.StopTimer:
			delete(g.armed[at], e.Timer)
		case impl.Send:
			g.sent = append(g.sent, spec.Message{From: at, To: e.To, Body: e.Body})
		}
	}
	return out.List
}

func (g *group) crash(ids ...spec.NodeID) {
	for _, id := range ids {
		g.nodes[id] = nil
	}
}

func (g *group) recover(ids ...spec.NodeID) {
	for _, id := range ids {
		g.nodes[id], g.armed[id] = New(id, g.cfg), map[spec.Timer]bool{}
		g.step(id, impltest.Recovered(g.disks[id]))
	}
}

// fire fires a timer of everybody who has it armed, and tells whether anybody has.
func (g *group) fire(timer spec.Timer) bool {
	any := false
	for i, n := range g.nodes {
		if n != nil && g.armed[i][timer] {
			any = true
			delete(g.armed[i], timer)
			g.step(spec.NodeID(i), impltest.Fired(timer))
		}
	}
	return any
}

// round runs one round of everybody.
func (g *group) round() {
	g.tests, g.messages = make([][]spec.NodeID, len(g.nodes)), 0
	g.fire(words.TimerInterval)
	for g.deliver(); g.fire(words.TimerTest); g.deliver() {
	}
}

// deliver delivers all that is in flight, and what comes of it.
func (g *group) deliver() {
	for ; len(g.sent) > 0; g.sent = g.sent[1:] {
		m := g.sent[0]
		g.messages++
		if m.Body.Kind() == words.KindRequest {
			g.tests[m.From] = append(g.tests[m.From], m.To)
		}
		if g.nodes[m.To] != nil {
			g.step(m.To, impltest.Delivered(m.From, m.Body))
		}
	}
}

func (g *group) state(id spec.NodeID) *State { return &g.nodes[id].state }

// leaders are the leaders of all, None where a process is down.
func (g *group) leaders() []spec.NodeID {
	leaders := make([]spec.NodeID, len(g.nodes))
	for i, n := range g.nodes {
		leaders[i] = spec.None
		if n != nil {
			leaders[i] = n.state.Leader
		}
	}
	return leaders
}

// suspecting are those who suspect a process.
func (g *group) suspecting(whom spec.NodeID) spec.Set {
	var set spec.Set
	for i, n := range g.nodes {
		if n != nil && !n.state.Correct[whom] {
			set = append(set, spec.NodeID(i))
		}
	}
	return set
}

// settled fails the test unless everybody knows who is up, and follows whom it should: of those
// who are up the one of the least incarnation, and of several the first.
func (g *group) settled(t *testing.T) {
	t.Helper()
	want := spec.None
	for i, n := range g.nodes {
		if n != nil && (want == spec.None || n.self.life() < g.nodes[want].self.life()) {
			want = spec.NodeID(i)
		}
	}
	for i, n := range g.nodes {
		if n == nil {
			continue
		}
		if n.state.Leader != want {
			t.Errorf("%d follows %s, want %s", i, n.state.Leader, want)
		}
		for q, correct := range n.state.Correct {
			if correct != (g.nodes[q] != nil) {
				t.Errorf("%d holds %d for correct: %t", i, q, correct)
			}
		}
	}
}
