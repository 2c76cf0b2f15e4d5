package paper

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// B-10 is decided as docs/claims.md says, and red without its check.
func TestClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds what make verify computes, too")
	}
	protocoltest.WrittenClaims(t, Protocol().Registered())
}
