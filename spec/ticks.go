package spec

import (
	"slices"
	"time"
)

// ticking is discrete time among that many processes; there is none if it has no DiscreteTime.
type ticking[L any] struct {
	*DiscreteTime
	nodes int
	aging Aging[L]
}

// starts yields what the clocks may read at the beginning: none is before the first reading, one has it, and none is
// further ahead than the skew.
func (t ticking[L]) starts(yield func([]time.Duration) bool) {
	if t.DiscreteTime == nil {
		yield(nil)
		return
	}
	all := [][]time.Duration{nil}
	for range t.nodes {
		var longer [][]time.Duration
		for _, read := range all {
			for ahead := range t.Skew + 1 {
				reads := t.First() + time.Duration(ahead)*t.Unit
				longer = append(longer, append(slices.Clone(read), reads))
			}
		}
		all = longer
	}
	for _, read := range all {
		if slices.Contains(read, t.First()) && !yield(read) {
			return
		}
	}
}

// isDue reports whether an armed timer of a process may fire as far as time goes, the k-th of its timers.
func (t ticking[L]) isDue(s *State[L], at NodeID, k int) bool {
	return t.DiscreteTime == nil || s.Left[at][k] <= 0
}

// passings yields the ways in which a tick may pass in a state.
func (t ticking[L]) passings(s State[L]) []Action {
	if t.DiscreteTime == nil || t.isUrgent(&s) {
		return nil
	}
	all := []Action{{Name: Advance, At: None}}
	for n := range t.nodes {
		all = append(all, Action{Name: AdvanceFast, At: NodeID(n)}, Action{Name: AdvanceSlow, At: NodeID(n)})
	}
	return all
}

// isUrgent reports whether something must happen before a tick may pass, or time has ended.
func (t ticking[L]) isUrgent(s *State[L]) bool {
	for n := range t.nodes {
		for _, left := range s.Left[n] {
			if left+t.Late <= 0 {
				return true
			}
		}
		if t.Horizon > 0 && s.Clocks[n] >= time.Duration(t.Horizon)*t.Unit {
			return true
		}
	}
	for _, msg := range s.Flight {
		if t.Delay > 0 && msg.Age >= t.Delay && s.Alive.Has(msg.To) {
			return true
		}
	}
	return false
}

// tick returns the state after a tick: each clock has moved by one, but for the one that goes wrong.
func (t ticking[L]) tick(s State[L], a Action) State[L] {
	s.Clocks, s.Left = slices.Clone(s.Clocks), slices.Clone(s.Left)
	for n := range t.nodes {
		moves := 1
		switch {
		case a.Name == AdvanceFast && a.At == NodeID(n):
			moves = 2
		case a.Name == AdvanceSlow && a.At == NodeID(n):
			moves = 0
		}
		s.Clocks[n] += time.Duration(moves) * t.Unit
		if t.Relative() { // all are seen from a tick later
			s.Clocks[n] -= t.Unit
		}
		s.Left[n] = slices.Clone(s.Left[n])
		for k := range s.Left[n] {
			s.Left[n][k] -= moves
		}
	}
	var flight []Message
	for _, msg := range s.Flight {
		if msg.Age < t.Delay {
			msg.Age++
		}
		if t.Relative() && t.aging.Body != nil {
			msg.Body = t.aging.Body(msg.Body, t.older)
		}
		flight = inserted(flight, msg)
	}
	s.Flight = flight
	if t.Relative() {
		s.Nodes, s.Disk = slices.Clone(s.Nodes), slices.Clone(s.Disk)
		for n := range t.nodes {
			if t.aging.Local != nil && s.Alive.Has(NodeID(n)) {
				s.Nodes[n] = t.aging.Local(s.Nodes[n], t.older)
			}
			if t.aging.Record != nil && s.Disk[n] != nil {
				s.Disk[n] = t.aging.Record(s.Disk[n], t.older)
			}
		}
	}
	return s
}

// older is what a reading becomes in a tick.
func (t ticking[L]) older(reading time.Duration) time.Duration {
	switch {
	case reading == 0: // none
		return 0
	case reading <= t.Unit:
		return t.Unit
	}
	return reading - t.Unit
}

// left returns for how many ticks each of the armed timers runs, after a handler that found those that were armed with
// had left.
func (t ticking[L]) left(was SetOf[Timer], had []int, armed SetOf[Timer], o Outcome[L]) []int {
	left := make([]int, 0, len(armed))
	for _, timer := range armed {
		ticks := 0
		if o.Arm.Has(timer) {
			length, has := o.Lengths[timer]
			if !has {
				panic(Breach{Contract: "TimersHaveLengths", Why: "a handler sets the timer " + string(timer) +
					", and Outcome.Lengths does not say for how long"})
			}
			if ticks = int(length / t.Unit); length%t.Unit > 0 {
				ticks++
			}
		} else {
			ticks = had[slices.Index(was, timer)]
		}
		left = append(left, ticks)
	}
	return left
}
