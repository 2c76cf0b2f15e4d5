package vcube

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// The mutants of the facts sheet, by who catches them:
//
//	a property of runs, in a campaign        W1 to W4, W9 to W19, W23, W24
//	a property of rounds, and equality       W5 to W8 (too many tests)
//	                                         W21 (the leader comes too late)
//	equality                                 W5, W20, W22
//	refinement, in a campaign                W20, W22
//
// No property of runs sees W5 to W8, W20 to W22: they change whom a process tests and when, what it
// takes for known at first, when it elects, and which reply it takes for its own. In the end all
// know the same of each other all the same.

// Every mutant of the facts sheet has a row that names what kills it.
func TestEveryMutantHasARow(t *testing.T) { protocoltest.EveryMutantHasARow(t, "W", 24) }

// Every property that the monitor judges finds some bug.
func TestEveryPropertyFindsABug(t *testing.T) { protocoltest.EveryPropertyFindsABug(t, monitored()) }
