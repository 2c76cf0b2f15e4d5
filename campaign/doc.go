// Package campaign is the engine of campaigns: it draws plans, runs them, judges
// the runs, minimises failing plans, writes down what a reader needs, and replays
// plans for ever after.
//
// It knows no protocol: one registers as a [Protocol]. It imports faults, checker,
// spec, impl and internal packages, never properties. Start reading at [Run].
package campaign
