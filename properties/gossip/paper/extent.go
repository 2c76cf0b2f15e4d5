package paper

import "github.com/scrutineer-go/scrutineer/spec"

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

// origins are the processes whose records are watched: all, or as many as records says.
func origins(nodes, records int) spec.Set { return spec.AllNodes(min(nodes, records)) }
