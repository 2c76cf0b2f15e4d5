package succession

import (
	"encoding/json"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/spec/succession/words"
)

// usual is five processes, of which one may crash.
func usual() words.Config {
	return words.Config{Nodes: 5, C: 1, F: 1, Helpers: 2, Returns: true}
}

// draw draws three to six processes, of sixteen runs in one up to 16 and in few up to 49, and any of the elections.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int { return drawNodes(c) }))
	cfg := words.Config{
		Nodes: n, Protocol: campaign.Given(fixed, "protocol", func() election.Variant {
			return election.Variants()[c.Choose("protocol", 4)]
		}),
		Helpers: []int{1, 3, 2, 0}[c.Choose("helpers", 4)], Returns: c.Choose("returns", 4) > 0,
		AtOnce: c.Choose("at once", 16) == 15, PeriodMS: []int{1000, 500, 2000}[c.Choose("period", 3)],
		Patience: []int{5, 3, 8}[c.Choose("patience", 3)], Initiator: spec.NodeID(c.Choose("initiator", n)),
	}
	cfg.C = campaign.Given(fixed, "c", func() int { return c.Choose("c", 1+(n-1)/2) })
	cfg.F = campaign.Given(fixed, "f", func() int { return c.Choose("f", min(4, max(1, n-cfg.C))) })
	if cfg.Protocol.Prefers() {
		cfg.X, cfg.Y = 1+c.Choose("x", min(5, n)), c.Choose("y", min(5, n)+1)
	}
	for range c.Choose("rivals", 3) {
		if id := spec.NodeID(c.Choose("rival", n)); id != cfg.Initiator {
			cfg.Rivals = cfg.Rivals.With(id)
		}
	}
	if c.Choose("timeouts", 4) == 3 {
		cfg.CollectTimeoutMS, cfg.AwaitTimeoutMS, cfg.TakeoverTimeoutMS = 100, 100, 300
	}
	config := campaign.Merged(cfg, fixed)
	return config, shape(cfg, config)
}

func drawNodes(c campaign.Chooser) int {
	switch group := c.Choose("group", 128); {
	case group == 127:
		return 17 + c.Choose("nodes", 33)
	case group >= 120:
		return 7 + c.Choose("nodes", 10)
	}
	return 3 + c.Choose("nodes", 4)
}

// shape says how long a run takes: faults last for up to 20 periods. At the usual lengths it then takes 40 until all
// know that a leader is lost, and follow another.
func shape(cfg words.Config, config json.RawMessage) campaign.Shape {
	if checked, err := words.Parse(config); err == nil {
		cfg = checked
	}
	d, e := cfg.Detector(), cfg.Election()
	elections := 4*(e.CollectTimeoutMS+e.AwaitTimeoutMS) + 3*e.TakeoverTimeoutMS
	return campaign.Shape{
		Nodes: d.Nodes, MayCrash: spec.AllNodes(d.Nodes), Crashes: cfg.F, Maps: true,
		Timeout: faults.Time(spec.Milliseconds(e.CollectTimeoutMS)), Round: faults.Time(d.PeriodTime()), Rounds: 20,
		Settle: 25 + d.Patience + elections/d.PeriodMS,
	}
}

// simpler are changes that make a configuration simpler.
func simpler(cfg words.Config) []func(*words.Config) {
	changes := []func(*words.Config){
		func(c *words.Config) { c.Helpers = 0 },
		func(c *words.Config) { c.AtOnce = false },
		func(c *words.Config) { c.PeriodMS, c.Patience = 0, 0 },
		func(c *words.Config) { c.CollectTimeoutMS, c.AwaitTimeoutMS, c.TakeoverTimeoutMS = 0, 0, 0 },
		func(c *words.Config) { c.C-- },
		func(c *words.Config) { c.F-- },
		func(c *words.Config) { c.Protocol, c.X, c.Y = election.Base, 0, 0 },
	}
	for _, id := range cfg.Rivals {
		changes = append(changes, func(c *words.Config) { c.Rivals = c.Rivals.Without(id) })
	}
	return slices.Insert(changes, 0, func(c *words.Config) {
		c.Nodes--
		c.Rivals = c.Rivals.Without(spec.NodeID(c.Nodes))
		c.X, c.Y = min(c.X, c.Nodes), min(c.Y, c.Nodes)
	})
}
