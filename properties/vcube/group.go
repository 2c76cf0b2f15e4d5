package vcube

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Group is processes of the implementation without a network: a test is one step, its Request and
// the Reply delivered at once or neither. Whoever has a Group says which event comes next, so it is
// what exhaustive searches over events and rounds are made with. It does not depend on the
// specification, which says the same in spec/vcube/rounds.go.
type Group struct {
	cfg  words.Config
	live []*implementation.Node // nil for who is down
	GroupState
}

// GroupState is all of a Group that changes, but for what its processes know.
type GroupState struct {
	// Disks are what the processes saved last.
	Disks []words.Record
	// Open are the tests that are open, by their testers.
	Open []Test
	// Doubts are those whose next test fails though they are up, by testers.
	Doubts []spec.Set
}

// Test is one test.
type Test struct {
	By, Of  spec.NodeID // Of is None where there is no test
	Request words.Request
	// Answered tells whether the tested process replied.
	Answered bool
}

// noTest is that of a process between two rounds.
func noTest() Test { return Test{By: spec.None, Of: spec.None} }

// NewGroup returns a group of processes that have booted. Under FrozenReplies they reply with what
// they knew at the beginning of their own rounds, whoever's round it is; what is frozen in Round is
// another thing.
func NewGroup(cfg words.Config) *Group {
	cfg = cfg.WithDefaults()
	g := &Group{cfg: cfg, live: make([]*implementation.Node, cfg.Nodes), GroupState: GroupState{
		Disks: make([]words.Record, cfg.Nodes), Open: slices.Repeat([]Test{noTest()}, cfg.Nodes),
		Doubts: make([]spec.Set, cfg.Nodes),
	}}
	for i := range spec.NodeID(cfg.Nodes) {
		g.live[i] = implementation.New(i, cfg)
		g.step(i, impl.Event{Kind: impl.Booted})
	}
	return g
}

// Clone returns a group in the same state.
func (g *Group) Clone() *Group {
	c := &Group{cfg: g.cfg, live: make([]*implementation.Node, len(g.live)), GroupState: GroupState{
		Disks: slices.Clone(g.Disks), Open: slices.Clone(g.Open), Doubts: slices.Clone(g.Doubts),
	}}
	for i, n := range g.live {
		if n != nil {
			c.live[i] = inState(spec.NodeID(i), g.cfg, *stateOf(n))
		}
	}
	return c
}

// inState returns a process in that state. Its arrays are shared, as nobody writes to them; whom it
// holds for correct is not.
func inState(id spec.NodeID, cfg words.Config, state implementation.State) *implementation.Node {
	n := implementation.New(id, cfg)
	state.Correct = slices.Clone(state.Correct)
	*stateOf(n) = state
	return n
}

func stateOf(n *implementation.Node) *implementation.State { return n.State().(*implementation.State) }

// step steps a process, keeps what it saves, and has the test that it begins be open.
func (g *Group) step(at spec.NodeID, ev impl.Event) {
	for _, e := range steps(g.live[at], ev) {
		switch e.Kind {
		case impl.Save:
			g.Disks[at] = e.Record.(words.Record)
		case impl.Send:
			g.Open[at] = Test{By: at, Of: e.To, Request: e.Body.(words.Request)}
		}
	}
}

// steps returns what a process asks for when it is stepped.
func steps(n *implementation.Node, ev impl.Event) []impl.Effect {
	out := impl.NewEffects(nil)
	n.Step(ev, out)
	return out.List
}

// Up are the processes that are up.
func (g *Group) Up() spec.Set {
	var up spec.Set
	for i, n := range g.live {
		if n != nil {
			up = append(up, spec.NodeID(i))
		}
	}
	return up
}

// State is what a process that is up knows, nil of one that is down. Nobody may change it.
func (g *Group) State(p spec.NodeID) *implementation.State {
	if g.live[p] == nil {
		return nil
	}
	return stateOf(g.live[p])
}

