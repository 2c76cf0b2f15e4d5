package ctolerant

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

func TestDeterminism(t *testing.T) { protocoltest.Deterministic(t, Campaign(), corpus) }
