package explore

import "github.com/scrutineer-go/scrutineer/spec"

// stepsRepeat is the contract that a local step does the same whenever it is run.
const stepsRepeat = "StepsRepeat"

// clockFree is the contract of what is explored, which is untimed: but for how long timers
// run, nothing may depend on what a process's clock reads.
const clockFree = "ClockFree"

// readsClocks refuses a cluster that says of itself that it reads clocks.
var readsClocks = spec.Breach{
	Contract: clockFree,
	Why:      "the cluster's handlers read their clocks, and an exploration knows no time; only worlds run it",
}

// The contracts of a cluster whose times are relative.
const (
	// timesAreRelative: a step does the same at any time.
	timesAreRelative = "TimesAreRelative"
	// spanSuffices: a step does the same whether a reading is as old as readings become, or older.
	spanSuffices = "SpanSuffices"
)
