package swim

import (
	"encoding/json"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// drawPicks draws how processes pick. A drawn exponent is lowered until there are at most four times as many periods as
// under uniform picks: runs would take too long.
func drawPicks(c campaign.Chooser, fixed map[string]json.RawMessage, cfg *words.Config) {
	cfg.Picks = campaign.Given(fixed, "picks", func() words.Picks {
		return []words.Picks{
			words.Uniform, words.Uniform, words.Uniform, words.RoundRobin, words.Spatial, words.TimeBounded,
		}[c.Choose("picks", 6)]
	})
	if !cfg.Picks.OnMap() {
		return
	}
	cfg.Positions = campaign.Given(fixed, "positions", func() (all []words.Position) {
		for i := range min(cfg.Nodes, words.MaxNodes) { // no two in the same place
			all = append(all, words.Position{i + cfg.Nodes*c.Choose("x", 50), c.Choose("y", 50*cfg.Nodes)})
		}
		return all
	})
	cfg.Exponent = campaign.Given(fixed, "exponent", func() int {
		drawn := *cfg
		drawn.Exponent = c.Choose("exponent", words.MostExponent+1)
		for drawn.Exponent > 0 && periods(drawn) > 4*drawn.Nodes {
			drawn.Exponent--
		}
		return drawn.Exponent
	})
}

// periods returns within how many periods a process picks each member once on average, by the process for which that
// is most. Of a configuration that Parse refuses it says nothing.
func periods(cfg words.Config) int {
	if !cfg.Picks.OnMap() {
		return cfg.Nodes
	}
	cfg.Picks = words.TimeBounded // bags have the weights
	if _, err := words.Parse(campaign.JSON(cfg)); err != nil || cfg.Nodes < 2 {
		return cfg.Nodes
	}
	most := 0
	for i, bag := range specification.Bags(cfg) {
		sum := 0
		for _, weight := range bag {
			sum += weight
		}
		most = max(most, sum/slices.Min(slices.Delete(slices.Clone(bag), i, i+1)))
	}
	return most
}
