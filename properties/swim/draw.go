package swim

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// draw draws two to five processes, now and then up to 16, with none to three helpers or the most, under each failure
// model. In some runs not all processes probe. The plan many-removed of the corpus has the largest group.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int {
		if c.Choose("large", 32) == 31 {
			return 6 + c.Choose("nodes", 11)
		}
		return 2 + c.Choose("nodes", 4)
	}))
	cfg := words.Config{
		Nodes: n, Helpers: []int{0, 1, 2, 3, words.MostHelpers}[c.Choose("helpers", 5)],
		Returns: c.Choose("returns", 3) == 1, AtOnce: c.Choose("at once", 4) == 1,
		Numbers:  []int{0, 2, 3}[c.Choose("numbers", 3)], // 0 stands for the most
		PeriodMS: []int{1000, 20_000, 100, 60_000, words.LeastPeriodMS}[c.Choose("period", 5)],
		Patience: []int{5, 1, 12, 60}[c.Choose("patience", 4)],
	}
	if c.Choose("some", 4) == 3 {
		cfg.Probers = spec.AllNodes(1 + c.Choose("probers", n))
	}
	cfg.Failures = campaign.Given(fixed, "failures", func() spec.Failures {
		return []spec.Failures{spec.CrashStop, spec.CopiesVanish}[c.Choose("failures", 2)]
	})
	chance := drawPicks(c, fixed, &cfg)
	cfg = cfg.WithDefaults()
	return campaign.Merged(cfg, fixed), campaign.Shape{
		Nodes: n, Failures: cfg.Failures, MayCrash: spec.AllNodes(n), Crashes: n, Timeout: faults.Time(cfg.ReplyTime()),
		Round: faults.Time(cfg.PeriodTime()) * faults.Time(4*chance+cfg.Patience), Rounds: 3, Settle: 4,
	}
}

// simpler are changes that make a configuration simpler: a process less, or no helper.
func simpler() []func(*words.Config) {
	return []func(*words.Config){
		func(c *words.Config) {
			c.Nodes--
			c.Probers = c.Probers.Without(spec.NodeID(c.Nodes))
			c.Positions = c.Positions[:min(len(c.Positions), c.Nodes)]
		},
		func(c *words.Config) { c.Picks, c.Positions, c.Exponent = words.Uniform, nil, 0 },
		func(c *words.Config) { c.Exponent = 0 },
		func(c *words.Config) { c.Helpers = 0 },
		func(c *words.Config) { c.Returns, c.AtOnce = false, false },
		func(c *words.Config) { c.Probers, c.Numbers = nil, 0 },
		func(c *words.Config) { c.Failures = spec.CrashStop },
	}
}
