package main

import (
	"context"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/reproduce"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/lab"
	"github.com/scrutineer-go/scrutineer/live/zookeeper/systems"
	"github.com/scrutineer-go/scrutineer/properties/ctolerant/paper"
)

// experiments returns the experiments of the paper, with those that this program runs.
func experiments(l *lab.Laboratory) []reproduce.Experiment {
	all := paper.Experiments()
	for _, e := range paper.Deployed() {
		measure := tables[strings.TrimSuffix(e.ID, "-long")]
		e.Type, e.Run = "", func(ctx context.Context, progress reproduce.Progress) (reproduce.Table, error) {
			b := &bench{ctx: ctx, laboratory: l, progress: progress}
			t, err := measure(b, e.Long)
			if err == nil {
				t.On = &b.on
			}
			return t, err
		}
		all = append(all, e)
	}
	return all
}

// tables has for each experiment what measures its table, or the table of its long variant.
var tables = map[string]func(b *bench, long bool) (reproduce.Table, error){
	"e14": completion, "e15": changes, "e16": kills,
	"e17": atRest(memory), "e18": atRest(cpu), "e19": atRest(bandwidth),
	"e20": equalDetection,
}

// jobs are all that these tables measure.
func jobs() (all []lab.Job) {
	for _, long := range []bool{false, true} {
		for _, s := range systems.AtRest(long) {
			all = append(all, s.Rest())
		}
	}
	for _, s := range systems.AtEqualDetection() {
		all = append(all, s.Rest(), s.Loses()) // the rest of some is the one above
	}
	for _, e := range elections() {
		all = append(all, e.Trials(false), e.Trials(true))
	}
	return all
}
