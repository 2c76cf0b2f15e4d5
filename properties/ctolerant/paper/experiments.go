package paper

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/reproduce"
)

// Experiments returns the experiments that measure the paper's tables and figures anew, and the same by other readings.
func Experiments() []reproduce.Experiment {
	return experiments(extent{
		laboratory: &laboratory{}, seeds: 100, readSeeds: 20, afters: everyTwo(7), traces: 10, warm: 60,
		lasts: 300 * second, rows: tableI(),
	})
}

// everyTwo returns n times, two seconds apart, from 0 on.
func everyTwo(n int) []faults.Time {
	all := make([]faults.Time, n)
	for i := range all {
		all[i] = 2 * faults.Time(i) * second
	}
	return all
}

func experiments(e extent) []reproduce.Experiment { return append(e.printed(), e.unsaid()...) }

// printed returns the experiments about a table, a figure or a theorem of the paper.
func (e extent) printed() []reproduce.Experiment {
	return []reproduce.Experiment{
		{ID: "table1", Title: "How many lists lack a process", Where: "Table I", Run: e.bounds},
		{ID: "table2", Title: "Answers that name the unhealthiest", Where: "Table II", Run: e.sureAnswers},
		{ID: "figure3", Title: "Bytes by topology", Where: "Figure 3", Run: e.bandwidth(topologies(), e.byTopology())},
		{ID: "figure4", Title: "Bytes by drop rate", Where: "Figure 4", Run: e.bandwidth(drops(), e.byDrop())},
		{ID: "figure5", Title: "Bytes by size", Where: "Figure 5", Run: e.bandwidth(sizes(), e.bySize())},
		{
			ID: "figure6", Title: "Completion by topology", Where: "Figure 6",
			Run: e.completion(topologies(), e.byTopology()),
		},
		{ID: "figure7", Title: "Completion by drop rate", Where: "Figure 7", Run: e.completion(drops(), e.byDrop())},
		{ID: "figure8", Title: "Completion by size", Where: "Figure 8", Run: e.completion(sizes(), e.bySize())},
		{ID: "figure9", Title: "Leader changes", Where: "Figure 9", Run: e.leaderChanges(e.byDrop())},
		{ID: "figure10", Title: "Unhealthy rank of the leader", Where: "Figure 10", Run: e.unhealthyRanks(e.byDrop())},
		{ID: "figure11", Title: "Hash rank of the leader", Where: "Figure 11", Run: e.hashRanks(e.byDrop())},
		{ID: "safety", Title: "Elections that break S3, and Safety", Where: "Theorem 1", Run: e.safety},
		{ID: "preference", Title: "Answers that name an unhealthy process", Where: "Theorem 4", Run: e.preference},
		{ID: "crash", Title: "Elections after the lowest has crashed", Where: "Section III-A", Run: e.crash},
	}
}

// unsaid returns the experiments that measure the same by other readings of what the paper leaves open.
func (e extent) unsaid() []reproduce.Experiment {
	all := []reproduce.Experiment{
		{ID: "read-table1", Title: "How many lists lack a process, by readings", Run: e.readBounds},
		{ID: "read-bytes", Title: "Bytes by readings", Run: e.read(bytesTimesHops())},
		{ID: "read-completion", Title: "Completion by readings", Run: e.read(completionTime())},
		{ID: "read-changes", Title: "Leader changes by readings", Run: e.read(timesChanged())},
		{ID: "read-unhealthy", Title: "Unhealthy rank by readings", Run: e.read(unhealthRank())},
		{ID: "read-hash", Title: "Hash rank by readings", Run: e.read(rankByHash())},
	}
	for i := range all {
		all[i].Where, all[i].Long = "Section VI, unsaid", true
	}
	return all
}
