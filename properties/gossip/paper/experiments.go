package paper

import "github.com/scrutineer-go/scrutineer/internal/reproduce"

// Experiments are what the paper says of times, messages and rounds, and what it leaves out. Those that are
// long have what takes minutes.
func Experiments() []reproduce.Experiment {
	return experiments(extent{
		sizes: []int{5, 10, 20, 50, 100, 200, 500}, fanouts: []int{2, 3, 6}, runs: 10, waves: 300,
		starts: 20, hours: 1, watchers: 10, of: 50, moments: 40, five: 20, groups: []int{5, 10, 20, 50, 100},
	})
}

func experiments(e extent) []reproduce.Experiment {
	const example = "Table 4, example"
	return []reproduce.Experiment{
		{ID: "convergence", Title: "Time until all know all", Where: example, Run: e.convergence},
		{ID: "coverage", Title: "Nodes that a record has reached", Where: example, Run: e.coverage},
		{ID: "cold", Title: "Masters after a cold start", Where: "Steps, normal", Run: e.cold},
		{ID: "suspicions", Title: "False suspicions", Where: "Table 3", Run: e.falseSuspicions},
		{ID: "split-brain", Title: "Two masters", Where: "Table 5", Run: e.splitBrain},
		{ID: "availability", Title: "A failed master that returns", Where: "Table 3, T_refresh", Run: e.availability},
		{ID: "recovery", Title: "The master fails", Where: "Steps at failure", Run: e.recoveryTimes},
		{ID: "beside", Title: "The master fails, beside Fast Bully's", Where: "Table 5", Run: e.beside},
		{ID: "traffic", Title: "Messages beside Fast Bully's", Where: "Table 5", Run: e.compared},
		{ID: "duplicates", Title: "Copies of an update", Where: "Technique 1", Run: e.duplicates},
		{ID: "depth", Title: "How deep a message goes", Where: "Technique 2", Run: e.depth},
		{ID: "table5", Title: "The comparison, row by row", Where: "Table 5", Run: e.tableFive},
		{ID: "pipelines", Title: "Pipelines, formed and formed anew", Where: "Abstract, C-21", Run: e.pipelines},
		{ID: "eighteen", Title: "Ways to count a recovery", Where: "Abstract", Run: e.eighteen},
	}
}
