package spec

import (
	"slices"
	"time"
)

// ticking is the time of a number of processes. Without a DiscreteTime there is no time.
type ticking[L any] struct {
	*DiscreteTime
	nodes int
	aging Aging[L]
}

// starts yields the readings with which the processes may begin: all are within the skew of the first reading, and one
// process has the first reading.
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

// isDue reports whether the k-th armed timer of a process is due. Without time it always is.
func (t ticking[L]) isDue(s *State[L], at NodeID, k int) bool {
	return t.DiscreteTime == nil || s.Left[at][k] <= 0
}

// passings returns the actions by which a tick may pass in a state.
func (t ticking[L]) passings(s State[L]) []Action {
	if t.DiscreteTime == nil || t.isUrgent(&s) {
		return nil
	}
	all := []Action{{Name: Advance, At: None}}
	for n := range t.nodes {
		if s.Steady[n] > 0 {
			continue
		}
		all = append(all, Action{Name: AdvanceFast, At: NodeID(n)}, Action{Name: AdvanceSlow, At: NodeID(n)})
	}
	return all
}

// isUrgent reports whether no tick may pass: a timer must fire, a message arrive, or time has ended.
func (t ticking[L]) isUrgent(s *State[L]) bool {
	for n := range t.nodes {
		for _, left := range s.Left[n] {
			if left+t.Late <= 0 {
				return true
			}
		}
		if t.Horizon > 0 && s.Readings[n] >= time.Duration(t.Horizon)*t.Unit {
			return true
		}
	}
	for _, msg := range s.Flight {
		if t.Delay != 0 && msg.Age >= t.Delay && s.Alive.Has(msg.To) {
			return true
		}
	}
	return false
}

// advance returns the state after a tick: each clock moves by one tick, except the one that goes wrong.
func (t ticking[L]) advance(s State[L], a Action) State[L] {
	s.Readings, s.Left, s.Steady = slices.Clone(s.Readings), slices.Clone(s.Left), slices.Clone(s.Steady)
	for n := range t.nodes {
		moves := 1
		switch {
		case a.Name == AdvanceFast && a.At == NodeID(n):
			moves = 2
		case a.Name == AdvanceSlow && a.At == NodeID(n):
			moves = 0
		}
		if s.Steady[n] = max(s.Steady[n]-1, 0); moves != 1 {
			s.Steady[n] = max(t.Steady-1, 0)
		}
		s.Readings[n] += time.Duration(moves) * t.Unit
		if t.Relative() { // the present moves, too
			s.Readings[n] -= t.Unit
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

// older returns a reading after a tick.
func (t ticking[L]) older(reading time.Duration) time.Duration {
	switch {
	case reading == 0: // none
		return 0
	case reading < 2*t.Unit:
		return t.Unit
	}
	return reading - t.Unit
}

// left returns the ticks that are left of each armed timer after a handler run. Before it the timers in was were armed,
// with the ticks in had.
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
