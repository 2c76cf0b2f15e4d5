// Package network states the rules of the implementations' network once: who gets a copy,
// what may be lost, what a crash takes along, when a timer's firing is premature. All that
// runs implementations asks [Rules], in virtual time (faults/world) and in an exploration
// (internal/explore) alike.
//
// It imports impl and spec and must not import what runs processes. Start reading at
// [Cluster].
package network
