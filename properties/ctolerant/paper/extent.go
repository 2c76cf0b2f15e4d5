package paper

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/properties/swim/trace"
	swim "github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// extent is how much is measured.
type extent struct {
	*laboratory
	seeds     int           // elections of each kind at a point
	afters    []faults.Time // how long after a crash elections begin
	readSeeds int           // elections of each kind at a point, for each reading and after a crash
	traces    int           // of the detector at a point, fewer in large groups
	warm      int           // periods before the recording of a trace
	lasts     faults.Time   // the length of a recording
	rows      []setting     // the rows of Table I that are measured
}

// tracesOf returns the number of traces at a point whose group has this number of nodes. A trace of a large group
// takes long to record, so that large groups have fewer.
func (e extent) tracesOf(nodes int) int {
	switch {
	case nodes > 128:
		return max(1, e.traces/5)
	case nodes > 64:
		return max(1, e.traces/2)
	}
	return e.traces
}

// isByTopology, isByDrop and isBySize report whether a row lies on that axis of the paper's figures.
func (s setting) isByTopology() bool { return s.nodes == 49 && s.drop == 5 }
func (s setting) isByDrop() bool     { return s.nodes == 49 && s.topology == random }
func (s setting) isBySize() bool     { return s.drop == 5 && s.topology == random }

// only returns the rows that is accepts.
func (e extent) only(is func(setting) bool) []setting {
	return slices.DeleteFunc(slices.Clone(e.rows), func(s setting) bool { return !is(s) })
}

// byTopology returns the rows of Figures 3 and 6.
func (e extent) byTopology() []setting { return e.only(setting.isByTopology) }

// byDrop returns the rows of Figures 4, 7 and 9 to 11.
func (e extent) byDrop() []setting { return e.only(setting.isByDrop) }

// bySize returns the rows of Figures 5 and 8.
func (e extent) bySize() []setting {
	rows := e.only(setting.isBySize)
	slices.SortFunc(rows, func(a, b setting) int { return a.nodes - b.nodes })
	return rows
}

// random is the topology of most of the paper's figures.
const random = "random"

// at returns the point of a row of Table I, by the recommended reading of the paper.
func (e extent) at(row setting) point {
	return point{
		scene: trace.Scene{
			Nodes: row.nodes, Layout: layoutOf(row.topology), Loss: 10 * row.drop, Skew: 1000, Picks: swim.TimeBounded,
			Period: second, Warm: e.warm, Lasts: e.lasts,
		},
		c: row.c, seeds: e.seeds, traces: e.tracesOf(row.nodes),
	}
}

// points returns the points of rows.
func (e extent) points(rows []setting) []point {
	all := make([]point, len(rows))
	for i, row := range rows {
		all[i] = e.at(row)
	}
	return all
}
