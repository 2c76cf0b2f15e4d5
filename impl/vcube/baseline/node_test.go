package baseline

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// group is processes of one kind in rounds that begin together. Copies arrive as they were sent,
// and timeouts fire when nothing is in flight.
type group struct {
	cfg      words.Config
	make     func(spec.NodeID, words.Config) impl.Node
	nodes    []impl.Node // nil for who is down
	disks    []any
	armed    [][]spec.Timer // in the order in which they were set
	sent     []spec.Message
	requests int // of the last round
	messages int // likewise
}

// kinds are the two baselines.
func kinds() map[string]func(spec.NodeID, words.Config) impl.Node {
	return map[string]func(spec.NodeID, words.Config) impl.Node{
		"All":  func(id spec.NodeID, cfg words.Config) impl.Node { return NewAll(id, cfg) },
		"Ring": func(id spec.NodeID, cfg words.Config) impl.Node { return NewRing(id, cfg) },
	}
}

func newGroup(kind string, cfg words.Config) *group {
	cfg = cfg.WithDefaults()
	g := &group{
		cfg: cfg, make: kinds()[kind], nodes: make([]impl.Node, cfg.Nodes), disks: make([]any, cfg.Nodes),
		armed: make([][]spec.Timer, cfg.Nodes),
	}
	for i := range spec.NodeID(cfg.Nodes) {
		g.start(i, impltest.Booted())
	}
	return g
}

func (g *group) start(id spec.NodeID, ev impl.Event) {
	g.nodes[id], g.armed[id] = g.make(id, g.cfg), nil
	g.step(id, ev)
}

func (g *group) recover(id spec.NodeID) {
	g.start(id, impltest.Recovered(g.disks[id]))
}

func (g *group) step(at spec.NodeID, ev impl.Event) {
	out := impl.NewEffects(nil)
	g.nodes[at].Step(ev, out)
	for _, e := range out.List {
		switch e.Kind {
		case impl.Save:
			g.disks[at] = e.Record
		case impl.SetTimer, impl.StopTimer:
			g.disarm(at, e.Timer)
			if e.Kind == impl.SetTimer {
				g.armed[at] = append(g.armed[at], e.Timer)
			}
		case impl.Send:
			g.sent = append(g.sent, spec.Message{From: at, To: e.To, Body: e.Body})
		}
	}
}

func (g *group) disarm(at spec.NodeID, timer spec.Timer) {
	var rest []spec.Timer
	for _, t := range g.armed[at] {
		if t != timer {
			rest = append(rest, t)
		}
	}
	g.armed[at] = rest
}

// fire fires all timers of that name, and tells whether there was one.
func (g *group) fire(name string) bool {
	any := false
	for i, n := range g.nodes {
		for _, timer := range g.armed[i] {
			if n != nil && timer.Name() == name {
				any = true
				g.disarm(spec.NodeID(i), timer)
				g.step(spec.NodeID(i), impltest.Fired(timer))
			}
		}
	}
	return any
}

func (g *group) round() {
	g.requests, g.messages = 0, 0
	g.fire(words.TimerInterval.Name())
	for g.deliver(); g.fire(words.TimerTest.Name()); g.deliver() {
	}
}

func (g *group) deliver() {
	for ; len(g.sent) > 0; g.sent = g.sent[1:] {
		m := g.sent[0]
		if g.messages++; m.Body.Kind() == words.KindRequest {
			g.requests++
		}
		if g.nodes[m.To] != nil {
			g.step(m.To, impltest.Delivered(m.From, m.Body))
		}
	}
}

func (g *group) view(id spec.NodeID) *vcube.View {
	switch s := g.nodes[id].State().(type) {
	case *AllState:
		return &s.View
	case *RingState:
		return &s.View
	}
	return nil
}

// rounds counts the rounds until all know who is up and follow whom they should, up to a hundred.
func (g *group) rounds() int {
	for rounds := range 100 {
		if g.settled() {
			return rounds
		}
		g.round()
	}
	return 100
}

