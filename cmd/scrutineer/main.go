// Command scrutineer checks leader-election protocols: it holds each one's TLA+
// specification, executable specification and implementation against each other.
//
//	scrutineer verify    run every case through every column, print one table
//	scrutineer explore   visit every state of an implementation within a budget of faults
//	scrutineer campaign  run drawn plans of faults, shrink and keep what fails
//	scrutineer replay    run the plan of faults in a file
//	scrutineer cases     list the cases, or write what TLC reads of them
//	scrutineer claims    say what has become of each claim of the papers
//	scrutineer compare   measure the elections of all protocols in the same worlds
//	scrutineer history   judge whether a history of clients is linearizable
//	scrutineer fetch     bring TLC into the cache, with Maven
//	scrutineer version   say which program this is, and of what
//	scrutineer help      say this
//
// It exits with 0 if all that ran is as expected (what did not run is named), 1
// if something failed, also where the rest did not run, 2 on bad input (one line on
// stderr names file, field and what would be right), and 3 if something required did
// not run, as when it was interrupted, or what came of it cannot be written.
package main

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/properties"
)

// protocols lists what this program knows; a test adds one more.
var protocols = properties.All

func main() { scrutineer.Main(protocols()...) }
