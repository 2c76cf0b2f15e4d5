// Package faults says what goes wrong in a run, as data: a [Plan] names or draws faults,
// pins what is not left to chance, and says who is linked with whom. Each kind of fault and
// of pin is a file of its own, and a [Kind]. Nothing runs here.
//
// Below it stand those that act on it: network has the rules of the network, stated
// once; world runs processes in virtual time under a plan; explore makes the same
// processes a model in which every branch is visited; enact takes a path of an
// exploration and makes it a plan.
//
// The specifications' network in package spec states the same rules a second time, and
// neither may use the other. This package and those below it know no protocol. It imports
// spec and internal packages. Start reading at [Plan].
package faults
