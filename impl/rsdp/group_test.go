package rsdp

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/impltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// group is replicas and what is in flight between them. It steps them itself, and so depends on no
// room that runs them.
type group struct {
	cfg   words.Config
	nodes []impl.Node // nil for who is down
	armed []map[spec.Timer]bool
	sent  []spec.Message
	// next is the place in sent of the copy that is delivered next, of so many; the first where
	// it is nil.
	next func(copies int) int
}

func newGroup(t testing.TB, cfg words.Config, custom ...Reducer) *group {
	cfg = config(t, cfg)
	return groupOf(cfg, func(id spec.NodeID) impl.Node { return New(id, cfg, custom...) })
}

func groupOf(cfg words.Config, process func(spec.NodeID) impl.Node) *group {
	g := &group{cfg: cfg}
	for i := range spec.NodeID(cfg.Nodes) {
		g.nodes, g.armed = append(g.nodes, process(i)), append(g.armed, map[spec.Timer]bool{})
	}
	return g
}

// state is what a process's engine knows.
func (g *group) state(id spec.NodeID) *State {
	return g.nodes[id].State().(interface{ Engine() *State }).Engine()
}

// listens tells whether a process hears what is broadcast to a topic.
func (g *group) listens(id spec.NodeID, topic string) bool {
	return g.nodes[id] != nil && (topic == words.TopicAll || g.state(id).Listens(g.cfg))
}

// step steps a process and carries out what it asks for.
func (g *group) step(at spec.NodeID, ev impl.Event) {
	out := impl.NewEffects(nil)
	g.nodes[at].Step(ev, out)
	for _, e := range out.List {
		switch e.Kind {
		case impl.SetTimer:
			g.armed[at][e.Timer] = true
		case impl.StopTimer:
			delete(g.armed[at], e.Timer)
		case impl.Send:
			g.sent = append(g.sent, spec.Message{From: at, To: e.To, Body: e.Body})
		case impl.Broadcast:
			for to := range spec.NodeID(len(g.nodes)) {
				if g.listens(to, e.Topic) {
					g.sent = append(g.sent, spec.Message{From: at, To: to, Body: e.Body})
				}
			}
		}
	}
}

// all steps all processes that are up, or some.
func (g *group) all(ev impl.Event, some ...spec.NodeID) {
	for i, n := range g.nodes {
		if n != nil && (len(some) == 0 || spec.NewSet(some...).Has(spec.NodeID(i))) {
			g.step(spec.NodeID(i), ev)
		}
	}
}

func (g *group) crash(id spec.NodeID) { g.nodes[id] = nil }

// deliver delivers all that is in flight, and what comes of it.
func (g *group) deliver() {
	for len(g.sent) > 0 {
		i := 0
		if g.next != nil {
			i = g.next(len(g.sent))
		}
		m := g.take(i)
		if g.nodes[m.To] != nil {
			g.step(m.To, impltest.Delivered(m.From, m.Body))
		}
	}
}

// take takes a copy out of what is in flight. The oldest takes its place.
func (g *group) take(i int) spec.Message {
	m := g.sent[i]
	g.sent[i] = g.sent[0]
	g.sent = g.sent[1:]
	return m
}

// rest has all windows end that are open, each when nothing is in flight, until none is.
func (g *group) rest() {
	for g.deliver(); g.fire(words.TimerStatus) || g.fire(words.TimerShare); g.deliver() {
	}
}

// fire fires the timers of that name of everybody who has one armed, and tells whether anybody has.
func (g *group) fire(name spec.Timer) bool {
	any := false
	for i, n := range g.nodes {
		for _, timer := range slices.Sorted(maps.Keys(g.armed[i])) {
			if n != nil && timer.Name() == name.Name() {
				any = true
				delete(g.armed[i], timer)
				g.step(spec.NodeID(i), fired(timer))
			}
		}
	}
	return any
}

// on are the replicas.
func (g *group) on() spec.Set {
	var on spec.Set
	for i, n := range g.nodes {
		if n != nil && g.state(spec.NodeID(i)).On {
			on = append(on, spec.NodeID(i))
		}
	}
	return on
}

