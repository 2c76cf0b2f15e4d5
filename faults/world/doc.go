// Package world runs the processes of a cluster in virtual time under a plan of faults, on
// the rules of faults/network: delivery, timers, crashes, what observers see, traces, and
// the digest of a run. [Explicit] names all that a run has drawn.
//
// A [World] is composed of parts that own their fields: the agenda (time and what is due), the
// clocks, the processes, the net (routes, delays, copies in flight), patience (alarms that wait for
// what their timers await), the journal (what is told of the run) and the injector (faults and pins).
// A part knows the parts before it in this list, and none knows World. The files above the parts let
// them work together: step.go, send.go, lives.go, handler.go and happen.go make events, scheduler.go
// is what faults see, and run.go is New and Run.
//
// The same plan gives the same run, byte for byte. The package knows no protocol, and must
// not import explorations. Start reading at [World].
package world
