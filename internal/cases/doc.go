// Package cases reads tables of cases. A case says what is checked of a protocol by exploring, and what must come of
// it.
//
// A table stands beside the modules that its cases name, as tla/<protocol>/cases.json. The package reads it strictly:
// a misspelt field would be a check that nobody makes. A configuration and a budget are read by the protocol's own
// package.
//
// The package knows no protocol. It may import the packages below internal, and nothing else of this module.
//
// Start reading at case.go (what a case is), then table.go.
package cases
