package ctolerant

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// Every mutant of the facts sheet that concerns these protocols has a row that names what kills it. Half of M9 is no
// mutant at all: a tag belongs to one NOTIFYLEADER, so ">=" for ">" between tags is the same program.
func TestEveryMutantHasARow(t *testing.T) { protocoltest.EveryMutantHasARow(t, "M", 22) }
