// Package checker judges transition systems: [Explore] visits every state of a
// spec.Model and judges properties; [Bisimulate] holds an implementation against
// its specification, step by step; [CompareGraphs] holds the specification
// against the graph that TLC found.
//
// The package knows no protocol and no implementation; it imports spec and
// internal packages. Start reading at [Explore].
package checker
