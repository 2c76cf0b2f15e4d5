// Package ctolerant brings the three statements of the c-tolerant elections
// together: what the environment tells a process (inputs.go), how an
// implementation state is read as a specification state (abstraction.go), the
// ghost and the properties (properties.go, preference.go, and nevers.go, which must
// fail), the monitor that judges runs by their events (monitor.go, answers.go, tally.go),
// what campaigns draw, the corpus, and the sabotage that must be refused. It is the
// only place where spec/ctolerant and impl/ctolerant meet.
//
// Start reading at [System].
package ctolerant
