package ctolerant

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/campaign/campaigntest"
)

func TestDeterminism(t *testing.T) { campaigntest.Deterministic(t, Campaign(), corpus) }
