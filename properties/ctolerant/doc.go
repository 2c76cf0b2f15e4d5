// Package ctolerant brings the three statements of the c-tolerant elections
// together: what the environment tells a process (inputs.go), how an
// implementation state is read as a specification state (abstraction.go), the
// ghost and the properties, and the sabotage that equality must refuse. It is
// the only place where spec/ctolerant and impl/ctolerant meet.
//
// Start reading at [System].
package ctolerant
