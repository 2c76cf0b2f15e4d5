package gossip

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// Every mutant of the facts sheet but those of the pipelines has a row that names what kills it.
func TestEveryMutantHasARow(t *testing.T) { protocoltest.EveryMutantHasARow(t, "M", 20) }

// Every property that the monitor judges finds some bug.
func TestEveryPropertyFindsABug(t *testing.T) { protocoltest.EveryPropertyFindsABug(t, monitored()) }
