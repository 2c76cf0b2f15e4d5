// Package succession brings the statements of elections over a failure detector together: SWIM below, and above it the
// elections of Wang and Gupta, whose lists SWIM keeps. A process holds both machines. Runs compare each step with the
// specifications of both; no model has the two together, so there is no exploration. The properties of the whole are
// judged in runs.
//
// Start reading at [Protocol].
package succession

import (
	"embed"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/succession"
	"github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/properties/swim"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/succession/words"
	detector "github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol returns the protocol.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[state]{
		Name: "succession", Ticks: []string{detector.ClockPeriod.Name()},
		Config: scrutineer.Configs[words.Config, state]{
			Default: usual(), Parse: words.Parse, Explored: true, Apply: apply, DrawShape: draw, ShrinkOf: shrink,
		},
		CrashAfter: []string{
			"DeliverNotify", "DeliverLeader", "DeliverResponse", "Start",
			"TickPeriod", "TimeoutSuspicion", "DeliverPing",
		},
		Corpus: corpus, Pinned: true,
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[state]) error {
	j, starts := judge{cfg}, ctolerant.Starts(cfg.Election())
	elects := spec.NewSet(words.ElectionTimers()...)
	exchanged := spec.NewSet(words.ElectionKinds()...)
	p.Nodes, p.Enough = cfg.Nodes, -1 // what is right for a while need not stay so
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	p.Inputs = func(at spec.NodeID, s *state) []spec.Body { return starts(at, &s.Upper) }
	p.Awaits = func(timer spec.Timer, at spec.NodeID, s *state, m *spec.Message) bool {
		if elects.Has(timer.Name()) {
			return exchanged.Has(m.Body.Kind()) // an election awaits all of its messages
		}
		return !exchanged.Has(m.Body.Kind()) && swim.Awaits(timer, at, &s.Lower, m)
	}
	p.Halves = []scrutineer.Half[state]{lower(cfg), upper(cfg)}
	p.Watch, p.Assumptions, p.Needs = j.watch, j.assumptions(), needs()
	p.Always = scrutineer.Properties[state]{listsAgree: j.listsAgree}
	p.Eventually = scrutineer.Properties[state]{
		complete: j.complete, accurate: j.accurate, begins: j.begins, oneLeader: j.oneLeader,
	}
	p.Sometimes = j.sometimes()
	return nil
}
