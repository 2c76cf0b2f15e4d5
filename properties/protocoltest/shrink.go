package protocoltest

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
)

const (
	shrinkWalks = 100 // at night, a fifth by day
	shrinkSteps = 1_000
)

// ShrinkEnds goes from drawn configurations to simpler ones, by ways that are drawn too. Each
// way must come to an end without going round: the shrinker refuses a protocol where one does.
func ShrinkEnds(t *testing.T, p campaign.Harness) {
	if p.Shrink == nil {
		t.Skip("the protocol knows no simpler configurations")
	}
	for walk := range shorter(nightly.Size(shrinkWalks, shrinkWalks/5), shrinkWalks/10) {
		c := campaign.Keyed(1, uint64(walk))
		config := campaign.Draw(p, c, nil).Config
		seen := map[string]bool{campaign.Canonical(config): true}
		for steps := 0; ; steps++ {
			if steps == shrinkSteps {
				t.Fatalf("no end after %d simpler configurations, at %s", steps, config)
			}
			simpler := p.Shrink(config)
			if len(simpler) == 0 {
				break
			}
			config = simpler[c.Choose("simpler", len(simpler))]
			if key := campaign.Canonical(config); seen[key] {
				t.Fatalf("walk %d comes to %s a second time", walk, key)
			}
			seen[campaign.Canonical(config)] = true
		}
	}
}