// agreed fails the test unless all replicas know who they are, follow the greatest, and say so.
func (g *group) agreed(t interface{ Errorf(string, ...any) }) {
	on := g.on()
	for _, id := range on {
		s := g.state(id)
		for k, name := range g.cfg.Reducers {
			want, told := Value(words.View{Members: ids(on), Leader: last(on)}), Value(words.Follows)
			if last(on) == id {
				told = words.Leads
			}
			if name == words.Members {
				want = words.Roster{Members: ids(on)}
				told = want
			}
			if !codec.Equal(Status{Data: []Value{want, told}}, Status{Data: []Value{s.Values[k], s.Told[k]}}) {
				t.Errorf("%d has %v of %s and tells %v, want %v and %v", id, s.Values[k], name, s.Told[k], want, told)
			}
		}
		if s.Debating || len(s.Shares)+len(s.Statuses)+len(s.Closes) > 0 {
			t.Errorf("%d is not at rest: %+v", id, *s)
		}
	}
}

func every() []string { return []string{words.Latest, words.Popular, words.Ranked, words.Members} }

// A full session with nothing lost ends in the one state, for groups of any size; and so does what
// comes after it: leaves, comings back, crashes that somebody notices.
func TestGroups(t *testing.T) {
	for _, nodes := range []int{1, 2, 3, 5, 12, 64} {
		t.Run(fmt.Sprint(nodes), func(t *testing.T) {
			g := newGroup(t, words.Config{
				Nodes: nodes, Reducers: every(), Leavers: spec.Set{spec.NodeID(nodes - 1)}, Rejoins: 1,
				Resyncers: spec.Set{0}, Resyncs: 1,
			})
			g.all(booted())
			g.rest()
			g.agreed(t)
			if nodes == 1 {
				return
			}
			top := spec.NodeID(nodes - 1)
			g.step(top, told(words.Leave{}))
			g.rest()
			g.agreed(t)
			g.step(top, told(words.Start{}))
			g.rest()
			g.agreed(t)
			g.crash(top)
			g.step(0, told(words.Resync{}))
			g.rest()
			g.agreed(t)
		})
	}
}

// In whatever order copies come, a full session whose windows wait for them ends in the one state.
func TestAnyOrderOfArrival(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := newGroup(t, words.Config{Nodes: rapid.IntRange(1, 4).Draw(rt, "nodes"), Reducers: every()})
		g.next = func(n int) int { return rapid.IntRange(0, n-1).Draw(rt, "next") }
		g.all(booted())
		g.rest()
		g.agreed(rt)
	})
}

// Without its own HELLO a replica alone never leads, and two follow different ones (a1).
func TestNoEchoSplits(t *testing.T) {
	g := newGroup(t, words.Config{Nodes: 1, Interpretations: spec.SetOf[words.Interpretation]{words.NoEcho}})
	g.all(booted())
	g.rest()
	same(t, "alone", nobody, g.state(0).View(0))
}

// A4.1: 0 has shared before 1 is bound, and hears 1's SHARE before its own.
func TestStaggeredStartSplits(t *testing.T) {
	g := newGroup(t, words.Config{
		Nodes: 2, Interpretations: spec.SetOf[words.Interpretation]{words.Unbound},
	})
	g.step(0, booted())
	g.deliver()
	g.fire(words.TimerStatus)
	late := g.sent[0]
	g.sent = nil
	g.step(1, booted())
	g.deliver()
	g.fire(words.TimerStatus)
	g.deliver()
	g.step(0, delivered(late.From, late.Body))
	g.rest()
	same(t, "0", seen(0, 0), g.state(0).View(0))
	same(t, "1", seen(1, 0, 1), g.state(1).View(0))
}

// sum is a reducer of somebody else: the sum of what the replicas hold, and a replica's id is what
// it begins to hold.
type sum struct{}

// holding is its value: what is held by whom, as far as is known.
type holding struct{ Of, All int }

