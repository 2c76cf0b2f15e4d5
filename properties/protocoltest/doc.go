// Package protocoltest holds the tests that every protocol shares, as one call with the
// protocol's rows: its cases through every column, its claims, its experiments, its corpus, drawn
// plans that keep its properties, known faults that are found, and changes of code and of TLA+ modules
// that must be refused.
//
// Only tests import this package. Start reading at [Run].
package protocoltest
