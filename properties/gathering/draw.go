package gathering

import (
	"encoding/json"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/properties/polling"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gathering/words"
	specification "github.com/scrutineer-go/scrutineer/spec/polling"
	request "github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// mostSkew is by how many parts per million clocks may be off. Whether a clock is off by more than the jitter allows is
// judged by when requests arrive.
const mostSkew = 50

// usual is three workers that may make four requests a second.
func usual() words.Config {
	return safe(words.Config{
		Workers: 3, Joined: spec.AllNodes(3), StatusMS: 500, ShareMS: 300, SyncMS: 5000, Window: 1000, Slot: 250,
		Jitter: 100, Collect: 1000,
	})
}

// safe sets Spacing so that no window holds too many requests even if each is late by up to the jitter, Spread to its
// default, and Silence so that no window has requests of two divisions.
func safe(cfg words.Config) words.Config {
	cfg.Spacing = specification.Spacing(cfg.Polling(), 0)
	cfg.Spread = 2*(cfg.StatusMS+cfg.ShareMS) + cfg.Jitter
	cfg.Silence = cfg.Window + cfg.Spread + 2*cfg.Jitter
	return cfg
}

// draw draws configurations in which all properties hold if requests are in time and views are equal: one to five
// workers, now and then up to 12, of whom some join, leave and come back.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := polling.DrawWorkers(c, fixed, 12, words.MaxWorkers)
	slot := max(1, campaign.Given(fixed, "slot", func() int {
		return []int{250, 1000, 100, 333, 50, 5000}[c.Choose("slot", 6)]
	}))
	cfg := words.Config{
		Workers: n, Failures: []spec.Failures{spec.MessagesVanish, spec.CrashStop}[c.Choose("failures", 2)],
		Slot: slot, Closed: campaign.Given(fixed, "closed", func() bool { return c.Choose("closed", 2) == 1 }),
		Bans: c.Choose("bans", 2) == 1, Attempts: c.Choose("attempts", 2) == 1,
		Rejoins: c.Choose("rejoins", 3), Joined: some(c, "joined", n, 3), Leavers: some(c, "leavers", n, 1),
	}
	cfg.Window = campaign.Given(fixed, "window", func() int {
		return slot*(1+c.Choose("allowed", 8)) + c.Choose("rest", slot)
	})
	cfg.Jitter = campaign.Given(fixed, "jitter", func() int { return []int{100, 20, 400}[c.Choose("jitter", 3)] })
	cfg.StatusMS = cfg.Jitter * []int{4, 2, 10}[c.Choose("status", 3)]
	cfg.ShareMS = cfg.Jitter * []int{2, 1, 5}[c.Choose("share", 3)]
	if c.Choose("keys", 4) == 3 {
		for range n {
			cfg.Keys = append(cfg.Keys, c.Choose("key", 2))
		}
	}
	if c.Choose("store", 3) > 0 {
		cfg.Store = request.StoreUnique
	}
	cfg.Collect = 1 + c.Choose("collect", cfg.Window)
	cfg = safe(cfg)
	if c.Choose("static", 8) == 7 {
		cfg.Period = n*cfg.Spacing + c.Choose("period", 2*slot)
	}
	cfg.SyncMS = (cfg.StatusMS + cfg.ShareMS + cfg.Silence) * []int{2, 4, 1}[c.Choose("sync", 3)]
	config := campaign.Merged(cfg, fixed)
	s := shape(cfg, config)
	s.Skew *= c.Choose("clocks", 2) // in half of the runs no clock is off
	return config, s
}

// some draws a set of workers, each of them in of four times.
func some(c campaign.Chooser, what string, n, of int) (drawn spec.Set) {
	for _, id := range spec.AllNodes(n) {
		if c.Choose(what, 4) < of {
			drawn = append(drawn, id)
		}
	}
	return drawn
}

// shape says how long a run takes: up to six rounds of sessions and silences.
func shape(cfg words.Config, config json.RawMessage) campaign.Shape {
	if checked, err := words.Parse(config); err == nil {
		cfg = checked
	}
	round := max(cfg.Workers*cfg.Spacing, cfg.Period, cfg.SyncMS, cfg.Silence, 1)
	return campaign.Shape{
		Nodes: cfg.Polling().Nodes(), Failures: cfg.Failures, MayCrash: cfg.All(), Crashes: cfg.Workers, Skew: mostSkew,
		Timeout: faults.Time(spec.Milliseconds(max(cfg.Jitter, 1))), Round: faults.Time(spec.Milliseconds(round)),
		Rounds: 6, Settle: 6,
	}
}

// shrink returns changes: a worker fewer, no store, all in one group, nobody leaves.
func shrink(cfg words.Config) []func(*words.Config) {
	return []func(*words.Config){
		func(c *words.Config) { c.Store = "" },
		func(c *words.Config) { c.Keys = nil },
		func(c *words.Config) { c.Leavers, c.Rejoins = nil, 0 },
		func(c *words.Config) { c.Period = 0 },
		func(c *words.Config) {
			if c.Workers == 1 || len(c.Keys) > 0 {
				return
			}
			c.Workers--
			last := spec.NodeID(c.Workers)
			c.Joined, c.Leavers = c.Joined.Without(last), c.Leavers.Without(last)
		},
		func(c *words.Config) { c.Joined = slices.Clone(c.All()) },
	}
}
