// Package tlc runs TLC, the model checker of TLA+, and reads what it says.
//
// A green run of TLC can mean nothing: no invariant in the configuration, a
// constant that shrank, a property that a constraint made true. So nothing
// here trusts an exit code alone. A table of cases (cases.Table) says what each run
// must check and what it must find. The configuration is written from the case
// (Model), TLC prints the constants that it took from it, which must be those of
// the case, and Judge holds the run against the table afterwards: exit code,
// message codes, property names and pinned counts must all agree.
//
// Three kinds of errors tell a caller what to do. An *input.Error is bad input
// (a table, a configuration, a jar with a wrong hash), a *NotRunError is
// something that is missing on this machine (Java, the jar), and anything else
// is a failure of the model or of TLC.
//
// TLC itself listens on all interfaces while it searches. So a small driver of ours
// (driver/Driver.java) starts it, which binds such sockets to loopback, and runs many
// small cases in one JVM where a Batch is given (batch.go). Find has Java compile the
// driver, once, into the cache folder; any Java 11 or newer with a compiler does, such as
// a JDK. A Java without one runs TLC all the same, each case in a JVM of its own, and
// Result.Listened and verify's table say so.
//
// The package knows no protocol. It may import the standard library, packages
// spec and internal/cases and those below internal, and nothing else of this module: what a
// protocol's constants mean is for the packages that compare it.
//
// Start reading at package cases (what a case is), then model.go (what TLC reads of
// it), runner.go and run.go (how one runs: alone.go in a JVM of its own, in_batch.go in one of
// many), driver.go (what starts it) and judge.go (what is accepted). value.go, state.go and
// dump.go hold TLC's states as Go values, so that they can be compared with the states of Go
// code.
package tlc
