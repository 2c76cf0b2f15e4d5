// Package gathering brings the statements of the worked example of Kotov, "Cluster state coordination reducers based on
// RSDP" (2025), together: workers whose slots come from RSDP's engine poll a provider. A process holds two machines.
// Runs compare the engine with spec/rsdp and spec/coordination, and the poller with spec/polling, each step with both;
// no model has the two together, so there is no exploration. The properties of the whole are judged in runs.
//
// Start reading at [Protocol].
package gathering

import (
	"embed"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/gathering"
	"github.com/scrutineer-go/scrutineer/properties/polling"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gathering/words"
	protocol "github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol returns the protocol.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[state]{
		Name: "gathering", ReadsClocks: true,
		Ticks: []string{"Slot", "Hear", protocol.TimerSync.Name()},
		Config: scrutineer.Configs[words.Config, state]{
			Default: usual(), Parse: words.Parse, Explored: true, Apply: apply, DrawShape: draw, ShrinkOf: shrink,
		},
		CrashAfter: []string{
			"TickSlot", "TickSync", "DeliverHello", "DeliverShare", "TimeoutShare", "TimeoutStatus", "DeliverData",
		},
		Corpus: corpus, Pinned: true,
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[state]) error {
	j, e := newJudge(cfg), cfg.Engine()
	p.Nodes, p.Recovers, p.Skew = e.Nodes, cfg.Failures, mostSkew
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	p.Inputs = func(at spec.NodeID, s *state) []spec.Body { return rsdp.Inputs(e, at, &s.Lower) }
	p.Bound = func(at spec.NodeID, s *state, topic string) bool {
		return topic == protocol.TopicReplicas && s.Lower.Listens(e)
	}
	p.Awaits = func(timer spec.Timer, at spec.NodeID, _ *state, copy *spec.Message) bool {
		return rsdp.Awaits(timer, at, copy)
	}
	p.Halves = []scrutineer.Half[state]{lower(cfg), poller(cfg)}
	p.Watch, p.Watched = j.watch, []string{sawSwitched}
	views := scrutineer.Assumption[state]{Name: assumeViews}
	p.Assumptions = append(polling.Assumptions[state](cfg.Polling()), views)
	p.Needs = polling.Needs(assumeViews)
	p.Always, p.Sometimes = j.Always(), j.Sometimes()
	p.Eventually = scrutineer.Properties[state]{allPoll: j.allPoll}
	return nil
}
