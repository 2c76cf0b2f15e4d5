package explore

import (
	"iter"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Model returns the cluster as a transition system under every fault, in which
// every order of events and every pick is a branch.
func Model(c network.Cluster) spec.Model[Global] { return newModel(c) }

func newModel(c network.Cluster) *model {
	return &model{Cluster: c, rules: network.RulesOf(c), seen: map[string]bool{}}
}

type model struct {
	network.Cluster
	rules network.Rules
	seen  map[string]bool // the local steps whose processes were looked through
	first []newborn       // for each process, the first that was constructed

	newest   []byte // used again for each process that is constructed
	executed int    // how many handler runs there were
	looked   int    // about how many bytes seen takes
}

// Init yields the one initial state: every process up, as constructed.
func (m *model) Init() iter.Seq[Global] {
	return func(yield func(Global) bool) {
		if m.Reads {
			panic(readsClocks)
		}
		m.constructed("before any step")
		s := Global{Procs: make([]Process, m.Nodes)}
		for i := range s.Procs {
			s.Procs[i] = Process{Up: true, Unbooted: m.Boots, Memory: codec.Key(m.New(spec.NodeID(i)).State())}
		}
		yield(s)
	}
}

// Actions runs every handler that may run, to learn what it picks from and where
// it may be cut, and adds what the environment does.
func (m *model) Actions(s Global) iter.Seq[spec.Action] {
	return func(yield func(spec.Action) bool) {
		down := s.Down()
		for i := range s.Procs {
			at, p := spec.NodeID(i), s.Procs[i]
			for _, event := range slices.Concat(m.inputs(at, p, down), m.events(at, p, m.awaitsIn(s))) {
				for _, b := range m.branches(p, event) {
					if !yield(b.action) {
						return
					}
				}
			}
			for _, a := range m.environment(at, p) {
				if !yield(a) {
					return
				}
			}
		}
	}
}

// inputs returns what the environment may tell a process.
func (m *model) inputs(at spec.NodeID, p Process, down spec.Set) []spec.Action {
	if !p.Up || p.Unbooted {
		return nil
	}
	var inputs []spec.Action
	for _, body := range m.Told(at, m.wake(at, p).State(), down) {
		spec.CheckInput(body)
		input := spec.Message{From: spec.Environment, To: at, Body: body}
		inputs = append(inputs, spec.Action{Name: body.Kind(), At: at, Msg: input})
	}
	return inputs
}

// awaiting tells whether an armed timer of a process awaits a copy that is in flight to a
// process that is up, or that its peer repeats.
type awaiting func(at spec.NodeID, p Process, timer spec.Timer) bool

// nothing is awaited, whatever is in flight.
func nothing(spec.NodeID, Process, spec.Timer) bool { return false }

// awaitsIn is what is awaited in a state.
func (m *model) awaitsIn(s Global) awaiting {
	return func(at spec.NodeID, p Process, timer spec.Timer) bool {
		return m.repeated(timer, at, func(peer spec.NodeID) Process { return s.Procs[peer] }) ||
			slices.ContainsFunc(s.Procs, func(to Process) bool { return to.Up && m.awaits(at, p, timer, to.Inbox) })
	}
}

// repeated reports whether the peer of a timer repeats what the timer awaits.
func (m *model) repeated(timer spec.Timer, at spec.NodeID, is func(peer spec.NodeID) Process) bool {
	return m.Repeated(timer, at, func(peer spec.NodeID) any {
		if p := is(peer); p.Up {
			return m.wake(peer, p).State()
		}
		return nil
	})
}

// awaits tells whether a timer awaits one of the copies of an inbox.
func (m *model) awaits(at spec.NodeID, p Process, timer spec.Timer, inbox []Copies) bool {
	if m.Awaits == nil || len(inbox) == 0 {
		return len(inbox) > 0
	}
	state := m.wake(at, p).State()
	return slices.ContainsFunc(inbox, func(c Copies) bool {
		c.Msg.Place = 0 // it is the network's
		return m.Awaits(timer, at, state, &c.Msg)
	})
}

// events returns the other handler runs that may begin at a process, before picking.
func (m *model) events(at spec.NodeID, p Process, awaits awaiting) []spec.Action {
	if !p.Up {
		if !m.Failures.Recovers() {
			return nil
		}
		return []spec.Action{{Name: spec.Recover, At: at}}
	}
	if p.Unbooted {
		return []spec.Action{{Name: spec.Boot, At: at}}
	}
	var events []spec.Action
	for _, timer := range p.Armed {
		events = append(events, spec.Action{
			Name: m.rules.Firing(timer, awaits(at, p, timer)), At: at, Timer: timer,
		})
	}
	for _, c := range p.Inbox {
		if c.Msg.Place > 1 {
			continue // an older one comes first
		}
		events = append(events, spec.Action{Name: spec.Deliver(c.Msg.Body.Kind()), At: at, Msg: c.Msg})
	}
	return events
}

// environment returns what may happen at a process without its doing.
func (m *model) environment(at spec.NodeID, p Process) []spec.Action {
	var actions []spec.Action
	for _, c := range p.Inbox {
		for _, name := range m.rules.Faults(&c.Msg, p.Up).Names(c.Msg.Body.Kind()) {
			actions = append(actions, spec.Action{Name: name, At: at, Msg: c.Msg})
		}
	}
	if p.Up {
		actions = append(actions, spec.Action{Name: spec.Crash, At: at})
	}
	return actions
}

// Do carries out one action: what the process does by itself, and then the sends.
func (m *model) Do(s Global, a spec.Action) (Global, bool) {
	if int(a.At) >= len(s.Procs) || a.At < 0 {
		return s, false
	}
	var l left
	p := s.Procs[a.At]
	if slices.ContainsFunc(m.environment(a.At, p), func(e spec.Action) bool { return e.Same(a) }) {
		l = left{proc: m.disturbed(p, a)}
	} else {
		event, crashes := network.WithoutCrash(a)
		if !m.enabled(s, event) {
			return s, false
		}
		run := m.step(p, event)
		if run.refused {
			return s, false
		}
		var ok bool
		if l, ok = m.finish(p, event, run), true; crashes {
			l, ok = m.cutShort(p, event, run, a.Cut)
		}
		if !ok {
			return s, false
		}
	}
	s = s.with(a.At, l.proc)
	for _, out := range l.sent {
		to := out.msg.To
		if receiver := s.Procs[to]; m.rules.Enters(receiver.Up) && m.hears(to, receiver, out) {
			s = s.with(to, m.enters(receiver, out.msg))
		}
	}
	return s, true
}

func (m *model) enabled(s Global, event spec.Action) bool {
	event.Pick = nil
	p := s.Procs[event.At]
	events := slices.Concat(m.inputs(event.At, p, s.Down()), m.events(event.At, p, m.awaitsIn(s)))
	return slices.ContainsFunc(events, func(e spec.Action) bool { return e.Same(event) })
}
