package gossip

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// mostDrawn is the largest cluster that is drawn where the number of processes is not given.
const mostDrawn = 16

// draw draws a cluster of one to eight processes, now and then of up to sixteen: who is linked with
// whom, how records spread and how far, what is measured, and the lengths of timers.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int { return drawNodes(c) }))
	cfg := words.Config{Nodes: n}
	small := min(n, words.MaxNodes)
	cfg.Edges = campaign.Given(fixed, "edges", func() [][2]spec.NodeID { return drawEdges(c, small) })
	cfg.Technique = campaign.Given(fixed, "technique", func() words.Technique {
		all := []words.Technique{
			words.Forward, words.AntiEntropy, words.Rounds, words.Push,
			words.Forward, words.AntiEntropy, words.PushPull, words.AntiEntropy,
		}
		return all[c.Choose("technique", len(all))]
	})
	cfg.Start = campaign.Given(fixed, "start", func() words.Start {
		return []words.Start{words.Warm, words.Cold}[c.Choose("start", 2)]
	})
	cfg.Fanout = campaign.Given(fixed, "fanout", func() int { return drawFanout(c, small) })
	cfg.TTL = campaign.Given(fixed, "ttl", func() int { return drawTTL(c, small) })
	cfg.Every = campaign.Given(fixed, "every", func() int { return []int{1, 2, 1, 5}[c.Choose("every", 4)] })
	cfg.Versions = campaign.Given(fixed, "versions", func() int { return max(0, c.Choose("versions", 6)-3) })
	cfg.Interpretations = campaign.Given(fixed, "interpretations",
		func() spec.SetOf[words.Interpretation] { return drawInterpretations(c) })
	cfg.Detector = campaign.Given(fixed, "detector", func() words.Detector {
		if n <= 3 && c.Choose("detector", 32) == 31 {
			return words.Told
		}
		return words.Beats
	})
	if cfg.Interprets(words.ClaimWhenKnown) {
		cfg.Quorum = campaign.Given(fixed, "quorum", func() int { return 1 + c.Choose("quorum", small) })
	}
	drawMetrics(c, &cfg, fixed, small)
	drawTimes(c, &cfg, fixed)
	config := campaign.Merged(cfg, fixed)
	return config, shape(c, cfg, config)
}

// drawInterpretations draws of those under which what holds of the recommended ones holds too.
func drawInterpretations(c campaign.Chooser) spec.SetOf[words.Interpretation] {
	var all spec.SetOf[words.Interpretation]
	if c.Choose("announced", 4) == 3 {
		all = all.With(words.Announce)
	}
	if c.Choose("early", 8) == 7 {
		all = all.With(words.EarlyTimeout)
	}
	switch c.Choose("raw", 16) {
	case 14:
		all = all.With(words.RawMilliseconds)
	case 15:
		all = all.With(words.RawSeconds)
	}
	return all
}

// shape says how long a cluster may need for what. In half of the runs beats come in time: nothing is lost, and what is
// held up comes before anybody has lost patience.
func shape(c campaign.Chooser, cfg words.Config, config json.RawMessage) campaign.Shape {
	if checked, err := words.Parse(config); err == nil {
		cfg = checked
	}
	all := spec.AllNodes(cfg.Nodes)
	s := campaign.Shape{
		Nodes: cfg.Nodes, MayCrash: all, Crashes: cfg.Nodes - 1,
		Timeout: faults.Time(cfg.FailTime()), Round: faults.Time(cfg.GossipTime()), Rounds: 8,
		SettleTime: settles(cfg),
	}
	if cfg.Detector == words.Told {
		s.Rounds = 1 // somebody is told something all the time
	}
	if c.Choose("in time", 2) == 1 {
		s.Without = append(s.Without, "loss", "partition", "oneWay", "pause", "premature")
		s.Timeout = max(faults.Time(time.Millisecond), faults.Time(cfg.FailTime()-cfg.BeatTime())/4)
	}
	return s
}

