package paper

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// Each of CT-1 to CT-32 is decided or listed as open, as docs/claims.md says, and red without its check.
func TestClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds what make verify computes, too")
	}
	if n := len(Protocol().Claims[0].Claims); n != 32 {
		t.Errorf("%d claims are listed, the paper has 32", n)
	}
	protocoltest.WrittenClaims(t, Protocol().Registered())
}
