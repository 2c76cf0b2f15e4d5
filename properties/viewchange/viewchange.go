// Package viewchange is the registration of the view change of Viewstamped Replication as an election, to be compared
// with others. It has no specification: a monitor alone judges its runs.
//
// Start reading at [Protocol].
package viewchange

import (
	"embed"
	"encoding/json"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/viewchange"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/viewchange/words"
)

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol returns the protocol.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[implementation.State]{
		Name: "viewchange",
		// Whoever waits does so for whatever may come to it.
		Awaits: func(_ spec.Timer, at spec.NodeID, _ *implementation.State, copy *spec.Message) bool {
			return copy.To == at
		},
		Config: scrutineer.Configs[words.Config, implementation.State]{
			Default: words.Config{Nodes: 3},
			Parse:   words.Parse, Apply: apply, DrawShape: draw, Shrink: shrink(),
		},
		CrashAfter: []string{
			spec.Boot, spec.Tick(words.ClockCommit), spec.Timeout(words.TimerWait),
			spec.Deliver(words.KindStartViewChange), spec.Deliver(words.KindDoViewChange),
			spec.Deliver(words.KindStartView),
		},
		Corpus: corpus, Pinned: true,
		Contenders: []scrutineer.Contender{contender()},
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[implementation.State]) error {
	p.Nodes, p.Ticks = cfg.Nodes, cfg.Clocks()
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	p.Monitor = &scrutineer.Monitor{
		New: func() scrutineer.Judge { return newMonitor(cfg) }, Properties: monitored(),
		Witnesses: witnesses(), Assumptions: assumptions(),
	}
	return nil
}

// patience is the length of a typical delay.
const patience = 100 * time.Millisecond

// draw draws 3 to 9 replicas, now and then up to 31, of which half wait for what is not usual.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int {
		if c.Choose("large", 32) == 31 {
			return 11 + 2*c.Choose("nodes", 11)
		}
		return 3 + 2*c.Choose("nodes", 4)
	}))
	of := func(field string, values ...int) int {
		return max(1, campaign.Given(fixed, field, func() int { return values[c.Choose(field, len(values))] }))
	}
	beat := of("beatMs", 500, 500, 500, 200, 1000)
	fail := of("failMs", 3*beat+200, 3*beat+200, 2*beat+200, 5*beat)
	return campaign.Merged(words.Config{Nodes: n, BeatMS: beat, FailMS: fail}, fixed), campaign.Shape{
		Nodes: n, MayCrash: spec.AllNodes(n), Crashes: n / 2,
		Timeout: faults.Time(patience), Round: ms(beat), Rounds: 12,
		Settle: 12 + (n/2+2)*(fail/beat+1), // each of f primaries in turn may be down
	}
}

func ms(n int) faults.Time { return faults.Time(n) * faults.Time(time.Millisecond) }

// shrink omits two replicas.
func shrink() []func(*words.Config) {
	return []func(*words.Config){
		func(c *words.Config) { c.Nodes -= 2 },
		func(c *words.Config) { c.BeatMS, c.FailMS = 500, 1700 },
	}
}
