package vote

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vote/words"
)

// Whatever path the explorer finds, a plan replays.
func TestPathsAreEnacted(t *testing.T) {
	budget := spec.Budget{Lines: words.Lines(), MayCrash: spec.AllNodes(4)}
	for i := range budget.Lines {
		budget.Lines[i].Most = 3
	}
	walks := 200
	if testing.Short() {
		walks = 50 // a second less
	}
	protocoltest.Enacted(t, Campaign(),
		`{"nodes": 4, "candidates": [0, 1, 2], "voters": [1, 2, 3], "ask": 2}`, budget, walks)
}
