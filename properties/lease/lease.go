// Package lease brings the statements of the lease protocol together. It is the example of a protocol whose processes
// read their clocks: it is explored in discrete time, and the steps of its runs are compared with the specification by
// what clocks read in microseconds. See [Protocol] for what it registers.
package lease

import (
	"embed"
	"encoding/json"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/lease"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/lease"
	"github.com/scrutineer-go/scrutineer/spec/lease/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus/*.json
var corpus embed.FS

// Protocol returns the lease protocol.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[implementation.State]{
		Name: "lease", ReadsClocks: true, Ticks: []string{words.ClockRetry.Name()},
		Lines: spec.FaultLines("crash", "crashIn", "drift", "duplicate", "loss"),
		Config: scrutineer.Configs[words.Config, implementation.State]{
			Default: words.Config{Nodes: 2, Length: 1000, Margin: 100},
			Parse:   words.Parse, Apply: apply, DrawShape: draw, Shrink: shrink(),
		},
		Without:    []string{"premature"}, // it has no timers but clocks
		CrashAfter: []string{"TickRetry", "DeliverAsk", "DeliverGrant"},
		Corpus:     corpus, TLA: tla.Of("lease"), Pinned: true,
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[implementation.State]) error {
	p.Nodes, p.Recovers, p.Skew, p.Discrete = cfg.Nodes, cfg.Failures, drift(cfg), cfg.Time.Discrete()
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.New(id, cfg) }
	p.Monitor = &scrutineer.Monitor{
		New:         func() scrutineer.Judge { return newMonitor(cfg) },
		Properties:  []string{exclusiveName, grantsName},
		Witnesses:   []string{sawGranted, sawRefused, sawOver, sawHandedOn},
		Assumptions: assumptions(),
	}
	p.Spec = scrutineer.Spec[implementation.State, specification.Local]{
		Module: "MCLease", Handlers: specification.Handlers(cfg), Abstraction: local,
		Always:     scrutineer.Properties[specification.Local]{exclusiveName: exclusive},
		Sometimes:  scrutineer.Properties[specification.Local]{sawHandedOn: handedOn},
		Properties: []spec.Property[judged]{verify.OfEach("TypeOK", typeOK)},
		Constants: map[string]any{
			"Length": cfg.Length, "Margin": cfg.Margin, "Forgets": cfg.Forgets, "Dated": cfg.Dated,
		},
	}
	return nil
}

// local reads a process of the implementation as the specification sees it.
func local(_ spec.NodeID, s *implementation.State) specification.Local {
	return specification.Local{Leased: s.Leased, To: s.To, Until: s.Until}
}

// drift is by how many parts per million clocks may be off, either way, that the margin allows.
// A holder's clock that is slow by d has the lease last (Length-Margin)/(1-d) from when it was
// asked for, and a lessor's that is fast by d is over Length after Length/(1+d): the one is no
// longer than the other where d ≤ Margin/(2 Length-Margin).
func drift(cfg words.Config) int {
	return min(cfg.Margin*1_000_000/(2*cfg.Length-cfg.Margin), faults.MostPPM)
}

func lengthOf(cfg words.Config) time.Duration { return time.Duration(cfg.Length) * time.Millisecond }

func marginOf(cfg words.Config) time.Duration { return time.Duration(cfg.Margin) * time.Millisecond }

// draw draws two to four processes, now and then up to ten, under any failure model, and how wide the margin is.
func draw(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
	margins := []int{100, 200, 50, 20}
	drawn := words.Config{
		Nodes: max(2, campaign.Given(fixed, "nodes", func() int {
			if c.Choose("large", 32) == 31 {
				return 5 + c.Choose("nodes", 6)
			}
			return 2 + c.Choose("nodes", 3)
		})),
		Failures: campaign.Given(fixed, "failures", func() spec.Failures {
			return spec.Failures(c.Choose("failures", 3))
		}),
		Length: campaign.Given(fixed, "length", func() int { return 1000 }),
		Margin: campaign.Given(fixed, "margin", func() int { return margins[c.Choose("margin", len(margins))] }),
	}
	config, n, length := campaign.Merged(drawn, fixed), drawn.Nodes, faults.Time(lengthOf(drawn))
	if drawn.Length < 4 || drawn.Margin < 0 || drawn.Margin >= drawn.Length { // Parse says so
		return config, campaign.Shape{Nodes: n, Timeout: faults.Time(time.Second)}
	}
	return config, campaign.Shape{
		Nodes: n, Failures: drawn.Failures, MayCrash: spec.AllNodes(n), Crashes: n,
		Timeout: faults.Time(implementation.Period(time.Duration(length))), Skew: drift(drawn),
		Round: length, Rounds: 6, Settle: 8,
	}
}

// shrink omits a process.
func shrink() []func(*words.Config) {
	return []func(*words.Config){
		func(c *words.Config) { c.Nodes-- },
	}
}
