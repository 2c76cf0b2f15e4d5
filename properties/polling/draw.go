package polling

import (
	"encoding/json"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/polling"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// mostSkew is by how many parts per million clocks may be off. Whether a clock is off by more than the jitter allows is
// judged by when requests arrive.
const mostSkew = 50

// longestRun is for how long faults go on at most, in milliseconds, and how long a run then has. A plan may have 24 h
// of each.
const longestRun = 20 * 3_600_000

// mostAllowed is the most requests that a window of a drawn configuration allows.
const mostAllowed = 100

// usual is three workers that may make four requests a second.
func usual() words.Config {
	return words.Config{
		Workers: 3, Window: 1000, Safe: true, Jitter: 100, Divisions: []words.Division{{Slot: 250}},
	}
}

// draw draws configurations in which all properties hold if requests are in time: one to five workers, now and then up
// to 64, at rates of one a minute to 1,000 a second, in windows of up to an hour.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := DrawWorkers(c, fixed, 64, words.MaxWorkers)
	slot := []int{250, 1000, 100, 20, 1, 333, 7, 60_000}[c.Choose("slot", 8)]
	allowed := 1 + c.Choose("allowed", 8)
	if c.Choose("large", 16) == 15 {
		allowed = 1 + c.Choose("allowed", mostAllowed)
	}
	cfg := words.Config{
		Workers: n, Failures: []spec.Failures{spec.MessagesVanish, spec.CrashStop}[c.Choose("failures", 2)],
		Safe: true, Jitter: []int{100, 1000, 20, 4 * slot, slot, 1}[c.Choose("jitter", 6)],
		Window: min(slot*allowed+c.Choose("rest", slot), 3_600_000), Closed: c.Choose("closed", 2) == 1,
		Bans: c.Choose("bans", 2) == 1, Attempts: c.Choose("attempts", 2) == 1,
		Divisions: []words.Division{{Slot: slot}},
	}
	if c.Choose("keys", 4) == 3 {
		cfg.Whole = c.Choose("whole", 4) == 3
		for range n {
			cfg.Keys = append(cfg.Keys, c.Choose("key", 2))
		}
	}
	switch c.Choose("order", 8) {
	case 7:
		cfg.AsText = spec.AllNodes(n)
	case 6:
		cfg.AsText, cfg.Addresses = spec.AllNodes(n*c.Choose("text", 2)), drawAddresses(c, n)
	}
	if c.Choose("store", 3) > 0 {
		cfg.Store, cfg.Collect = words.StoreUnique, 1+c.Choose("collect", cfg.Window)
	}
	drawDivisions(c, &cfg)
	if cfg.Agreed {
		cfg.Whole = false // slots of two divisions would not be at the same instants
	} else if c.Choose("static", 8) == 7 {
		cfg.Period = n*longest(cfg) + c.Choose("period", 2*slot)
	}
	config := campaign.Merged(cfg, fixed)
	return config, shape(cfg, config)
}

// DrawWorkers draws a number of workers that is not fixed: one to five, now and then up to many. There may be at most
// most of them.
func DrawWorkers(c campaign.Chooser, fixed map[string]json.RawMessage, many, most int) int {
	n := campaign.Given(fixed, "workers", func() int {
		if c.Choose("many", 16) == 15 {
			return 1 + c.Choose("workers", many)
		}
		return 3 - c.Choose("workers", 3) + 2*c.Choose("more", 2)
	})
	return min(max(1, n), most)
}

// drawAddresses draws ids in another order than the workers have, from 0 on or up to the greatest.
func drawAddresses(c campaign.Chooser, n int) []int {
	first := []int{0, words.MaxAddress - n + 1, 95}[c.Choose("first", 3)]
	addresses := make([]int, n)
	for i := range addresses {
		at := c.Choose("address", i+1)
		addresses[i], addresses[at] = addresses[at], first+i
	}
	return addresses
}

// longest is the longest spacing of all divisions, in milliseconds.
func longest(cfg words.Config) (longest int) {
	for d := range cfg.Divisions {
		longest = max(longest, specification.Spacing(cfg, d))
	}
	return longest
}

// drawDivisions draws up to two further divisions. Workers adopt those at an agreed instant, or are silent before the
// first request under a new one, until no window has requests under the old one. Only then the rate may change.
func drawDivisions(c campaign.Chooser, cfg *words.Config) {
	more := max(0, c.Choose("divisions", 4)-1)
	if more == 0 {
		return
	}
	cfg.Agreed = c.Choose("agreed", 2) == 1
	skew := 1 + c.Choose("skew", cfg.Window)
	if !cfg.Agreed {
		cfg.Silence = cfg.Window + skew + 2*cfg.Jitter
	}
	for before := 0; more > 0; more-- {
		d := words.Division{Slot: cfg.Divisions[0].Slot}
		for id := range cfg.Workers {
			if c.Choose("member", 4) > 0 {
				d.Members = d.Members.With(spec.NodeID(id))
			}
		}
		begins := before + 1 + c.Choose("begins", 2*cfg.Window)
		for range cfg.Workers {
			d.At = append(d.At, begins+c.Choose("hears", skew))
		}
		last := slices.Max(d.At)
		if before = last; cfg.Agreed {
			d.At = append(d.At, last)
			d.Adopt = last + c.Choose("adopt", cfg.Window)
			before = d.Adopt
		} else {
			d.At = append(d.At, last+cfg.Window+cfg.Jitter)
			d.Slot = max(1, min(cfg.Window, d.Slot*(1+c.Choose("rate", 3))/2))
			before = last + cfg.Silence
		}
		cfg.Divisions = append(cfg.Divisions, d)
	}
}

// shape says how long a run takes: up to eight rounds and the time of the last division, within longestRun.
func shape(cfg words.Config, config json.RawMessage) campaign.Shape {
	if checked, err := words.Parse(config); err == nil {
		cfg = checked
	}
	round := max(cfg.Workers*longest(cfg), cfg.Period, cfg.Silence, 1)
	last := 0
	for _, d := range cfg.Divisions[1:] {
		last = max(last, d.Adopt, slices.Max(append(slices.Clone(d.At), 0)))
	}
	workers, most := spec.AllNodes(cfg.Workers), max(1, longestRun/round)
	return campaign.Shape{
		Nodes: cfg.Nodes(), Failures: cfg.Failures, MayCrash: workers, Crashes: cfg.Workers, Skew: mostSkew,
		Timeout: faults.Time(spec.Milliseconds(max(cfg.Jitter, 1))), Round: faults.Time(spec.Milliseconds(round)),
		Rounds: min(8+last/round, most), Settle: min(6+last/round, most),
	}
}

// shrink returns changes: a worker fewer, no store, no division but the first, all in one group.
func shrink(cfg words.Config) []func(*words.Config) {
	return []func(*words.Config){
		func(c *words.Config) { c.Divisions, c.Agreed, c.Silence = c.Divisions[:1], false, 0 },
		func(c *words.Config) { c.Store = "" },
		func(c *words.Config) { c.Keys, c.Whole = nil, false },
		func(c *words.Config) { c.AsText, c.Addresses = nil, nil },
		func(c *words.Config) {
			if c.Workers == 1 || len(c.Keys)+len(c.AsText)+len(c.Addresses) > 0 {
				return
			}
			c.Workers--
			for i := range c.Divisions {
				d := &c.Divisions[i]
				if d.Members, d.Views = d.Members.Without(spec.NodeID(c.Workers)), nil; len(d.At) > 0 {
					d.At = slices.Delete(d.At, c.Workers, c.Workers+1)
				}
			}
		},
	}
}