func init() { codec.Register(holding{}) }

func (sum) Name() string                                { return "sum" }
func (sum) Beginning(r *Replica) Value                  { return holding{Of: int(r.Self)} }
func (sum) IsBeginning(own Value) bool                  { return own.(holding).All == 0 }
func (sum) GetCurrentState(_ *Replica, own Value) Value { return own }
func (sum) NormalizeState(_ *Replica, own Value) Value  { return own }

func (sum) AggregateState(_ *Replica, own Value, statuses []Entry) Value {
	h := own.(holding)
	h.All = 0
	for _, s := range statuses {
		h.All += s.Data.(holding).Of
	}
	return h
}

func (sum) AggregateShareState(_ *Replica, own Value, shares []Entry) Value {
	h := own.(holding)
	for _, s := range shares {
		h.All = max(h.All, s.Data.(holding).All)
	}
	return h
}

func (sum) SanitizeShareState(_ *Replica, aggregate Value) (Value, bool) {
	return aggregate, aggregate.(holding).All > 0
}

func (sum) ShouldReload(_ *Replica, own, aggregate Value) bool                { return own != aggregate }
func (sum) UpdateState(_ *Replica, _, aggregate Value) Value                  { return aggregate }
func (sum) AggregateCloseState(_ *Replica, own Value, closers spec.Set) Value { return own }

// Whoever of a topology crashes, as long as somebody is left the greatest who is acts soon, alone.
func TestFailover(t *testing.T) {
	for _, cfg := range []words.FailoverConfig{
		{Config: words.Config{Nodes: 4}},
		{Config: words.Config{Nodes: 4}, LeaderOnly: true},
		{Config: words.Config{Nodes: 4}, Topology: words.Observer},
		{Config: words.Config{Nodes: 4}, Topology: words.Observer, LeaderOnly: true},
		{Config: words.Config{Nodes: 7}, Topology: words.Observers, Watchers: 3},
		{Config: words.Config{Nodes: 7}, Topology: words.Observers, Watchers: 3, LeaderOnly: true},
	} {
		t.Run(fmt.Sprintf("%s of %d, leader only %t", cfg.Topology, cfg.Nodes, cfg.LeaderOnly), func(t *testing.T) {
			cfg := topology(t, cfg)
			g := groupOf(cfg.Config, func(id spec.NodeID) impl.Node { return NewFailover(id, cfg) })
			g.all(booted())
			actors := cfg.Workers()
			for len(actors) > 0 {
				for range 4 { // checks, the session, another check by whom it has elected, and the next successor
					g.fire(words.TimerProbe)
					g.deliver()
					g.fire(words.TimerAck)
					g.rest()
				}
				greatest := cfg.Greatest(actors)
				for i, n := range g.nodes {
					if n != nil && n.(*Failover).Acts() != (spec.NodeID(i) == greatest) {
						t.Fatalf("of %s %s should act, and %d acts or not", actors, greatest, i)
					}
				}
				g.crash(greatest)
				actors = actors.Without(greatest)
				if cfg.Topology == words.Observers && len(g.on()) > 1 {
					g.crash(last(g.on())) // the observers' leader, at the same time
				}
			}
		})
	}
}

// A reducer of somebody else runs beside those of the house.
func TestCustomReducer(t *testing.T) {
	g := newGroup(t, words.Config{Nodes: 4, Reducers: []string{words.Ranked, "sum", words.Members}}, sum{})
	g.all(booted())
	g.rest()
	for i := range g.nodes {
		s := g.state(spec.NodeID(i))
		same(t, "sum", Value(holding{Of: i, All: 6}), s.Values[1])
		same(t, "sum as it is told", Value(holding{Of: i, All: 6}), s.Told[1])
	}
	same(t, "leader", seen(3, 0, 1, 2, 3), g.state(0).View(0))
	views := config(t, words.Config{Nodes: 2, Reducers: []string{words.Latest, "sum"}, Views: settled(2)})
	same(t, "settled", Value(holding{Of: 1}), New(1, views, sum{}).state.Values[1])
}
