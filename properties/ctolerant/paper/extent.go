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
	readSeeds int           // likewise by each reading
	traces    int           // of the detector at a point, fewer in large groups
	warm      int           // periods before the recording of a trace
	lasts     faults.Time   // of a recording
	rows      []setting     // the rows of Table I that are measured
}

// tracesOf is how many traces there are of a group of some size: those of large groups take long.
func (e extent) tracesOf(nodes int) int {
	switch {
	case nodes > 128:
		return max(1, e.traces/5)
	case nodes > 64:
		return max(1, e.traces/2)
	}
	return e.traces
}

// only are the rows with these properties.
func (e extent) only(is func(setting) bool) []setting {
	return slices.DeleteFunc(slices.Clone(e.rows), func(s setting) bool { return !is(s) })
}

// byTopology are the rows of Figures 3 and 6.
func (e extent) byTopology() []setting {
	return e.only(func(s setting) bool { return s.nodes == 49 && s.drop == 5 })
}

// byDrop are those of Figures 4, 7 and 9 to 11.
func (e extent) byDrop() []setting {
	return e.only(func(s setting) bool { return s.nodes == 49 && s.topology == random })
}

// bySize are those of Figures 5 and 8.
func (e extent) bySize() []setting {
	rows := e.only(func(s setting) bool { return s.drop == 5 && s.topology == random })
	slices.SortFunc(rows, func(a, b setting) int { return a.nodes - b.nodes })
	return rows
}

// random is the topology of most of the paper's figures.
const random = "random"

// at is the point of a row of Table I, as it is recommended to read the paper.
func (e extent) at(row setting) point {
	return point{
		scene: trace.Scene{
			Nodes: row.nodes, Layout: layoutOf(row.topology), Loss: 10 * row.drop, Skew: 1000, Picks: swim.TimeBounded,
			Period: second,
			Warm:   e.warm, Lasts: e.lasts,
		},
		c: row.c, seeds: e.seeds, traces: e.tracesOf(row.nodes),
	}
}

// points are those of some rows.
func (e extent) points(rows []setting) []point {
	all := make([]point, len(rows))
	for i, row := range rows {
		all[i] = e.at(row)
	}
	return all
}
