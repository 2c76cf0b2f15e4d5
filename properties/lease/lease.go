// Package lease brings the statements of the lease protocol together. It is the example of a
// protocol whose processes read their clocks: nothing explores it, it has no specification and
// no cases, and its runs are judged by the monitor alone. See [Protocol] for what it registers.
package lease

import (
	"embed"
	"encoding/json"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/lease"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/lease/words"
)

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus
var corpus embed.FS

// Protocol registers the lease protocol.
func Protocol() verify.Protocol {
	d := verify.Definition[words.Config, struct{}, struct{}]{
		Unspecified: true, Parse: words.Parse, System: System,
		Monitor:  func(cfg words.Config) campaign.Judge { return newMonitor(cfg) },
		Monitors: []string{exclusiveName, grantsName},
	}
	return verify.Protocol{
		Name: "lease",
		Runs: d.Runs(campaign.Harness{
			Draw: draw, Simpler: simpler,
			Steps:       []string{"TickRetry", "DeliverAsk", "DeliverGrant"},
			Witnesses:   []string{sawGranted, sawRefused, sawOver, sawHandedOn},
			Assumptions: assumptions(),
			Feels: slices.DeleteFunc(append(faults.DrawnKinds(), faults.KindsOfClocks()...), func(kind string) bool {
				return kind == "premature" // it has no timers but clocks
			}),
			Corpus: corpus,
		}),
	}
}

// System is the protocol under the configuration.
func System(cfg words.Config, _ spec.Budget) verify.System[struct{}, struct{}] {
	return verify.System[struct{}, struct{}]{Cluster: network.Cluster{
		Nodes:    cfg.Nodes,
		Failures: cfg.Failures,
		Boots:    true,
		Reads:    true,
		Clocks:   spec.NewSet(words.ClockRetry.Name()),
		New:      func(id spec.NodeID) impl.Node { return implementation.New(id, cfg) },
		Inputs:   func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
	}}
}

// drift is by how many parts per million clocks may be off, either way, that the margin allows.
// A holder's clock that is slow by d has the lease last (Length-Margin)/(1-d) from when it was
// asked for, and a lessor's that is fast by d is over Length after Length/(1+d): the one is no
// longer than the other where d ≤ Margin/(2 Length-Margin).
func drift(cfg words.Config) int {
	return min(cfg.Margin*1_000_000/(2*cfg.Length-cfg.Margin), faults.MostPPM)
}

func lengthOf(cfg words.Config) time.Duration { return time.Duration(cfg.Length) * time.Millisecond }

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

// simpler omits a process.
func simpler(config json.RawMessage) []json.RawMessage {
	return campaign.Simplified(config, words.Parse, []func(*words.Config){
		func(c *words.Config) { c.Nodes-- },
	}, func(*words.Config) {})
}
