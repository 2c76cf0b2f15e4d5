package validate_test

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// Each planted bug of real processes, their logs and their judge fails a test.
func TestPlanted(t *testing.T) { protocoltest.FailTests(t, "internal/validate/planted_test.go") }
