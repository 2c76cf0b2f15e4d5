package enact

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/spec"
)

// PathFrom is Path from a snapshot, from which the plan starts.
func PathFrom(c network.Cluster, begin faults.Snapshot, base faults.Plan, path []spec.Action) (faults.Plan, error) {
	begin.Processes = slices.Clone(begin.Processes)
	var first explore.Global
	for n, is := range begin.Processes {
		begin.Processes[n].Timers = slices.Clone(is.Timers) // they may have to run longer
		var timers []spec.Timer
		for _, t := range is.Timers {
			timers = append(timers, t.Timer)
		}
		first.Procs = append(first.Procs, explore.Process{
			Up: is.Up, Unbooted: is.Unbooted, Memory: string(is.State), Disk: string(is.Disk),
			Armed: spec.NewSet(timers...),
		})
	}
	flight, err := begin.Messages()
	if err != nil {
		return faults.Plan{}, err
	}
	base.Snapshot = &begin
	return pathFrom(c, first.WithFlight(c, flight), flight, base, path)
}
