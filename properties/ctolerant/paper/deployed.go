package paper

import "github.com/scrutineer-go/scrutineer/internal/reproduce"

// Deployed returns the experiments with processes of the operating system, beside real ZooKeeper. The module
// live/zookeeper runs them.
func Deployed() []reproduce.Experiment {
	var all []reproduce.Experiment
	for _, e := range []reproduce.Experiment{
		{ID: "e17", Title: "Memory at rest", Where: "Figure 15"},
		{ID: "e18", Title: "CPU at rest", Where: "Figure 16"},
		{ID: "e19", Title: "Bytes at rest", Where: "Figure 17"},
	} {
		e.Type = "make zookeeper ONLY=" + e.ID
		more := e
		more.ID, more.Title, more.Long = e.ID+"-long", e.Title+", the other systems", true
		more.Type = "make zookeeper ONLY=" + more.ID
		all = append(all, e, more)
	}
	return all
}
