// Package campaign is the engine of campaigns: it draws plans, runs them, judges
// the runs, shrinks failing plans, writes down what a reader needs, and replays
// plans for ever after.
//
// It knows no protocol: one registers as a [Harness]. It imports faults, its rooms
// network and world, spec and internal packages, never verify or properties. Start reading at [Run].
// What a judge, a run and a campaign say are types of their own (judge.go, outcome.go, replayed.go,
// failure.go, result.go); campaign.go, on top, draws, runs, tallies and shrinks.
package campaign
