package swim

import (
	"encoding/json"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// draw draws two to five processes, now and then up to 16 and in one run of a thousand up to 64, with none to three
// helpers or the most, under each failure model. In some runs not all processes probe, in some news are bounded. The
// plan many-removed of the corpus has the largest group.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int {
		if c.Choose("large", 32) == 31 {
			if c.Choose("many", 32) == 31 {
				return 17 + c.Choose("nodes", 48)
			}
			return 6 + c.Choose("nodes", 11)
		}
		return 2 + c.Choose("nodes", 4)
	}))
	helpers := []int{0, 1, 2, 3, words.MostHelpers}[c.Choose("helpers", 5)]
	returns, atOnce := c.Choose("returns", 3), c.Choose("at once", 4)
	mayReturn := campaign.Given(fixed, "returns", func() bool { return returns > 0 })
	cfg := words.Config{
		Nodes: n, Helpers: helpers,
		Returns: mayReturn, KeepsPinging: mayReturn && returns == 2, AtOnce: atOnce == 1, Refreshes: atOnce == 3,
		Numbers:  []int{0, 2, 3}[c.Choose("numbers", 3)], // 0 stands for the most
		PeriodMS: []int{1000, 20_000, 100, 60_000, words.LeastPeriodMS}[c.Choose("period", 5)],
		Patience: []int{5, 1, 12, 60}[c.Choose("patience", 4)],
	}
	if c.Choose("some", 4) == 3 {
		cfg.Probers = spec.AllNodes(1 + c.Choose("probers", n))
	}
	cfg.Failures = campaign.Given(fixed, "failures", func() spec.Failures {
		return []spec.Failures{spec.CrashStop, spec.MessagesVanish}[c.Choose("failures", 2)]
	})
	// With many more periods than under uniform picks runs would take too long.
	fits := func(drawn words.Config) bool { return Periods(drawn) <= 4*n }
	DrawPicks(c, fixed, &cfg, fits, func() []words.Position { return Scattered(c, n) })
	DrawNews(c, fixed, &cfg)
	drawGroup(c, &cfg, fixed)
	drawTimes(c, fixed, &cfg)
	config := campaign.Merged(cfg, fixed)
	return config, shape(cfg, config)
}

// leastRound is several times the longest drawn delay, 100 ms on each link.
const leastRound = faults.Time(400 * time.Millisecond)

// shape says how long a run takes. In each round all members are picked, suspicions end, and messages arrive.
func shape(cfg words.Config, config json.RawMessage) campaign.Shape {
	cfg = cfg.WithDefaults()
	if checked, err := words.Parse(config); err == nil {
		cfg = checked
	}
	round := faults.Time(cfg.PeriodTime()) * faults.Time(4*Periods(cfg)+cfg.Patience)
	return campaign.Shape{
		Nodes: cfg.Nodes, Failures: cfg.Failures, MayCrash: spec.AllNodes(cfg.Nodes), Crashes: cfg.Nodes,
		Timeout: faults.Time(cfg.ReplyTime()), Round: max(round, leastRound), Rounds: 3, Settle: 4,
	}
}

// DrawNews draws bounded news for one configuration of three.
func DrawNews(c campaign.Chooser, fixed map[string]json.RawMessage, cfg *words.Config) {
	cfg.NewsMost = campaign.Given(fixed, "newsMost", func() int {
		if c.Choose("news", 3) != 2 {
			return 0
		}
		return []int{1, 2, 6, cfg.Nodes}[c.Choose("news a message", 4)]
	})
	if cfg.Bounded() {
		cfg.NewsSends = []int{0, 1, 2, 30}[c.Choose("sends", 4)] // 0 stands for SWIM's
	}
}

// drawGroup draws who joins and who leaves. Joiners probe.
func drawGroup(c campaign.Chooser, cfg *words.Config, fixed map[string]json.RawMessage) {
	_, given := fixed["probers"]
	cfg.Joiners = campaign.Given(fixed, "joiners", func() spec.Set {
		if given || cfg.Nodes < 2 || c.Choose("joins", 4) != 3 {
			return nil
		}
		return spec.AllNodes(cfg.Nodes)[cfg.Nodes-1-c.Choose("joiners", min(3, cfg.Nodes-1)):]
	})
	if cfg.Probers != nil {
		cfg.Probers = cfg.Probers.Union(cfg.Joiners)
	}
	if c.Choose("leaves", 4) == 3 {
		for range 1 + c.Choose("leavers", 3) {
			cfg.Leavers = cfg.Leavers.With(spec.NodeID(c.Choose("leaver", cfg.Nodes)))
		}
	}
}

// Shrink returns changes that make a configuration simpler: a process less, or no helper.
func Shrink() []func(*words.Config) {
	return []func(*words.Config){
		func(c *words.Config) {
			c.Nodes--
			last := spec.NodeID(c.Nodes)
			c.Probers, c.Joiners, c.Leavers = c.Probers.Without(last), c.Joiners.Without(last), c.Leavers.Without(last)
			c.Positions = c.Positions[:min(len(c.Positions), c.Nodes)]
		},
		func(c *words.Config) { c.Picks, c.Positions, c.Exponent = words.Uniform, nil, 0 },
		func(c *words.Config) { c.Exponent = 0 },
		func(c *words.Config) { c.Helpers = 0 },
		func(c *words.Config) { c.KeepsPinging, c.Refreshes = false, false },
		func(c *words.Config) { c.Returns, c.KeepsPinging, c.AtOnce = false, false, false },
		func(c *words.Config) { c.Probers, c.Numbers = nil, 0 },
		func(c *words.Config) { c.Failures = spec.CrashStop },
		func(c *words.Config) { c.Joiners = nil },
		func(c *words.Config) { c.Leavers = nil },
		func(c *words.Config) { c.NewsMost, c.NewsSends = 0, 0 },
		func(c *words.Config) { c.Times = 0 },
	}
}
