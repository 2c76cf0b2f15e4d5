package verify_test

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// The oracle is worth what it notices: each change of it in testdata/planted fails the test that its row names.
func TestSabotage(t *testing.T) {
	// The tests of the protocols take longer to compile than all others together, and no row needs them.
	protocoltest.FailTests(t, "verify/components_test.go")
}
