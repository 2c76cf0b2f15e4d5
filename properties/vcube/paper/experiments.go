package paper

import (
	"context"

	"github.com/scrutineer-go/scrutineer/reproduce"
)

// Experiments are what the paper measures, each by the name of its table or figure, and after
// them what it leaves out.
func Experiments() []reproduce.Experiment {
	return experiments(extent{most: 512, beyond: []int{1024, 4096}, all: 512})
}

// extent is how much is measured.
type extent struct {
	most   int   // the largest group, of the paper's 8 to 512
	beyond []int // larger groups than the paper's
	all    int   // the largest group of ALL
}

func experiments(e extent) []reproduce.Experiment {
	return []reproduce.Experiment{
		{ID: "table2", Title: "Messages of a round without faults", Where: "Table 2", Run: e.counts(table2())},
		{ID: "table3", Title: "Messages after p0 has crashed", Where: "Table 3", Run: e.counts(table3())},
	}
}

// counts counts the messages of a table.
func (e extent) counts(t messageTable) func(context.Context, reproduce.Progress) (reproduce.Table, error) {
	return func(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
		return e.messages(ctx, progress, t)
	}
}
