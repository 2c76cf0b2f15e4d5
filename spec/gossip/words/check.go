package words

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Check tells what is wrong with the Config, naming the field, or nothing.
func (c Config) Check() error {
	if err := c.checkNumbers(); err != nil {
		return err
	}
	all := spec.AllNodes(c.Nodes)
	switch {
	case !slices.Contains([]Technique{Forward, Rounds, Push, AntiEntropy, PushPull}, c.Technique):
		return input.Errorf("technique", "%q, it must be %q, %q, %q, %q or %q",
			c.Technique, Forward, Rounds, Push, AntiEntropy, PushPull)
	case c.Start != Cold && c.Start != Warm:
		return input.Errorf("start", "%q, it must be %q or %q", c.Start, Cold, Warm)
	case c.Detector != Beats && c.Detector != Told:
		return input.Errorf("detector", "%q, it must be %q or %q", c.Detector, Beats, Told)
	case !c.Origins.IsAmong(all):
		return input.Errorf("origins", "%s, it must hold some of 0 to %d, ascending", c.Origins, c.Nodes-1)
	}
	for _, check := range []func() error{c.checkInterpretations, c.checkEdges, c.checkMetrics, c.checkTimes} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (c Config) checkNumbers() error {
	return cmp.Or(
		input.Between("nodes", c.Nodes, 1, MaxNodes),
		input.Between("fanout", c.Fanout, 0, MaxNodes),
		input.OrAbsent("ttl", c.TTL, 1, MaxTTL),
		input.OrAbsent("every", c.Every, 1, 1_000),
		input.Between("versions", c.Versions, 0, MaxVersions),
		input.Between("beats", c.Beats, 0, MaxBeats),
		input.OrAbsent("quorum", c.Quorum, 1, c.Nodes),
		input.OrAbsent("latencyScale", c.LatencyScale, 1, MaxLatency),
		input.OrAbsent("powerScale", c.PowerScale, 1, MaxPower),
		input.OrAbsent("gossipMs", c.GossipMS, 1, input.MaxMS), input.OrAbsent("beatMs", c.BeatMS, 1, input.MaxMS),
		input.OrAbsent("failMs", c.FailMS, 1, input.MaxMS), input.OrAbsent("refreshMs", c.RefreshMS, 1, input.MaxMS),
		input.OrAbsent("settleMs", c.SettleMS, 1, input.MaxMS),
	)
}

// checkEdges wants each link once, and everybody within reach of everybody.
func (c Config) checkEdges() error {
	if c.Edges == nil {
		return nil
	}
	seen := map[[2]spec.NodeID]bool{}
	for _, e := range c.Edges {
		switch {
		case e[0] < 0 || e[1] >= spec.NodeID(c.Nodes) || e[0] >= e[1]:
			return input.Errorf("edges", "[%d, %d], each must be two of 0 to %d, the lower first",
				e[0], e[1], c.Nodes-1)
		case seen[e]:
			return input.Errorf("edges", "[%d, %d] stands there twice, each must stand there once", e[0], e[1])
		}
		seen[e] = true
	}
	reached := map[spec.NodeID]bool{0: true}
	for range c.Nodes {
		for _, e := range c.Edges {
			if reached[e[0]] || reached[e[1]] {
				reached[e[0]], reached[e[1]] = true, true
			}
		}
	}
	for i := range spec.NodeID(c.Nodes) {
		if !reached[i] {
			return input.Errorf("edges", "%d cannot be reached from 0, the graph must be connected", i)
		}
	}
	return nil
}

func (c Config) checkMetrics() error {
	for _, list := range []struct {
		field string
		of    []int
		most  int
	}{{"latencies", c.Latencies, MaxLatency}, {"powers", c.Powers, MaxPower}} {
		if len(list.of) != c.Nodes {
			return input.Errorf(list.field, "%d of them, there must be one for each of the %d nodes",
				len(list.of), c.Nodes)
		}
		for i, n := range list.of {
			if n < 0 || n > list.most {
				return input.Errorf(list.field, "%d is that of %d, each must be 0 to %d", n, i, list.most)
			}
		}
	}
	for i, m := range c.Measures {
		if slices.Contains(c.Measures[:i], m) {
			return input.Errorf("measures", "%d of %d and %d stands there twice, each must stand there once",
				m.Who, m.Latency, m.Power)
		}
		if m.Who < 0 || m.Who >= spec.NodeID(c.Nodes) || m.Latency < 0 || m.Latency > MaxLatency ||
			m.Power < 0 || m.Power > MaxPower {
			return input.Errorf("measures", "%d of %d and %d, who must be 0 to %d, latency 0 to %d, power 0 to %d",
				m.Who, m.Latency, m.Power, c.Nodes-1, MaxLatency, MaxPower)
		}
	}
	w := c.Weights
	switch {
	case len(w) != 3 || min(w[0], w[1], w[2]) < 0 || max(w[0], w[1], w[2]) > 1_000 || w[0]+w[1]+w[2] != 1_000:
		return input.Errorf("weights", "%v, they must be three, each 0 to 1000, together 1000", w)
	case w[2] != 0 && !c.Interprets(IDSummand):
		return input.Errorf("weights", "the third is %d, it must be 0 but under %q", w[2], IDSummand)
	}
	return nil
}

func (c Config) checkTimes() error {
	if c.FailMS < 3*c.BeatMS && !c.Interprets(EarlyTimeout) {
		return input.Errorf("failMs", "%d, it must be at least %d, three times beatMs, but under %q",
			c.FailMS, 3*c.BeatMS, EarlyTimeout)
	}
	return nil
}

func (c Config) checkInterpretations() error {
	return input.Readings(c.Interpretations, Interpretations(), excluding())
}
