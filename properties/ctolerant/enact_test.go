package ctolerant

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Whatever path the explorer finds, a plan replays.
func TestPathsAreEnacted(t *testing.T) {
	walks := 100
	if testing.Short() {
		walks = 25 // half a second less for each configuration
	}
	for _, config := range []string{
		`{"nodes": 3, "f": 1, "c": 0, "initiator": 2}`,
		`{"nodes": 4, "f": 1, "c": 1, "initiator": 3, "rule": "lowest", "collectTimeoutMs": 30}`,
	} {
		t.Run(config, func(t *testing.T) {
			budget := spec.Budget{Lines: words.Lines(), MayCrash: spec.NewSet[spec.NodeID](0, 1)}
			for i := range budget.Lines {
				budget.Lines[i].Most = 4
			}
			protocoltest.Enacted(t, Campaign(), config, budget, walks)
		})
	}
}
