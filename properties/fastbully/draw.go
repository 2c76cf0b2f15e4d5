package fastbully

import (
	"encoding/json"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/fastbully/words"
)

// patience is the length of a typical delay: a few of them are shorter than what anybody waits.
const patience = 100 * time.Millisecond

// draw draws two to six processes, now and then up to 16, seldom up to 64, where one run takes as long as hundreds of
// the others, with scores of which some are alike, under either detector, ordered or not, with substitutes that gather
// again or do not.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int {
		switch large := c.Choose("large", 512); {
		case large == 511:
			return 17 + c.Choose("nodes", 48)
		case large >= 448:
			return 7 + c.Choose("nodes", 10)
		}
		return 2 + c.Choose("nodes", 5)
	}))
	cfg := words.Config{Nodes: n}
	cfg.Scores = campaign.Given(fixed, "scores", func() []int { return drawScores(c, min(n, words.MaxNodes)) })
	cfg.Start = campaign.Given(fixed, "start", func() words.Start {
		return []words.Start{words.Cold, words.Warm}[c.Choose("start", 4)/3]
	})
	cfg.Detector = campaign.Given(fixed, "detector", func() words.Detector {
		return []words.Detector{words.Beats, words.Told}[c.Choose("detector", 4)/3]
	})
	cfg.Ordered = campaign.Given(fixed, "ordered", func() bool { return c.Choose("ordered", 2) == 1 })
	cfg.Interpretations = campaign.Given(fixed, "interpretations", func() spec.SetOf[words.Interpretation] {
		if c.Choose("regathers", 4) == 3 {
			return spec.NewSet(words.Regathers)
		}
		return nil
	})
	drawTimes(c, &cfg, fixed)
	all := spec.AllNodes(n)
	cfg = cfg.WithDefaults()
	return campaign.Merged(cfg, fixed), campaign.Shape{
		Nodes: n, MayCrash: all, Crashes: n,
		Timeout: faults.Time(patience), Round: faults.Time(cfg.BeatTime()), Rounds: 12, Settle: settles(cfg),
	}
}

// drawScores draws scores, often few different ones.
func drawScores(c campaign.Chooser, n int) []int {
	scores := make([]int, n)
	most := []int{1, 3, 1_000}[c.Choose("scores", 3)]
	for i := range scores {
		if most > 1 {
			scores[i] = c.Choose("score", most)
		}
	}
	return scores
}

// drawTimes draws the lengths of timers, most of them the usual ones: who waits does so for two beats and a delay at
// least, and who waits longer, by less than a delay now and then.
func drawTimes(c campaign.Chooser, cfg *words.Config, fixed map[string]json.RawMessage) {
	of := func(field string, values ...int) int {
		return campaign.Given(fixed, field, func() int { return values[c.Choose(field, len(values))] })
	}
	cfg.BeatMS = of("beatMs", 500, 500, 500, 300, 1_000)
	cfg.FailMS = of("failMs", 3*cfg.BeatMS+200, 3*cfg.BeatMS+200, 2*cfg.BeatMS+200, 4*cfg.BeatMS)
	cfg.GatherMS = of("gatherMs", 2_000, 2_000, 2_000, 1_000, 300)
	cfg.StepMS = of("stepMs", 300, 300, 300, 100, 500)
}

// settles is how many beats a group has to settle: all may gather, then the last of the line takes over,
// who may gather again, and each better one claims after that.
func settles(cfg words.Config) int {
	longest := 2*cfg.GatherTime() + 2*(cfg.FailTime()+time.Duration(cfg.Nodes)*cfg.StepTime())
	return 8 + int(longest/cfg.BeatTime())
}

// shrink omits the last process, differences of scores, or what is not as recommended.
func shrink() []func(*words.Config) {
	return []func(*words.Config){
		func(c *words.Config) {
			c.Nodes--
			c.Scores = c.Scores[:max(0, c.Nodes)]
		},
		func(c *words.Config) { clear(c.Scores) },
		func(c *words.Config) { c.Interpretations = nil },
		func(c *words.Config) { c.Ordered = false },
		func(c *words.Config) { c.Start = words.Warm },
		func(c *words.Config) { c.GatherMS, c.BeatMS, c.FailMS, c.StepMS = 2_000, 500, 1_700, 300 },
	}
}
