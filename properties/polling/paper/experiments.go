package paper

import "github.com/scrutineer-go/scrutineer/internal/reproduce"

// Experiments measure what the paper says without numbers: it has no evaluation of its own.
func Experiments() []reproduce.Experiment {
	return experiments(extent{
		observed: 40 * second, hours: 3600 * second, intervals: 2000, workers: []int{1, 2, 3, 4, 5},
	})
}

func experiments(e extent) []reproduce.Experiment {
	return []reproduce.Experiment{
		{ID: "window", Title: "Requests in a window over time", Where: "Equations 2, 3 and 7", Run: e.window},
		{ID: "headroom", Title: "Use of the rate against headroom", Where: "Equations 3 and 8", Run: e.headroom},
		{ID: "loss", Title: "Records that are lost, and their age", Where: "Architecture, Fig. 1", Run: e.loss},
	}
}
