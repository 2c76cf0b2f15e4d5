package campaign_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// crowded is a plan under which Detects fails with the bug Crowd: two processes are down at
// the same time.
func crowded(nodes int) faults.Plan {
	return beatPlan(beatConfig{Nodes: nodes, Crowd: true}, 12,
		crash(0, rounds, 8*rounds), crash(1, 2*rounds, 8*rounds))
}

// What Shrink returns must lead somewhere: where it leads back, shrinking ends with an
// error of the protocol that names it and the configuration.
func TestShrinkLeadsBack(t *testing.T) {
	text := func(config string) func(json.RawMessage) []json.RawMessage {
		return func(json.RawMessage) []json.RawMessage { return []json.RawMessage{json.RawMessage(config)} }
	}
	for name, c := range map[string]struct {
		simpler func(json.RawMessage) []json.RawMessage
		says    string
	}{
		"to itself": {
			func(config json.RawMessage) []json.RawMessage { return []json.RawMessage{config} },
			`protocol beat: what Shrink returns for the configuration {"crowd":true,"nodes":4} leads back to ` +
				`{"crowd":true,"nodes":4}; return only what is simpler`,
		},
		"to itself, written otherwise": {
			text(`{ "nodes": 4, "crowd": true }`), `leads back to {"crowd":true,"nodes":4}`,
		},
		"to what was taken over before": {
			func(config json.RawMessage) []json.RawMessage {
				var cfg beatConfig
				if err := json.Unmarshal(config, &cfg); err != nil {
					t.Fatal(err)
				}
				cfg.Nodes = map[int]int{4: 3, 3: 5, 5: 4}[cfg.Nodes]
				return []json.RawMessage{campaign.JSON(cfg)}
			},
			`for the configuration {"crowd":true,"nodes":5} leads back to {"crowd":true,"nodes":4}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := beatHarness()
			p.Shrink = c.simpler
			_, err := campaign.Shrink(p, crowded(4), detects, 100, nil)
			if err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "\n") {
				t.Errorf("shrinking ends with %v, want one line with %q", err, c.says)
			}
		})
	}
}

// What is refused or makes the property hold is asked for again with each plan, and that
// is in order.
func TestShrinkMayRepeatItself(t *testing.T) {
	p := beatHarness()
	p.Shrink = func(json.RawMessage) []json.RawMessage {
		return []json.RawMessage{json.RawMessage(`{"nodes":1}`), json.RawMessage(`{"nodes":3}`)}
	}
	small, err := campaign.Shrink(p, crowded(4), detects, 100, nil)
	if err != nil || string(small.Plan.Config) != `{"nodes":4,"crowd":true}` {
		t.Errorf("shrunk to %s, %v", small.Plan.Config, err)
	}
}

// A campaign that cannot shrink a failure says which run failed and how.
func TestCampaignSaysThatShrinkLeadsBack(t *testing.T) {
	p := beatHarness()
	p.Shrink = func(config json.RawMessage) []json.RawMessage { return []json.RawMessage{config} }
	o := campaign.Options{Runs: 200, Seed: 1, Keep: 1, Tries: 100, Fixed: map[string]json.RawMessage{
		"crowd": json.RawMessage("true"),
	}}
	_, err := p.Campaign(t.Context(), o, nil)
	if err == nil || !strings.Contains(err.Error(), " of seed 1: ") ||
		!strings.Contains(err.Error(), " fails, and its plan cannot be shrunk: protocol beat: ") {
		t.Errorf("the campaign ends with %v", err)
	}
}
