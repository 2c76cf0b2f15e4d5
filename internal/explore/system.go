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

// Init yields the initial states: every process up, as constructed. There is one, unless clocks may differ.
func (m *model) Init() iter.Seq[Global] {
	return func(yield func(Global) bool) {
		if !m.Explorable() {
			panic(readsClocks)
		}
		m.constructed("before any step")
		for readings := range m.firstReadings {
			s := Global{Procs: make([]Process, m.Nodes)}
			for i := range s.Procs {
				at := spec.NodeID(i)
				s.Procs[i] = Process{
					Up: true, Unbooted: m.Boots && !m.Awake.Has(at), Reading: readings[i],
					Memory: codec.Key(m.New(at).State()),
				}
			}
			if !yield(s) {
				return
			}
		}
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
		for _, a := range m.passes(s) {
			if !yield(a) {
				return
			}
		}
	}
}

// Do carries out one action: what the process does by itself, and then the sends.
func (m *model) Do(s Global, a spec.Action) (Global, bool) {
	if a.Class().IsTime() {
		if !slices.ContainsFunc(m.passes(s), a.Same) {
			return s, false
		}
		return m.elapsed(s, a), true
	}
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
