package limits

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/rsdp/rsdptest"
)

func TestLimits(t *testing.T) { rsdptest.Check(t, Reducer()) }
