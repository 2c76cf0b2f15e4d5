// Package cases reads the tables of cases: what is checked about a protocol by exploring, and what must come of it.
//
// A table stands beside the modules that its cases name, as tla/<protocol>/cases.json. The package
// checks its form strictly, because a misspelt field would be a check that silently is not made. What a configuration
// and a budget mean is for the protocol's own package.
//
// The package knows no protocol. It may import the packages below internal, and nothing else of this module.
//
// Start reading at case.go (what a case is), then table.go.
package cases
