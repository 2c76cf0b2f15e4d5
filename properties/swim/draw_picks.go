package swim

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// DrawPicks draws how processes pick, and place a map if the picks need one. A drawn exponent is lowered until it fits.
func DrawPicks(
	c campaign.Chooser, fixed map[string]json.RawMessage, cfg *words.Config, fits func(words.Config) bool,
	place func() []words.Position,
) {
	cfg.Picks = campaign.Given(fixed, "picks", func() words.Picks {
		return []words.Picks{
			words.Uniform, words.Uniform, words.Uniform, words.RoundRobin, words.Spatial, words.TimeBounded,
		}[c.Choose("picks", 6)]
	})
	if !cfg.Picks.OnMap() {
		return
	}
	cfg.Positions = campaign.Given(fixed, "positions", place)
	cfg.Exponent = campaign.Given(fixed, "exponent", func() int {
		drawn := *cfg
		drawn.Exponent = c.Choose("exponent", words.MostExponent+1)
		for drawn.Exponent > 0 && !fits(drawn) {
			drawn.Exponent--
		}
		return drawn.Exponent
	})
}

// Scattered draws a place for each of n processes, no two in the same.
func Scattered(c campaign.Chooser, n int) (all []words.Position) {
	for i := range min(n, words.MaxNodes) {
		all = append(all, words.Position{i + n*c.Choose("x", 50), c.Choose("y", 50*n)})
	}
	return all
}
