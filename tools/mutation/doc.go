// Package mutation measures what the suite would miss: it changes the code in hundreds of small ways, one at
// a time, and sees which of the checks notice.
//
// All mutants live in one program. Every sampled place is rewritten so that it asks package mut whether its
// mutant is on; the rewritten sources take the place of the real ones by the go command's -overlay, and an
// environment variable switches one mutant on. So each program is built once, whatever the number of mutants.
// A first run of each check, with no mutant on, says how long it takes and which mutants it reaches: only what
// reaches a mutant can notice it, and is run with it.
//
// Gremlins, go-mutesting and ooze were looked at in November 2026 and do not serve: they build and run a package's
// own tests for each mutant, so they cannot run cases, corpora and campaigns of one program, they say of a mutant
// that some test killed it and not which kind of check, and gremlins itself warns of modules of this size.
//
// Start reading at [Sites] and [Run].
package mutation
