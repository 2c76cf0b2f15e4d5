// Package impl says what an implementation is: a [Node], a deterministic state
// machine that does no IO. It is stepped with an [Event] and answers with
// [Effects]; who delivers the events and carries out the effects (the simulator,
// the explorer, a real network) is none of its business.
//
// The package imports spec only, and its sub-packages, one for each protocol,
// import impl, spec and their own protocol's words: never an executable
// specification. Start reading at [Node].
package impl
