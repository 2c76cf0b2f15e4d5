package paper

import (
	"math/big"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Experiments are what the paper says of times, messages and rounds, and what it leaves out. Those that are
// long have what takes minutes.
func Experiments() []reproduce.Experiment {
	return experiments(extent{
		sizes: []int{5, 10, 20, 50, 100, 200, 500}, fanouts: []int{2, 3, 6}, runs: 10, waves: 300,
		starts: 20, hours: 1, watchers: 10, of: 50, moments: 40, five: 20, groups: []int{5, 10, 20, 50, 100},
	})
}

// extent is how much is measured.
type extent struct {
	sizes   []int // of clusters
	fanouts []int
	runs    int // of each row where many records spread, in clusters of up to 100
	waves   int // of each row where one does
	starts  int // cold starts of each kind
	hours   int // of heartbeats
	// watchers is how many processes beat then.
	watchers int
	moments  int   // at which a master crashes
	five     int   // the size of the clusters of Table 5
	groups   []int // of which the traffic is compared
	of       int   // the size of the paper's example
}

func experiments(e extent) []reproduce.Experiment {
	const example = "Table 4, example"
	return []reproduce.Experiment{
		{ID: "convergence", Title: "Time until all know all", Where: example, Run: e.convergence},
		{ID: "coverage", Title: "Nodes that a record has reached", Where: example, Run: e.coverage},
		{ID: "cold", Title: "Masters after a cold start", Where: "Steps, normal", Run: e.cold},
		{ID: "suspicions", Title: "False suspicions", Where: "Table 3", Run: e.suspicions},
		{ID: "split-brain", Title: "Two masters", Where: "Table 5", Run: e.splitBrain},
		{ID: "availability", Title: "A failed master that returns", Where: "Table 3, T_refresh", Run: e.availability},
		{ID: "recovery", Title: "The master fails", Where: "Steps at failure", Run: e.recovery},
		{ID: "beside", Title: "The master fails, beside Fast Bully's", Where: "Table 5", Run: e.beside},
		{ID: "traffic", Title: "Messages beside Fast Bully's", Where: "Table 5", Run: e.compared},
		{ID: "duplicates", Title: "Copies of an update", Where: "Technique 1", Run: e.duplicates},
		{ID: "depth", Title: "How deep a message goes", Where: "Technique 2", Run: e.depth},
		{ID: "table5", Title: "The comparison, row by row", Where: "Table 5", Run: e.tableFive},
		{ID: "pipelines", Title: "Pipelines, formed and formed anew", Where: "Abstract, C-21", Run: e.pipelines},
		{ID: "eighteen", Title: "Ways to count a recovery", Where: "Abstract", Run: e.eighteen},
	}
}

// runsOf is how many runs there are of a cluster of some size where many records spread, and records how many
// do at most: large ones take long.
func (e extent) runsOf(nodes int) (runs, records int) {
	switch {
	case nodes > 200:
		return max(e.runs/5, 1), 20
	case nodes > 100:
		return max(e.runs/2, 1), 20
	}
	return e.runs, 50
}

// origins are whose records are watched: everybody's, or those of so many.
func origins(nodes, records int) spec.Set { return spec.AllNodes(min(nodes, records)) }

// inSeconds writes a time in seconds.
func inSeconds(t faults.Time, digits int) reproduce.Cell {
	return reproduce.Decimal(big.NewRat(int64(t), int64(second)), digits)
}

// median is the lower of the middle ones; of nothing, never.
func median(times []faults.Time) faults.Time {
	if len(times) == 0 {
		return never
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[(len(sorted)-1)/2]
}

// secondsOrNone is a time in seconds, or nothing where there is none.
func secondsOrNone(t faults.Time, digits int) reproduce.Cell {
	if t == never {
		return reproduce.None()
	}
	return inSeconds(t, digits)
}
