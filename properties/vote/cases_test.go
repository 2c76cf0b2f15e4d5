package vote

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/propertiestest"
)

func TestCases(t *testing.T) { propertiestest.Cases(t, Protocol()) }
