// Package world runs the processes of a cluster in virtual time under a plan of faults, on
// the rules of faults/network: delivery, timers, crashes, what observers see, traces, and
// the digest of a run. [Explicit] names all that a run has drawn.
//
// The same plan gives the same run, byte for byte. The package knows no protocol, and must
// not import explorations. Start reading at [World].
package world
