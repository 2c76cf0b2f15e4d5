package paper

import "github.com/scrutineer-go/scrutineer/internal/reproduce"

// Experiments measure what the papers say of times, messages and false removals. Those that are long have more runs.
func Experiments() []reproduce.Experiment {
	e := extent{
		sizes: []int{8, 16, 32, 64, 128, 256}, crashes: 100, traffic: 5, periods: 10, patience: []int{1, 2, 3, 5, 8},
		suspicions: 10, observed: 100, members: 49, exponents: []int{0, 1, 2, 3, 4, 5}, maps: 300,
	}
	more := e
	more.crashes, more.traffic, more.suspicions, more.maps = 1000, 20, 100, 1000
	return append(experiments(e, ""), long(experiments(more, "-long"))...)
}

// long marks experiments as long.
func long(list []reproduce.Experiment) []reproduce.Experiment {
	for i := range list {
		list[i].Long = true
	}
	return list
}

func experiments(e extent, suffix string) []reproduce.Experiment {
	list := []reproduce.Experiment{
		{ID: "detection", Title: "Periods until a crash is first suspected", Where: "SWIM, 3.1", Run: e.detection},
		{ID: "spreading", Title: "Periods until all know of a crash", Where: "SWIM, 4.1", Run: e.spreading},
		{ID: "messages", Title: "Messages and bytes of a member", Where: "SWIM, 3.1 and 5", Run: e.messages},
		{ID: "suspicions", Title: "False suspicions that end in a removal", Where: "SWIM, 4.2", Run: e.falsely},
		{ID: "distance", Title: "PINGs and detection by distance", Where: "Medley, 3", Run: e.distance},
	}
	for i := range list {
		list[i].ID += suffix
	}
	return list
}