// settles is how long a cluster has to settle: those who begin late have their own time for that, copies
// take up to a timeout over each link, and may be held up for as long as two more, records have to be
// passed on by all, and those who fall silent are noticed one after the other.
func settles(cfg words.Config) faults.Time {
	if cfg.Nodes < 1 || cfg.Nodes > words.MaxNodes {
		return faults.Time(cfg.FailTime())
	}
	all := spec.AllNodes(cfg.Nodes)
	far, _ := eccentricity(&cfg, all)
	rounds, sure := roundsToSpread(&cfg, all, far)
	if sure || rounds > mostRounds {
		rounds = 2*far + 2
		if cfg.Technique == words.AntiEntropy {
			rounds *= cfg.Every
		}
	}
	fail, round := faults.Time(cfg.FailTime()), faults.Time(cfg.GossipTime())
	refresh := faults.Time(0)
	if cfg.Interprets(words.DeadReturns) {
		refresh = 3 * faults.Time(cfg.RefreshTime())
	}
	longest := max(holds(cfg), faults.Time(time.Microsecond)) // a plan says nothing finer
	return 4*(longest+fail) + faults.Time(cfg.SettleTime()) + 3*fail*faults.Time(far+cfg.Nodes) +
		2*round*faults.Time(rounds+2) + refresh
}

// mostRounds is how many rounds a cluster is given at most for its records to spread; where they need
// more nothing is claimed.
const mostRounds = 600

// drawNodes draws one to six, in four of 128 runs seven to sixteen: a run of eight takes as long as a hundred of three.
func drawNodes(c campaign.Chooser) int {
	switch many := c.Choose("many", 128); {
	case many == 127:
		return mostDrawn - c.Choose("nodes", mostDrawn-8)
	case many > 123:
		return 7 + c.Choose("nodes", 2)
	}
	return []int{3, 2, 4, 3, 5, 4, 6, 1, 3, 2}[c.Choose("nodes", 10)]
}

// drawEdges draws who is linked: everybody, where they are few, or a ring, a line, a tree, or a tree with
// some links more.
func drawEdges(c campaign.Chooser, n int) [][2]spec.NodeID {
	link := func(i, j int) [2]spec.NodeID { return [2]spec.NodeID{spec.NodeID(min(i, j)), spec.NodeID(max(i, j))} }
	form := c.Choose("edges", 6)
	if n > 8 {
		form = max(form, 2)
	}
	if form < 2 || n < 3 {
		return nil
	}
	edges := [][2]spec.NodeID{}
	seen := map[[2]spec.NodeID]bool{}
	add := func(e [2]spec.NodeID) {
		if e[0] != e[1] && !seen[e] {
			seen[e] = true
			edges = append(edges, e)
		}
	}
	for i := 1; i < n; i++ {
		parent := i - 1
		if form > 3 {
			parent = c.Choose("parent", i)
		}
		add(link(parent, i))
	}
	switch form {
	case 3:
		add(link(0, n-1))
	case 5:
		for range 1 + c.Choose("more links", n) {
			add(link(c.Choose("from", n), c.Choose("to", n)))
		}
	}
	return edges
}

// drawFanout has most send to all their neighbours, and others to as few as one.
func drawFanout(c campaign.Chooser, n int) int {
	if c.Choose("picks", 3) < 2 {
		return 0
	}
	return 1 + c.Choose("fanout", max(1, min(n-1, 6)))
}

// drawTTL has records mostly go as far as they may need to.
func drawTTL(c campaign.Chooser, n int) int {
	if c.Choose("is short", 4) < 3 {
		return max(1, n-1)
	}
	return 1 + c.Choose("ttl", max(1, n))
}

// drawMetrics draws what the processes measure, few values so that some are equal, and for some what they
// measure later; and who publishes it at all.
func drawMetrics(c campaign.Chooser, cfg *words.Config, fixed map[string]json.RawMessage, n int) {
	values := func(what string, unit int) func() []int {
		return func() []int {
			all := make([]int, n)
			for i := range all {
				all[i] = unit * c.Choose(what, 4)
			}
			return all
		}
	}
	cfg.Latencies = campaign.Given(fixed, "latencies", values("latency", 10_000))
	cfg.Powers = campaign.Given(fixed, "powers", values("power", 8))
	cfg.Weights = campaign.Given(fixed, "weights", func() []int {
		if cfg.Interprets(words.IDSummand) {
			return [][]int{nil, {300, 300, 400}, {600, 300, 100}}[c.Choose("weight", 3)]
		}
		w := []int{500, 0, 1_000, 300}[c.Choose("weight", 4)]
		return []int{w, 1_000 - w, 0}
	})
	scale := func(field string, values ...int) int {
		return campaign.Given(fixed, field, func() int { return values[c.Choose(field, len(values))] })
	}
	cfg.LatencyScale = scale("latencyScale", 0, 0, 0, 0, 1, 10_000, 100_000, words.MaxLatency)
	cfg.PowerScale = scale("powerScale", 0, 0, 0, 0, 1, 8, 100, words.MaxPower)
	cfg.Measures = campaign.Given(fixed, "measures", func() []words.Measurement {
		var all []words.Measurement
		if c.Choose("measures", 3) < 2 {
			return nil
		}
		for i := range spec.NodeID(n) {
			if c.Choose("measured", 3) == 2 {
				all = append(all, words.Measurement{
					Who: i, Latency: 10_000 * c.Choose("latency later", 5), Power: 8 * c.Choose("power later", 5),
				})
			}
		}
		return all
	})
	cfg.Origins = campaign.Given(fixed, "origins", func() spec.Set {
		if c.Choose("origins", 8) < 7 {
			return nil
		}
		some := spec.Set{}
		for i := range spec.NodeID(n) {
			if c.Choose("publishes", 2) == 1 {
				some = append(some, i)
			}
		}
		return some
	})
}

