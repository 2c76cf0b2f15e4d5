package vcube

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// mostDrawn is the largest group that is drawn where the number of processes is not given.
const mostDrawn = 8

// draw draws one to eight processes, powers of two or not, most under the paper's failure model;
// thresholds, incarnations and times as they come, also an interval shorter than a round. latency
// is in how many rounds news spread.
func draw(
	latency func(words.Config) int,
) func(campaign.Chooser, map[string]json.RawMessage, bool) (json.RawMessage, campaign.Shape) {
	return func(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
		cfg := drawConfig(c, fixed)
		all := spec.AllNodes(cfg.Nodes)
		return campaign.Merged(cfg, fixed), campaign.Shape{
			Nodes: cfg.Nodes, Failures: cfg.Failures, MayCrash: all, Crashes: cfg.Nodes + 2, MayFlap: all,
			Timeout: faults.Time(cfg.TimeoutTime()),
			Round:   faults.Time(cfg.IntervalTime()), Rounds: 8, Settle: settles(cfg, latency(cfg)),
		}
	}
}

func drawConfig(c campaign.Chooser, fixed map[string]json.RawMessage) words.Config {
	n := max(1, campaign.Given(fixed, "nodes", func() int { return mostDrawn - c.Choose("nodes", mostDrawn) }))
	cfg := words.Config{Nodes: n, Interval: words.Free, Nonces: words.MaxNonces}
	cfg.Failures = campaign.Given(fixed, "failures", func() spec.Failures {
		models := []spec.Failures{
			spec.MessagesVanish, spec.MessagesVanish, spec.MessagesVanish, spec.MessagesVanish, spec.MessagesVanish,
			spec.MessagesVanish,
			spec.MessagesVanish, spec.CrashStop,
		}
		return models[c.Choose("failures", len(models))]
	})
	cfg.Threshold = campaign.Given(fixed, "threshold", func() int { return 3 - c.Choose("threshold", 3) })
	cfg.IntervalMS = campaign.Given(fixed, "intervalMs", func() int {
		return []int{100_000, 20_000, 5_000}[c.Choose("interval", 3)]
	})
	cfg.TimeoutMS = campaign.Given(fixed, "timeoutMs", func() int {
		return []int{4_000, 1_000}[c.Choose("timeout", 2)]
	})
	cfg.Incarnations = campaign.Given(fixed, "incarnations", func() []int { return drawIncarnations(c, n) })
	return cfg
}

// settles is how many intervals a group has to settle: the rounds in which news spread, one more
// for a penalty, and what is under way when the faults stop, all of it twice. Where a round takes
// longer than an interval it is as many times that: a process has up to N-1 tests in a round, and
// each exchange takes up to two delays, of which each is up to a timeout.
func settles(cfg words.Config, latency int) int {
	length := 1 + 2*cfg.Nodes*cfg.TimeoutMS/max(1, cfg.IntervalMS)
	return 2 * (latency + 3) * length
}

// drawIncarnations draws what has happened before the run: nothing, a few failures, or as many as
// in the paper's Figure 7.
func drawIncarnations(c campaign.Chooser, nodes int) []int {
	incarnations := make([]int, min(nodes, words.MaxNodes))
	most := []int{1, 1, 3, 21, words.MaxIncarnation + 1}[c.Choose("incarnations", 5)]
	for i := range incarnations {
		if most > 1 {
			incarnations[i] = c.Choose("incarnation", most)
		}
	}
	return incarnations
}

// shrink omits the last process, what has happened before, or what is not as in the paper.
func shrink() []func(*words.Config) {
	return []func(*words.Config){
		func(c *words.Config) {
			c.Nodes--
			c.Incarnations = c.Incarnations[:max(0, c.Nodes)]
		},
		func(c *words.Config) { clear(c.Incarnations) },
		func(c *words.Config) { c.Failures = spec.MessagesVanish },
		func(c *words.Config) { c.IntervalMS, c.TimeoutMS = 100_000, 4_000 },
	}
}
