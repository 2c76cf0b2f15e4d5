package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

// clocks are those of the processes.
type clocks struct {
	agenda *agenda
	nodes  int
	list   []*timepiece // by process, nil where one is exact; empty where all are
	// resolution is the time of which all readings are multiples; 1 if the plan sets none.
	resolution faults.Time
}

// Shift moves the reading of a process's clock from a time on.
func (c *clocks) Shift(node spec.NodeID, at faults.Time, by faults.Shift) {
	t := c.inexact(node)
	t.shifts = append(t.shifts, shift{at, by})
	slices.SortStableFunc(t.shifts, func(a, b shift) int { return int(min(max(a.at-b.at, -1), 1)) })
}

// Pace changes how fast a process's clock runs.
func (c *clocks) Pace(node spec.NodeID, p faults.Pace) {
	t := c.inexact(node)
	t.paces = append(t.paces, p)
}

// inexact returns the clock of a process of which the plan says something.
func (c *clocks) inexact(at spec.NodeID) *timepiece {
	if c.list == nil {
		c.list = make([]*timepiece, c.nodes)
	}
	if c.list[at] == nil {
		c.list[at] = &timepiece{}
	}
	return c.list[at]
}

// adjust sets the present reading of a process's clock.
func (c *clocks) adjust(at spec.NodeID, reads faults.Time) {
	t := c.inexact(at)
	t.at, t.reads, t.part = c.agenda.now, reads, 0
}

// timepiece returns the clock of a process, run up to now; nil where it is exact.
func (c *clocks) timepiece(at spec.NodeID) *timepiece {
	if c.list == nil || c.list[at] == nil {
		return nil
	}
	c.list[at].run(c.agenda.now)
	return c.list[at]
}

// Reading is what the clock of a process reads now, which is the time where the plan says
// nothing else.
func (c *clocks) Reading(id spec.NodeID) faults.Time {
	reads := c.agenda.now
	if t := c.timepiece(id); t != nil {
		reads = t.reads
	}
	if over := reads % c.resolution; over != 0 {
		if reads -= over; over < 0 {
			reads -= c.resolution // the last multiple, also below 0
		}
	}
	return reads
}

// When returns the first time, from now on, at which the clock of a process reads so much;
// faults.Forever where the run is over before.
func (c *clocks) When(id spec.NodeID, reads faults.Time) faults.Time {
	if over := reads % c.resolution; over > 0 {
		reads += c.resolution - over
	} else if over < 0 {
		reads -= over
	}
	if t := c.timepiece(id); t != nil {
		return t.when(reads, c.agenda.end)
	}
	return max(c.agenda.now, reads)
}

// Skew says how the clock of a process has run so far, the zero value where it is exact.
func (c *clocks) Skew(id spec.NodeID) Skew {
	if t := c.timepiece(id); t != nil {
		return t.skew
	}
	return Skew{}
}

// stretched returns how much time passes until the clock of a process, from the present effect on, has
// gone on by the length of a timer.
func (c *clocks) stretched(at spec.NodeID, after faults.Time) faults.Time {
	inexact := c.timepiece(at)
	if inexact == nil {
		return after
	}
	t := *inexact
	t.run(c.agenda.moment())
	return t.stretched(after, c.agenda.end)
}