// Leader is whom a process that is up follows, None for one that is down.
func (g *Group) Leader(p spec.NodeID) spec.NodeID {
	if g.live[p] == nil {
		return spec.None
	}
	return stateOf(g.live[p]).Leader
}

// Correct are those whom a process that is up holds for correct; of one that is down, nobody.
func (g *Group) Correct(p spec.NodeID) spec.Set {
	if g.live[p] == nil {
		return nil
	}
	return spec.Members(stateOf(g.live[p]).Correct)
}

// Fail takes processes down, and with them the tests that they have open.
func (g *Group) Fail(who ...spec.NodeID) {
	for _, p := range who {
		g.live[p], g.Open[p], g.Doubts[p] = nil, noTest(), nil
	}
}

// Return has processes that are down come up again, each with what is on its disk.
func (g *Group) Return(who ...spec.NodeID) {
	for _, p := range who {
		g.live[p] = implementation.New(p, g.cfg)
		g.step(p, impl.Event{Kind: impl.Recovered, Disk: g.Disks[p]})
	}
}

// Suspect has the next test of q by p fail, though q be up: a false suspicion.
func (g *Group) Suspect(p, q spec.NodeID) { g.Doubts[p] = g.Doubts[p].With(q) }

// Believe has a process that is up know these timestamps, and hold for correct itself and those whose
// timestamp is even: a view that may come from anywhere.
func (g *Group) Believe(p spec.NodeID, timestamps []int) {
	state := stateOf(g.live[p])
	state.Timestamps = slices.Clone(timestamps)
	for q, t := range timestamps {
		state.Correct[q] = t%2 == 0 || spec.NodeID(q) == p
	}
}

// Next has a process carry out its next test, the first of a round if none is open. After the last
// of a round it elects. The result is whom it has tested, and none where there is nobody to test.
func (g *Group) Next(p spec.NodeID) []Test { return g.next(p, g.live) }

// next carries out the next test. Those who are tested reply as those in asked: they, or what they
// were.
func (g *Group) next(p spec.NodeID, asked []*implementation.Node) []Test {
	if g.Open[p].Of == spec.None {
		g.step(p, impl.Event{Kind: impl.Fired, Timer: words.TimerInterval})
	}
	t := g.Open[p]
	if t.Of == spec.None {
		return nil // the round was empty
	}
	t.Answered = g.live[t.Of] != nil && !g.Doubts[p].Has(t.Of)
	g.Open[p], g.Doubts[p] = noTest(), g.Doubts[p].Without(t.Of)
	event := impl.Event{Kind: impl.Fired, Timer: words.TimerTest}
	if t.Answered {
		replies := steps(asked[t.Of], impl.Event{Kind: impl.Delivered, From: p, Body: t.Request})
		event = impl.Event{Kind: impl.Delivered, From: t.Of, Body: replies[0].Body}
	}
	g.step(p, event)
	return []Test{t}
}

// Go has a process carry out its whole round, or what is left of the one that it is in, while
// nobody else does anything. The result is its tests, in order.
func (g *Group) Go(p spec.NodeID) []Test { return g.whole(p, g.live) }

func (g *Group) whole(p spec.NodeID, asked []*implementation.Node) []Test {
	tests := g.next(p, asked)
	for g.Open[p].Of != spec.None {
		tests = append(tests, g.next(p, asked)...)
	}
	return tests
}

// Round has everybody who is up carry out its whole round, the lowest first. Where it is frozen all
// replies are as of its beginning, so that nothing is told on within it: the order does not matter
// then, and news travel as slowly as they can. The result is all tests, in order.
func (g *Group) Round(frozen bool) []Test {
	asked := g.live
	if frozen {
		asked = g.Clone().live
	}
	var tests []Test
	for _, p := range g.Up() {
		tests = append(tests, g.whole(p, asked)...)
	}
	return tests
}
