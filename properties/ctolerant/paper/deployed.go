package paper

import "github.com/scrutineer-go/scrutineer/internal/reproduce"

// Deployed returns the experiments with processes of the operating system, beside real ZooKeeper. The module
// live/zookeeper runs them.
func Deployed() []reproduce.Experiment {
	var all []reproduce.Experiment
	for _, e := range []struct{ id, where, title, more string }{
		{"e14", "Figure 13", "Completion of processes", ", all four"},
		{"e15", "Figure 14", "Leader changes of processes", ", all four"},
		{"e16", "beside Section VII", "Kills of the leader", ""},
		{"e17", "Figure 15", "Memory at rest", ", the other systems"},
		{"e18", "Figure 16", "CPU at rest", ", the other systems"},
		{"e19", "Figure 17", "Bytes at rest", ", the other systems"},
		{"e20", "Section VII-B", "At equal detection", ""},
	} {
		all = append(all, deployed(e.id, e.where, e.title))
		if e.more != "" {
			long := deployed(e.id+"-long", e.where, e.title+e.more)
			long.Long = true
			all = append(all, long)
		}
	}
	return all
}

func deployed(id, where, title string) reproduce.Experiment {
	return reproduce.Experiment{ID: id, Title: title, Where: where, Type: "make zookeeper ONLY=" + id}
}
