package paper

import (
	"context"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// Experiments are what the paper measures, each by the name of its table or figure, and with them
// what it leaves out. Those that are long have what takes minutes.
func Experiments() []reproduce.Experiment {
	paper := extent{most: 512, beyond: []int{1024, 2048, 4096}, all: 512, slow: 128, runs: 31}
	whole := paper
	whole.slow = paper.most
	return append(experiments(paper), whole.long(1024)...)
}

// run is what an experiment does.
type run = func(context.Context, reproduce.Progress) (reproduce.Table, error)

func experiments(e extent) []reproduce.Experiment {
	return []reproduce.Experiment{
		{ID: "setup", Title: "Parameters", Where: "Section 5", Run: e.setup},
		{ID: "table1", Title: "Clusters of eight processes", Where: "Table 1", Run: against(clusterTable, table1())},
		{ID: "table2", Title: "Messages of a round", Where: "Table 2", Run: against(e.ofRound, table2())},
		{ID: "table3", Title: "Messages after p0 has crashed", Where: "Table 3", Run: against(e.ofRound, table3())},
		{ID: "growth", Title: "Messages of a round as the group grows", Where: "Figure 4(b)", Run: e.growth},
		{ID: "figure4", Title: "Time of a round", Where: "Figure 4(a)", Run: e.figure4},
		{ID: "figure5", Title: "Who detects the crash of p0", Where: "Figure 5", Run: against(e.detections, figure5())},
		{ID: "figure5-log", Title: "Logs of the crash of p0", Where: "Figure 5", Run: against(logs, figure5Logs())},
		{ID: "figure6", Title: "Time until all know that p0 has crashed", Where: "Figure 6", Run: e.figure6},
		{ID: "figure7", Title: "A leader that fails and fails", Where: "Figure 7", Run: against(penalties, figure7())},
		{ID: "figure8", Title: "Time until an unstable leader is another", Where: "Figure 8", Run: e.figure8},
		{ID: "unstable", Title: "One and two unstable processes", Where: "Section 5.5", Run: rivalries},
	}
}

// long are experiments in which ALL and the ring have groups as large as vCube's.
func (e extent) long(nodes int) []reproduce.Experiment {
	larger := extent{beyond: []int{nodes}, all: nodes}
	return []reproduce.Experiment{
		{
			ID: "figure4-all", Title: "Time of a round, of all sizes", Where: "Figure 4(a)", Long: true,
			Run: e.figure4,
		},
		{
			ID: "figure6-all", Title: "Time until all know that p0 has crashed, of all sizes", Where: "Figure 6",
			Long: true, Run: e.figure6,
		},
		{
			ID: "table2-all", Title: "Messages of a round, beyond the paper", Where: "Table 2", Long: true,
			Run: against(larger.ofRound, table2()),
		},
		{
			ID: "table3-all", Title: "Messages after p0 has crashed, beyond the paper", Where: "Table 3", Long: true,
			Run: against(larger.ofRound, table3()),
		},
	}
}

// against is what an experiment does that is held against what is printed.
func against[T any](do func(context.Context, reproduce.Progress, T) (reproduce.Table, error), printed T) run {
	return func(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
		return do(ctx, progress, printed)
	}
}
