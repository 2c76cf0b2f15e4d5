package rsdp

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// The mutants of the facts sheet, by who catches them:
//
//	a property, in a campaign        M1 to M5, M8, M10, M12 to M16, M18
//	equality                         M6, M7, M9 to M11, M13, M17
//	a test of its package            M10, M12, M13, M19, M20
//
// No property of runs sees M6, M7, M9 and M11: replicas that agree on what they find wrongly agree all
// the same. M12, a leader that is no member, M13, the order of a list, and M10, a score that overflows,
// come to nothing in the reducers' runs, which cannot bring them about: only the reducers' tests can.

// Every mutant of the facts sheet has a row that names what kills it.
func TestEveryMutantHasARow(t *testing.T) { protocoltest.EveryMutantHasARow(t, "M", 20) }

// Every property that the monitor judges finds some bug.
func TestEveryPropertyFindsABug(t *testing.T) { protocoltest.EveryPropertyFindsABug(t, monitored()) }