func (g *group) settled() bool {
	want := spec.None
	for i, n := range g.nodes {
		id := spec.NodeID(i)
		if n != nil && (want == spec.None || g.view(id).Incarnations[id] < g.view(want).Incarnations[want]) {
			want = id
		}
	}
	for i, n := range g.nodes {
		if n == nil {
			continue
		}
		v := g.view(spec.NodeID(i))
		for q, correct := range v.Correct {
			if correct != (g.nodes[q] != nil) {
				return false
			}
		}
		if v.Leader != want {
			return false
		}
	}
	return true
}

// What a round costs, and how many rounds go by until all know of a crash and of a recovery.
func TestRounds(t *testing.T) {
	type cost struct {
		Requests, Messages  int // without faults
		AfterCrash, Crash   int // the messages of the round after that, and rounds
		AfterRecover, Comes int
	}
	for _, c := range []struct {
		kind  string
		nodes int
		want  cost
	}{
		{"All", 1, cost{}},
		{"All", 3, cost{Requests: 6, Messages: 12, AfterCrash: 6, Crash: 1, AfterRecover: 12, Comes: 1}},
		{"All", 8, cost{Requests: 56, Messages: 112, AfterCrash: 91, Crash: 1, AfterRecover: 112, Comes: 1}},
		{"All", 16, cost{Requests: 240, Messages: 480, AfterCrash: 435, Crash: 1, AfterRecover: 480, Comes: 1}},
		{"Ring", 1, cost{}},
		{"Ring", 3, cost{Requests: 3, Messages: 6, AfterCrash: 5, Crash: 2, AfterRecover: 6, Comes: 2}},
		{"Ring", 8, cost{Requests: 8, Messages: 16, AfterCrash: 15, Crash: 7, AfterRecover: 16, Comes: 7}},
		{"Ring", 16, cost{Requests: 16, Messages: 32, AfterCrash: 31, Crash: 15, AfterRecover: 32, Comes: 15}},
	} {
		t.Run(fmt.Sprint(c.kind, c.nodes), func(t *testing.T) {
			g := newGroup(c.kind, words.Config{
				Nodes: c.nodes, Interpretations: []words.Interpretation{words.FrozenReplies},
			})
			g.round()
			got := cost{Requests: g.requests, Messages: g.messages}
			if c.nodes > 1 {
				g.nodes[0] = nil
				got.Crash = g.rounds()
				g.round()
				got.AfterCrash = g.messages
				g.recover(0)
				got.Comes = g.rounds()
				g.round()
				got.AfterRecover = g.messages
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// Both elect, count and penalise as vCube does: Figure 7.
func TestFigure7(t *testing.T) {
	for kind := range kinds() {
		g := newGroup(kind, words.Config{Nodes: 8, Incarnations: []int{0, 10, 18, 19, 17, 15, 13, 11}})
		for _, want := range []words.Record{
			{Incarnation: 1, Count: 1},
			{Incarnation: 2, Count: 2},
			{Incarnation: 11, Leader: 1},
			{Incarnation: 12, Leader: 1},
		} {
			g.nodes[0] = nil
			g.rounds()
			g.recover(0)
			g.rounds()
			g.round()
			if d := cmp.Diff(any(want), g.disks[0]); d != "" {
				t.Errorf("%s (-want +got):\n%s", kind, d)
			}
		}
		if !g.settled() {
			t.Errorf("%s has not settled", kind)
		}
	}
}

// A test that is given up leaves nothing behind, and a late answer makes the next ones wait
// longer.
func TestTooLate(t *testing.T) {
	for kind, timers := range map[string][2]spec.Timer{
		"All":  {words.TimerTestOf(1), words.TimerTestOf(2)},
		"Ring": {words.TimerTest, words.TimerTest},
	} {
		g := newGroup(kind, words.Config{Nodes: 3})
		g.fire(words.TimerInterval.Name())
		for _, timer := range timers {
			g.step(0, impltest.Fired(timer))
		}
		if d := cmp.Diff([]bool{true, false, false}, g.view(0).Correct); d != "" {
			t.Errorf("%s (-want +got):\n%s", kind, d)
		}
		late := words.Reply{Nonce: 1, Timestamps: make([]int, 3), Incarnations: make([]int, 3)}
		g.step(0, impltest.Delivered(1, late))
		if v := g.view(0); v.Doublings != 1 || v.Correct[1] {
			t.Errorf("%s: %d doublings, 1 is correct: %t", kind, v.Doublings, v.Correct[1])
		}
	}
}
