package paper

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// Each of CT-1 to CT-32 and SW-12 is decided or listed as open, as docs/claims.md says, and red without its check.
func TestClaims(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("computes for seconds what make verify computes, too")
	}
	if n := len(Paper().Claims); n != 33 {
		t.Errorf("%d claims are listed, the paper has 33", n)
	}
	protocoltest.WrittenClaims(t, Protocol().Registered())
}
