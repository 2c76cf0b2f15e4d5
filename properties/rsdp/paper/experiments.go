package paper

import "github.com/scrutineer-go/scrutineer/reproduce"

// Experiments are what the closed forms of sections 3.3 and 4 speak of, measured. The paper has no
// experiments of its own: its figures are what its equations give.
func Experiments() []reproduce.Experiment {
	return experiments(extent{
		startSizes: []int{2, 3, 5}, starts: 1000,
		lossSizes: []int{3, 5, 10}, lossRuns: 2000, quorumRuns: 2000,
		early: 10, lateSessions: 50, lateRuns: 200,
		timeSizes: []int{2, 3, 5, 10}, timeRuns: 2000,
	})
}

// extent is how much is measured.
type extent struct {
	startSizes           []int // how many replicas start together
	starts               int   // how many starts of each
	lossSizes            []int // how many replicas there are where messages are lost
	lossRuns, quorumRuns int   // how many sessions of each
	early, lateSessions  int   // how many sessions of a run are not counted, and then are
	lateRuns             int   // how many such runs
	timeSizes            []int // how many replicas take their messages one by one
	timeRuns             int   // how many sessions of each
}

func experiments(e extent) []reproduce.Experiment {
	return []reproduce.Experiment{
		{ID: "times", Title: "Time of a consensus", Where: "Section 3.3, equations 1 to 3", Run: e.times},
		{ID: "starts", Title: "Disagreement without losses", Where: "Section 2.4", Run: e.startsAgree},
		{ID: "losses", Title: "Disagreement where messages are lost", Where: "Section 3.3, equations 8 and 11", Run: e.losses},
		{ID: "late", Title: "Disagreement after many sessions", Where: "Section 2.4", Run: e.late},
		{ID: "quorum", Title: "A quorum that hears all", Where: "Section 3.3, equations 9 and 10", Run: e.quorum},
	}
}
