package paper

import "github.com/scrutineer-go/scrutineer/internal/reproduce"

// Experiments are what the closed forms of sections 3.3 and 4 speak of, measured. The paper has no
// experiments of its own: its figures are what its equations give.
func Experiments() []reproduce.Experiment {
	return experiments(extent{
		startSizes: []int{2, 3, 5}, startRuns: 1000,
		lossSizes: []int{3, 5, 10}, lossRuns: 2000, quorumRuns: 2000,
		early: 10, lateSessions: 50, lateRuns: 200,
		timeSizes: []int{2, 3, 5, 10}, timeRuns: 2000,
		instants: 420, sessionSizes: []int{3, 5, 10, 20}, workers: []int{5, 10},
	})
}

func experiments(e extent) []reproduce.Experiment {
	return []reproduce.Experiment{
		{ID: "equations", Title: "Equations that are mended", Where: "Sections 3.3 and 4", Run: equations},
		{ID: "times", Title: "Time of a consensus", Where: "Equations 1 to 3", Run: e.times},
		{ID: "windows", Title: "Time of a consensus with windows", Where: "Equation 3", Run: e.windows},
		{ID: "starts", Title: "Disagreement without losses", Where: "Section 2.4", Run: e.starts},
		{ID: "losses", Title: "Disagreement where messages are lost", Where: "Equations 8 and 11", Run: e.losses},
		{ID: "late", Title: "Disagreement after many sessions", Where: "Section 2.4", Run: e.late},
		{ID: "quorum", Title: "A quorum that hears all", Where: "Equations 9 and 10", Run: e.quorum},
		{ID: "votes", Title: "What votes elect", Where: "Section 3.1", Run: votes},
		{ID: "messages", Title: "Messages of a session", Where: "Equations 5 and 16", Run: e.messages},
		{
			ID: "detection", Title: "Time until a failed leader is replaced",
			Where: "Equations 12, 13, 19, 20, 25 and 26", Run: e.detection,
		},
		{
			ID: "overhead", Title: "Messages of the failover topologies",
			Where: "Equations 16 to 18, 22 to 24 and 28 to 31", Run: e.overhead,
		},
	}
}
