package pipeline

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// Each change in testdata/planted fails the test that its row names. Those with a number in their names are mutants 21
// and 22 of the facts sheet, each part in one row at least.
func TestSabotageOfPipelines(t *testing.T) {
	protocoltest.FailTests(t, "impl/gossip/pipeline/tested_test.go")
}
