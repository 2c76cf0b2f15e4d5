package explore

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// If times are relative, clocks do not move, except those that go wrong. A tick makes all readings in memories, on
// disks and in messages one tick older. So two states that differ only in the time at which they are reached are one
// state. A reading never becomes 0, which means none: the oldest reading is one tick.

// firstReadings yields what the clocks may read at the beginning: the slowest clock reads First, and no other clock is
// more than Skew ticks ahead of it.
func (m *model) firstReadings(yield func([]time.Duration) bool) {
	read := make([]time.Duration, m.Nodes)
	if m.Discrete == nil {
		yield(read)
		return
	}
	ahead := make([]int, m.Nodes)
	for {
		for i := range read {
			read[i] = m.Discrete.First() + time.Duration(ahead[i])*m.Discrete.Unit
		}
		if slices.Min(ahead) == 0 && !yield(slices.Clone(read)) {
			return
		}
		i := 0
		for ; i < len(ahead) && ahead[i] == m.Discrete.Skew; i++ {
			ahead[i] = 0
		}
		if i == len(ahead) {
			return
		}
		ahead[i]++
	}
}

// holds reports whether no tick may pass because of a process: a timer must fire, a copy must be delivered, or the
// clock reads the last tick.
func (m *model) holds(p Process) bool {
	if p.Up && m.overdue(p.Inbox) {
		return true
	}
	if !m.Discrete.Relative() && p.Reading >= time.Duration(m.Discrete.Horizon)*m.Discrete.Unit {
		return true
	}
	return slices.ContainsFunc(p.Left, func(ticks int) bool { return ticks <= -m.Discrete.Late })
}

// overdue reports whether an inbox has a copy that is as old as delays may be.
func (m *model) overdue(inbox []Copies) bool {
	switch most := m.Discrete.Delay; most {
	case 0:
		return false
	case spec.Prompt:
		return len(inbox) > 0
	default:
		return slices.ContainsFunc(inbox, func(c Copies) bool { return c.Msg.Age == most })
	}
}

// ways returns the actions by which a tick passes: all clocks are right, or one goes wrong.
func (m *model) ways() []spec.Action {
	actions := []spec.Action{{Name: spec.Advance, At: spec.None}}
	for i := range m.Nodes {
		for _, name := range [...]string{spec.AdvanceFast, spec.AdvanceSlow} {
			actions = append(actions, spec.Action{Name: name, At: spec.NodeID(i)})
		}
	}
	return actions
}

// passes returns the actions by which a tick passes that are enabled in a state.
func (m *model) passes(s Global) []spec.Action {
	if m.Discrete == nil || slices.ContainsFunc(s.Procs, m.holds) {
		return nil
	}
	return slices.DeleteFunc(m.ways(), func(a spec.Action) bool {
		return a.At != spec.None && s.Procs[a.At].Steady > 0
	})
}

// ticksAt returns the number of ticks by which the clock of a process moves in such an action.
func ticksAt(at spec.NodeID, a spec.Action) int {
	switch {
	case a.At != at:
		return 1
	case a.Name == spec.AdvanceFast:
		return 2
	}
	return 0
}

// elapsed returns the state after a tick.
func (m *model) elapsed(s Global, a spec.Action) Global {
	s.Procs = slices.Clone(s.Procs)
	for i, p := range s.Procs {
		at := spec.NodeID(i)
		s.Procs[i] = m.later(at, p, ticksAt(at, a))
		s.Procs[i].Inbox = m.olderInbox(p.Inbox)
	}
	return s
}

// later returns a process after a tick in which its clock moves by a number of ticks. Its inbox stays.
func (m *model) later(at spec.NodeID, p Process, ticks int) Process {
	p.Left = slices.Clone(p.Left)
	for i := range p.Left {
		p.Left[i] -= ticks
	}
	switch {
	case ticks != 1 && m.Discrete.Steady > 0:
		p.Steady = m.Discrete.Steady - 1
	case p.Steady > 0:
		p.Steady--
	}
	if !m.Discrete.Relative() {
		p.Reading += time.Duration(ticks) * m.Discrete.Unit
		return p
	}
	p.Reading += time.Duration(ticks-1) * m.Discrete.Unit
	return m.moved(at, p, m.older(1))
}

// older returns what a reading becomes when a number of ticks has passed.
func (m *model) older(ticks int) func(time.Duration) time.Duration {
	by := time.Duration(ticks) * m.Discrete.Unit
	return func(reading time.Duration) time.Duration { return max(m.Discrete.Unit, reading-by) }
}

// olderInbox returns an inbox after a tick: all copies are one tick older, and so are the readings in them.
func (m *model) olderInbox(inbox []Copies) []Copies {
	var older Process
	for _, c := range inbox {
		c.Msg.Age = min(c.Msg.Age+1, max(0, m.Discrete.Delay))
		if m.Discrete.Relative() {
			c.Msg = m.messageMoved(c.Msg, m.older(1))
		}
		older = older.add(c.Msg, c.Count)
	}
	return older.Inbox
}

// Aging returns a function that makes the readings in a message older by a number of ticks. If the cluster's times are
// not relative, the function returns the message as it is.
func Aging(c network.Cluster) func(m spec.Message, ticks int) spec.Message {
	if c.Discrete == nil || !c.Discrete.Relative() {
		return func(m spec.Message, _ int) spec.Message { return m }
	}
	m := newModel(c)
	return func(msg spec.Message, ticks int) spec.Message { return m.messageMoved(msg, m.older(ticks)) }
}
