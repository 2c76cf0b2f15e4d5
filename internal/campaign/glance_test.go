package campaign_test

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

// In a small group all entries are looked at; in a large one what an event is about, and all others in turn.
func TestGlance(t *testing.T) {
	small := campaign.NewGlance(16)
	if got := small.At(3, 5, spec.None); !small.All() || !slices.Equal(got, spec.AllNodes(16)) {
		t.Errorf("of 16: %v", got)
	}
	const nodes = 512
	large, seen := campaign.NewGlance(nodes), spec.Set{}
	for range nodes / 2 {
		large.At(4, 7)
		got := large.At(3, 5, spec.None, nodes)
		if len(got) > 3 || got[0] != 5 {
			t.Fatalf("of %d, after an event about 5: %v", nodes, got)
		}
		seen = seen.Union(spec.NewSet(got...))
	}
	if large.All() || len(seen) != nodes {
		t.Errorf("after %d events of one process it was looked at %d of its %d entries", nodes/2, len(seen), nodes)
	}
}
