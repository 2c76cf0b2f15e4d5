// Package faults runs the real implementations under a hostile network. Its
// rules (who gets a copy, what may be lost, what a crash takes along) are stated
// once, in rules.go. On top of them stand three: the adapter, by which [Cluster] makes
// a group of implementation processes a spec.Model in which every branch is explored;
// [Cells], the same model for a fast search, in which every handler runs once for each
// local state and event; and [World], which runs processes in virtual time under a
// [Plan]. [Enact] takes a path of the first two and makes it a plan for the third.
//
// The specifications' network in package spec states the same rules a second
// time, and neither may use the other. This package knows no protocol; it
// imports impl, spec and internal packages. Start reading at [Cluster].
package faults
