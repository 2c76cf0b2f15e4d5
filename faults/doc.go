// Package faults runs the real implementations under a hostile network. Its
// rules (who gets a copy, what may be lost, what a crash takes along) are stated
// once, in rules.go. On top of them stands the adapter: [Cluster] makes a group
// of implementation processes a spec.Model in which every branch is explored.
//
// The specifications' network in package spec states the same rules a second
// time, and neither may use the other. This package knows no protocol; it
// imports impl, spec and internal packages. Start reading at [Cluster].
package faults
