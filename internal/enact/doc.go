// Package enact makes a path of an exploration a plan of faults, whose run in a world takes
// just these steps: so a counterexample that was explored replays.
//
// Start reading at [Path].
package enact
