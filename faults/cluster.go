package faults

import (
	"iter"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Cluster is a group of implementation processes and their environment.
type Cluster struct {
	// Nodes is the number of processes.
	Nodes int
	// Recovers chooses the failure model: crash-recovery with disks, or
	// crash-stop.
	Recovers bool
	// New constructs a process. It must return a new one each time, with nothing
	// shared that changes.
	New func(spec.NodeID) impl.Node
	// Inputs are what the environment may tell a process now. state is what the
	// process's State method returns; it must not be changed. down are the
	// processes that are not up.
	Inputs func(at spec.NodeID, state any, down spec.Set) []spec.Body
}

// Model returns the cluster as a transition system under every fault, in which
// every order of events and every pick is a branch.
func (c Cluster) Model() spec.Model[State] {
	return &model{Cluster: c, rules: rules{c.Nodes, c.Recovers}, seen: map[string]bool{}}
}

type model struct {
	Cluster
	rules rules
	seen  map[string]bool // the local steps whose processes were looked through
	first [][]string      // for each process, the parts of the first that was constructed
}

// Init yields the one initial state: every process up, as constructed.
func (m *model) Init() iter.Seq[State] {
	return func(yield func(State) bool) {
		m.constructed("before any step")
		s := State{Procs: make([]Proc, m.Nodes)}
		for i := range s.Procs {
			s.Procs[i] = Proc{Up: true, Memory: codec.Key(m.New(spec.NodeID(i)).State())}
		}
		yield(s)
	}
}

// Actions runs every handler that may run, to learn what it picks from and where
// it may be cut, and adds what the environment does.
func (m *model) Actions(s State) iter.Seq[spec.Action] {
	return func(yield func(spec.Action) bool) {
		calm, down := s.Calm(), s.down()
		for i := range s.Procs {
			for _, event := range m.events(s, spec.NodeID(i), calm, down) {
				for _, a := range m.branches(s, event) {
					if !yield(a) {
						return
					}
				}
			}
			for _, a := range m.environment(s, spec.NodeID(i)) {
				if !yield(a) {
					return
				}
			}
		}
	}
}

// events returns the handler runs that may begin at a process, before picking.
func (m *model) events(s State, at spec.NodeID, calm bool, down spec.Set) []spec.Action {
	p := s.Procs[at]
	if !p.Up {
		if !m.Recovers {
			return nil
		}
		return []spec.Action{{Name: spec.Recover, At: at}}
	}
	var events []spec.Action
	for _, body := range m.Inputs(at, m.wake(at, p).State(), down) {
		input := spec.Message{From: spec.Environment, To: at, Body: body}
		events = append(events, spec.Action{Name: body.Kind(), At: at, Msg: input})
	}
	for _, timer := range p.Armed {
		events = append(events, spec.Action{Name: m.rules.firing(timer, calm), At: at, Timer: timer})
	}
	for _, c := range p.Inbox {
		events = append(events, spec.Action{Name: spec.Deliver(c.Msg.Body.Kind()), At: at, Msg: c.Msg})
	}
	return events
}

// environment returns what may happen at a process without its doing.
func (m *model) environment(s State, at spec.NodeID) []spec.Action {
	p := s.Procs[at]
	var actions []spec.Action
	for _, c := range p.Inbox {
		for _, name := range m.rules.mayTamper(&c.Msg, p.Up).names(c.Msg.Body.Kind()) {
			actions = append(actions, spec.Action{Name: name, At: at, Msg: c.Msg})
		}
	}
	if p.Up {
		actions = append(actions, spec.Action{Name: spec.Crash, At: at})
	}
	return actions
}

// branches returns the ways in which a handler run may go: every pick, and for
// each the run to its end and a crash before each effect.
func (m *model) branches(s State, event spec.Action) []spec.Action {
	picks, unpicked := m.picks(s, event)
	if picks == nil {
		return withCuts(nil, event, unpicked)
	}
	var branches []spec.Action
	for _, pick := range picks {
		a := event
		a.Pick = pick
		branches = withCuts(branches, a, m.step(s, a))
	}
	return branches
}

// withCuts adds a handler run, and a crash before each of its effects.
func withCuts(branches []spec.Action, a spec.Action, r run) []spec.Action {
	branches = append(branches, a)
	cuts := 0
	for _, e := range r.effects {
		if cuttable(e) {
			cut := a
			cut.Name, cut.Cut = spec.CrashIn(a.Name), cuts
			branches = append(branches, cut)
			cuts++
		}
	}
	return branches
}

// Do carries out one action.
func (m *model) Do(s State, a spec.Action) (State, bool) {
	if int(a.At) >= len(s.Procs) || a.At < 0 {
		return s, false
	}
	p := s.Procs[a.At]
	if slices.ContainsFunc(m.environment(s, a.At), func(e spec.Action) bool { return e.Same(a) }) {
		return m.happen(s, p, a), true
	}
	event, crashes := a, strings.HasPrefix(a.Name, spec.CrashIn(""))
	if crashes {
		event.Name, event.Cut = strings.TrimPrefix(a.Name, spec.CrashIn("")), 0
	}
	if !m.enabled(s, event) {
		return s, false
	}
	run := m.step(s, event)
	if run.refused {
		return s, false
	}
	if !crashes {
		return m.finish(s, event, run), true
	}
	return m.cutShort(s, event, run, a.Cut)
}

func (m *model) enabled(s State, event spec.Action) bool {
	event.Pick = nil
	events := m.events(s, event.At, s.Calm(), s.down())
	return slices.ContainsFunc(events, func(e spec.Action) bool { return e.Same(event) })
}

// happen carries out a step of the environment.
func (m *model) happen(s State, p Proc, a spec.Action) State {
	switch {
	case a.Name == spec.Crash:
		return s.with(a.At, m.crashed(p))
	case a.Name == spec.Duplicate(a.Msg.Body.Kind()):
		return s.with(a.At, p.add(a.Msg, 1))
	default: // dropped or lost
		return s.with(a.At, p.add(a.Msg, -1))
	}
}

// crashed returns what is left of a process that goes down.
func (m *model) crashed(p Proc) Proc {
	left := Proc{Disk: p.Disk}
	if m.rules.keepsInbox() {
		left.Inbox = p.Inbox
	}
	return left
}

// finish carries out all that the handler asked for.
func (m *model) finish(s State, event spec.Action, run run) State {
	p := m.consume(s.Procs[event.At], event)
	p.Up, p.Memory = true, run.memory
	p.Armed = p.Armed.Without(event.Timer)
	s = s.with(event.At, p)
	for _, e := range run.effects {
		s = m.effect(s, event.At, e)
	}
	return s
}

// cutShort carries out the effects up to the cut and then takes the process
// down. It is false where the handler has no such crash point.
func (m *model) cutShort(s State, event spec.Action, run run, cut int) (State, bool) {
	p := m.consume(s.Procs[event.At], event)
	p.Up = true
	s = s.with(event.At, p)
	for _, e := range run.effects {
		if !cuttable(e) {
			continue
		}
		if cut == 0 {
			return s.with(event.At, m.crashed(s.Procs[event.At])), true
		}
		s = m.effect(s, event.At, e)
		cut--
	}
	return s, false
}

// consume takes the delivered copy out of the network: a delivery always does,
// also where the process ignores it.
func (m *model) consume(p Proc, event spec.Action) Proc {
	if event.Name == spec.Deliver(kindOf(event)) {
		return p.add(event.Msg, -1)
	}
	return p
}

func kindOf(event spec.Action) string {
	if event.Msg.Body == nil {
		return ""
	}
	return event.Msg.Body.Kind()
}

// effect carries out one effect of a process.
func (m *model) effect(s State, at spec.NodeID, e impl.Effect) State {
	p := s.Procs[at]
	switch e.Kind {
	case impl.Save:
		p.Disk = codec.Key(record{e.Record})
		return s.with(at, p)
	case impl.SetTimer:
		p.Armed = p.Armed.With(e.Timer)
		return s.with(at, p)
	case impl.StopTimer:
		p.Armed = p.Armed.Without(e.Timer)
		return s.with(at, p)
	}
	for _, msg := range m.rules.copies(nil, at, &e) {
		receiver := s.Procs[msg.To]
		if m.rules.enters(receiver.Up) {
			s = s.with(msg.To, receiver.add(msg, 1))
		}
	}
	return s
}
