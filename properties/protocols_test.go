package properties

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// A plan gives the same run everywhere, whatever the protocol.
func TestDeterminism(t *testing.T) { protocoltest.Deterministic(t, All()) }