// drawTimes draws the lengths of timers, and seldom that beats end. Those that an interpretation is about are short
// enough for it to be met.
func drawTimes(c campaign.Chooser, cfg *words.Config, fixed map[string]json.RawMessage) {
	of := func(field string, values ...int) int {
		return campaign.Given(fixed, field, func() int { return values[c.Choose(field, len(values))] })
	}
	cfg.GossipMS = of("gossipMs", 1_000, 2_000, 500)
	cfg.BeatMS = of("beatMs", 500, 1_000)
	if cfg.Interprets(words.EarlyTimeout) {
		cfg.FailMS = of("failMs", 2*cfg.BeatMS, 2*cfg.BeatMS, 2*cfg.BeatMS+200)
	} else {
		cfg.FailMS = of("failMs", 3*cfg.BeatMS+200, 3*cfg.BeatMS, 5*cfg.BeatMS)
	}
	if cfg.Interprets(words.DeadReturns) {
		cfg.RefreshMS = of("refreshMs", 2*cfg.FailMS, cfg.FailMS+500, 10_000)
	} else {
		cfg.RefreshMS = of("refreshMs", 10_000, 30_000, 1_000)
	}
	cfg.Beats = of("beats", slices.Insert(make([]int, 31), 31, 1+c.Choose("few", 20))...)
	cfg.SettleMS = of("settleMs", 2_000, 6_000, 500)
}

// shrink omits the last process, or what makes a cluster other than the smallest ones.
func shrink() []func(*words.Config) {
	return []func(*words.Config){
		withoutLast,
		func(c *words.Config) { c.Edges = nil },
		func(c *words.Config) { c.Start = words.Warm },
		func(c *words.Config) { c.Technique = words.Forward },
		func(c *words.Config) { c.Fanout = 0 },
		func(c *words.Config) { c.TTL = max(1, c.Nodes-1) },
		func(c *words.Config) { c.Measures = nil },
		func(c *words.Config) { clear(c.Latencies) },
		func(c *words.Config) { clear(c.Powers) },
		func(c *words.Config) { c.Origins = spec.AllNodes(c.Nodes) },
		func(c *words.Config) { c.Versions = 0 },
		func(c *words.Config) { c.Every = 1 },
		func(c *words.Config) { c.Beats = 0 },
		func(c *words.Config) { c.LatencyScale, c.PowerScale = 0, 0 },
		func(c *words.Config) { c.GossipMS, c.SettleMS, c.RefreshMS = 1_000, 6_000, 10_000 },
		func(c *words.Config) {
			c.BeatMS, c.FailMS = 500, 1_700
			if c.Interprets(words.EarlyTimeout) {
				c.FailMS = 1_000
			}
		},
	}
}

// withoutLast omits the last process.
func withoutLast(c *words.Config) {
	c.Nodes--
	last := spec.NodeID(c.Nodes)
	kept := max(0, c.Nodes)
	c.Latencies, c.Powers = c.Latencies[:kept], c.Powers[:kept]
	c.Origins, c.Quorum, c.TTL = c.Origins.Without(last), 0, min(c.TTL, max(1, c.Nodes-1))
	var edges [][2]spec.NodeID
	for _, e := range c.Edges {
		if e[1] != last {
			edges = append(edges, e)
		}
	}
	c.Edges = edges
	var measures []words.Measurement
	for _, m := range c.Measures {
		if m.Who != last {
			measures = append(measures, m)
		}
	}
	c.Measures = measures
}
