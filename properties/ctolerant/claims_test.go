package ctolerant

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/propertiestest"
)

// Each of CT-1 to CT-32 is decided or listed as open, and red without its check.
func TestClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds what make verify computes, too")
	}
	propertiestest.Claims(t, Protocol(), Campaign())
}
