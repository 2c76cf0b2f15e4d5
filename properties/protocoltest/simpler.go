package protocoltest

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
)

const (
	simplerWalks = 100 // at night, a fifth by day
	simplerSteps = 1_000
)

// SimplerEnds goes from drawn configurations to simpler ones, by ways that are drawn too. Each
// way must come to an end without going round: the minimiser refuses a protocol where one does.
func SimplerEnds(t *testing.T, p campaign.Harness) {
	if p.Simpler == nil {
		t.Skip("the protocol knows no simpler configurations")
	}
	for walk := range shorter(nightly.Size(simplerWalks, simplerWalks/5), simplerWalks/10) {
		c := campaign.Keyed(1, uint64(walk))
		config := campaign.Draw(p, c, nil).Config
		seen := map[string]bool{campaign.Canonical(config): true}
		for steps := 0; ; steps++ {
			if steps == simplerSteps {
				t.Fatalf("no end after %d simpler configurations, at %s", steps, config)
			}
			simpler := p.Simpler(config)
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
