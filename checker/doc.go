// Package checker judges transition systems. [Explore] visits every state of a
// spec.Model, simply: it is the oracle. [Reach] does the same for a [Space], whose
// states are small comparable values, a hundred times faster and with any number of
// workers; [Plain] makes a Space of a Model. [NewRuns] and [Live] judge liveness on
// what either has found. [Bisimulate] holds an implementation against its
// specification, step by step; [CompareGraphs] holds the specification against the
// graph that TLC found; [Refine] holds one step of a run against it.
//
// The package knows no protocol and no implementation; it imports spec and
// internal packages. Its only goroutines are in workers.go. Start reading at
// [Explore], then [Space] and [Reach].
package checker
