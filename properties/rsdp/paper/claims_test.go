package paper

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// Each of is decided, and red without its check.
func TestClaims(t *testing.T) {
	if testing.Short() {
		t.Skip("computes for seconds what make verify computes, too")
	}
	if n := len(Paper().Claims); n != 42 {
		t.Errorf("%d claims are listed, the paper has 42", n)
	}
	protocoltest.Claims(t, Protocol())
}
