// Package cputest measures benchmarks by the work of processors, which other programs on
// the same machine do not add to as they do to the time that passes.
//
// It imports the standard library only, and only tests import it. Start reading at [Seconds].
package cputest
