package ctolerant

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

func TestCases(t *testing.T) { protocoltest.Cases(t, Protocol()) }
