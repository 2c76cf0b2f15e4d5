package rsdp

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// drawFailover draws two to six processes in each of the topologies; half of those that check each other
// repeat their sessions by a clock. Any number of them may crash, also all observers.
func drawFailover(
	c campaign.Chooser, fixed map[string]json.RawMessage, _ bool,
) (json.RawMessage, campaign.Shape) {
	n := max(2, campaign.Given(fixed, "nodes", func() int { return 6 - c.Choose("nodes", 5) }))
	cfg := words.FailoverConfig{Config: words.Config{Nodes: n, Sessions: words.MaxSessions}}
	cfg.Topology = campaign.Given(fixed, "topology", func() words.Topology {
		return []words.Topology{words.Mutual, words.Observer, words.Observers}[c.Choose("topology", 3)]
	})
	cfg.Watchers = campaign.Given(fixed, "watchers", func() int {
		switch cfg.Topology {
		case words.Observer:
			return 1
		case words.Observers:
			return 1 + c.Choose("watchers", n-1)
		}
		return 0
	})
	cfg.Reducers = campaign.Given(fixed, "reducers", func() []string {
		return []string{[]string{words.Latest, words.Popular, words.Ranked}[c.Choose("election", 3)]}
	})
	cfg.StatusMS = campaign.Given(fixed, "statusMs", func() int { return 1000 })
	cfg.ShareMS = campaign.Given(fixed, "shareMs", func() int { return 500 })
	cfg.SyncMS = campaign.Given(fixed, "syncMs", func() int { return c.Choose("sync", 2) * period(cfg.Config) })
	cfg.EqualPhases = campaign.Given(fixed, "equalPhases", func() bool { return c.Choose("phases", 2) == 1 })
	full := cfg.WithDefaults()
	return campaign.Merged(cfg, fixed), campaign.Shape{
		Nodes: n, MayCrash: spec.AllNodes(n), Crashes: n - 1, Timeout: faults.Time(full.AckTime()) / 4,
		Round: faults.Time(full.ProbeTime()), Rounds: 4, Settle: 8, Phase: faults.Time(full.AckTime()) / 4,
	}
}

// shrinkFailover are changes that make a configuration simpler: a process less, or what is not as by default.
func shrinkFailover() []func(*words.FailoverConfig) {
	return []func(*words.FailoverConfig){
		func(c *words.FailoverConfig) { c.Nodes--; c.Views, c.Addresses = nil, nil },
		func(c *words.FailoverConfig) {
			if c.Topology == words.Observers {
				c.Nodes--
				c.Watchers--
				c.Views, c.Addresses = nil, nil
			}
		},
		func(c *words.FailoverConfig) { c.SyncMS = 0 },
		func(c *words.FailoverConfig) { c.EqualPhases = false },
		func(c *words.FailoverConfig) { c.Reducers = nil },
	}
}
