package succession

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/properties/swim"
	"github.com/scrutineer-go/scrutineer/spec"
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/spec/succession/words"
	detector "github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// usual is five processes, of which one may crash.
func usual() words.Config {
	return words.Config{Config: detector.Config{Nodes: 5, Helpers: 2, Returns: true}, C: 1, F: 1}
}

// draw draws three to six processes, of sixteen runs in one up to 16 and in few up to 49, and any of the elections.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int { return drawNodes(c) }))
	cfg := words.Config{Protocol: campaign.Given(fixed, "protocol", func() election.Variant {
		return election.Variants()[c.Choose("protocol", 4)]
	})}
	cfg.C = campaign.Given(fixed, "c", func() int { return c.Choose("c", 1+(n-1)/2) })
	cfg.F = campaign.Given(fixed, "f", func() int { return c.Choose("f", min(4, max(1, n-cfg.C))) })
	cfg.Config = drawDetector(c, fixed, n, cfg.F)
	cfg.Initiator = spec.NodeID(c.Choose("initiator", n))
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
	drawn := shape(cfg, config)
	if c.Choose("leaders crash", 2) == 1 { // the lowest processes are the likely leaders
		drawn.MayCrash = drawn.MayCrash[:min(len(drawn.MayCrash), drawn.Crashes+1)]
	}
	return config, drawn
}

// drawDetector draws the configuration of SWIM, in a third of the runs with Medley's picks, on a map.
func drawDetector(c campaign.Chooser, fixed map[string]json.RawMessage, n, f int) detector.Config {
	helpers, returns := []int{1, 3, 2, 0}[c.Choose("helpers", 4)], c.Choose("returns", 4)
	mayReturn := campaign.Given(fixed, "returns", func() bool { return returns > 0 })
	cfg := detector.Config{
		Nodes: n, Helpers: helpers, Returns: mayReturn, KeepsPinging: mayReturn && returns == 3,
		AtOnce: c.Choose("at once", 16) == 15, PeriodMS: []int{1000, 500, 2000}[c.Choose("period", 3)],
		Patience: []int{5, 3, 8}[c.Choose("patience", 3)], Refreshes: c.Choose("refreshes", 4) == 3,
	}
	swim.DrawNews(c, fixed, &cfg)
	fits := func(drawn detector.Config) bool { return slowest(drawn, f) <= 4*n }
	swim.DrawPicks(c, fixed, &cfg, fits, func() []detector.Position { return place(c, n) })
	return cfg
}

// place draws a map of the campaign's for SWIM's picks, or another one if no such map is connected.
func place(c campaign.Chooser, n int) []detector.Position {
	t := campaign.DrawMap(c, n)
	if t == nil {
		return swim.Scattered(c, n)
	}
	var all []detector.Position
	for _, p := range t.Positions {
		all = append(all, detector.Position(p))
	}
	return all
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

// slowest returns within how many periods a process finds out that a member is down, or hears of it, on average, if f+1
// crash: in one period under uniform picks. Bounded news may end before all know, so that each process must find out by
// its own probes. Otherwise a probe by any process is enough, whose news reach all, even if some have removed another.
func slowest(d detector.Config, f int) int {
	if d.Bounded() {
		return swim.Periods(d)
	}
	const removed = 2
	return max(swim.FirstProbe(d, f+removed), swim.Meeting(d, f+removed))
}

// shape says how long a run takes: faults last for up to 20 periods. At the usual lengths it then takes 40 periods
// until all know that a leader is lost and follow another one, and more if that is slow. A run whose picks are on a map
// takes place on that map.
func shape(cfg words.Config, config json.RawMessage) campaign.Shape {
	if checked, err := words.Parse(config); err == nil {
		cfg = checked
	}
	d, e := cfg.Detector(), cfg.Election()
	elections := 4*(e.CollectTimeoutMS+e.AwaitTimeoutMS) + 3*e.TakeoverTimeoutMS
	settle := 25 + d.Patience + elections/d.PeriodMS
	switch slow := slowest(d, cfg.F); {
	case d.Bounded():
		settle += 16 * slow // for the last of all processes
	case slow > 1:
		settle += 8 * slow
	}
	var positions []faults.Position
	for _, p := range d.Positions {
		positions = append(positions, faults.Position(p))
	}
	return campaign.Shape{
		Nodes: d.Nodes, MayCrash: spec.AllNodes(d.Nodes), Crashes: cfg.F, Maps: true, Positions: positions,
		Timeout: faults.Time(spec.Milliseconds(e.CollectTimeoutMS)), Round: faults.Time(d.PeriodTime()), Rounds: 20,
		Settle: settle,
	}
}

// shrink are changes that make a configuration simpler, a process less first.
func shrink(cfg words.Config) (changes []func(*words.Config)) {
	for _, change := range swim.Shrink() {
		changes = append(changes, func(c *words.Config) {
			change(&c.Config)
			c.Rivals = c.Rivals.Without(spec.NodeID(c.Nodes))
			c.X, c.Y = min(c.X, c.Nodes), min(c.Y, c.Nodes)
		})
	}
	changes = append(changes,
		func(c *words.Config) { c.PeriodMS, c.Patience = 0, 0 },
		func(c *words.Config) { c.CollectTimeoutMS, c.AwaitTimeoutMS, c.TakeoverTimeoutMS = 0, 0, 0 },
		func(c *words.Config) { c.C-- },
		func(c *words.Config) { c.F-- },
		func(c *words.Config) { c.Protocol, c.X, c.Y = election.Base, 0, 0 },
	)
	for _, id := range cfg.Rivals {
		changes = append(changes, func(c *words.Config) { c.Rivals = c.Rivals.Without(id) })
	}
	return changes
}
