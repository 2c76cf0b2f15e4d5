// Package live runs the processes of an implementation as processes of the operating system. Their messages are UDP
// packets on the loopback interface, their timers are real, and their records are synced to a disk. Each process
// writes a log of its steps. [Merge] makes one run of all logs: actions in an order in which each cause comes before
// its effects.
//
// The package imports impl, spec, faults and faults/network. It must not import faults/world, which runs processes in
// virtual time. Start reading at [Process].
package live
