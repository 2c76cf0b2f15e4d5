package explore

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Where times are relative the clocks stand, but for those that go wrong, and a tick makes all readings in memories, on
// disks and in messages one older. So two states that differ in nothing but when they come are one. A reading never
// becomes 0, which is none: the oldest is one tick.

// checkReads refuses a cluster that reads clocks and does not say what explorations are to know of time.
func checkReads(c *network.Cluster) {
	if c.Reads && c.Discrete == nil {
		panic(readsClocks)
	}
}

// clocks yields what the clocks may read at the beginning: the slowest is given, and no other is more than Skew
// ahead.
func (m *model) clocks(yield func([]time.Duration) bool) {
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

// holds reports whether a process lets no tick pass: a timer must fire first, or a copy be delivered, or its clock
// reads the last tick.
func (m *model) holds(p Process) bool {
	if p.Up && m.overdue(p.Inbox) {
		return true
	}
	if !m.Discrete.Relative() && p.Clock >= time.Duration(m.Discrete.Horizon)*m.Discrete.Unit {
		return true
	}
	return slices.ContainsFunc(p.Left, func(ticks int) bool { return ticks <= -m.Discrete.Late })
}

// overdue reports whether an inbox has a copy that is as old as delays may be.
func (m *model) overdue(inbox []Copies) bool {
	most := m.Discrete.Delay
	return most > 0 && slices.ContainsFunc(inbox, func(c Copies) bool { return c.Msg.Age == most })
}

// passes returns the actions by which a tick may pass in a state.
func (m *model) passes(s Global) []spec.Action {
	if m.Discrete == nil || slices.ContainsFunc(s.Procs, m.holds) {
		return nil
	}
	actions := []spec.Action{{Name: spec.Advance, At: spec.None}}
	for i := range s.Procs {
		at := spec.NodeID(i)
		for _, name := range [...]string{spec.AdvanceFast, spec.AdvanceSlow} {
			actions = append(actions, spec.Action{Name: name, At: at})
		}
	}
	return actions
}

// ticksAt is how many ticks the clock of a process moves in such an action.
func ticksAt(at spec.NodeID, a spec.Action) int {
	switch {
	case a.At != at:
		return 1
	case a.Name == spec.AdvanceFast:
		return 2
	}
	return 0
}

// elapsed returns the state after such an action.
func (m *model) elapsed(s Global, a spec.Action) Global {
	s.Procs = slices.Clone(s.Procs)
	for i, p := range s.Procs {
		at := spec.NodeID(i)
		s.Procs[i] = m.later(at, p, ticksAt(at, a))
		s.Procs[i].Inbox = m.olderInbox(p.Inbox)
	}
	return s
}

// later returns a process after a tick, in which its clock moved that many ticks. Its inbox stays.
func (m *model) later(at spec.NodeID, p Process, ticks int) Process {
	p.Left = slices.Clone(p.Left)
	for i := range p.Left {
		p.Left[i] -= ticks
	}
	if !m.Discrete.Relative() {
		p.Clock += time.Duration(ticks) * m.Discrete.Unit
		return p
	}
	p.Clock += time.Duration(ticks-1) * m.Discrete.Unit
	return m.moved(at, p, m.older)
}

// older is a reading when another tick has passed.
func (m *model) older(reading time.Duration) time.Duration {
	return max(m.Discrete.Unit, reading-m.Discrete.Unit)
}

// olderInbox is an inbox when another tick has passed.
func (m *model) olderInbox(inbox []Copies) []Copies {
	var older Process
	for _, c := range inbox {
		older = older.add(m.olderMessage(c.Msg), c.Count)
	}
	return older.Inbox
}

func (m *model) olderMessage(msg spec.Message) spec.Message {
	msg.Age = min(msg.Age+1, m.Discrete.Delay)
	if m.Discrete.Relative() {
		msg.Body = bodyOf(m.readings.moved(msg.Body, m.older))
	}
	return msg
}

// Older returns an action of a cluster whose times are relative as it is when that many more ticks have passed: the
// readings in its message are older. Where they are not relative it is the same.
func Older(c *network.Cluster, a spec.Action, ticks int) spec.Action {
	if c.Discrete == nil || !c.Discrete.Relative() {
		return a
	}
	m := newModel(*c)
	for range ticks {
		a = m.messageMoved(a, m.older)
	}
	return a
}
