// Package impltest has the words of the implementations' unit tests: events, the effects that are asked for, and
// steps whose effects and states are compared. Tests alone import it.
//
// The package must not import anything of a protocol. Start reading at [Handles].
package impltest
