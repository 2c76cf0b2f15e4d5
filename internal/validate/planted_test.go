package validate_test

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// What real processes, their logs and their judge could get wrong fails a test.
func TestPlanted(t *testing.T) { protocoltest.FailTests(t, "internal/validate/planted_test.go") }
