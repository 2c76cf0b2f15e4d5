package vcube

import (
	"encoding/json"
	"io/fs"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/vcube/baseline"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Compared registers a protocol that the paper compares vCube with: another detector below the same
// election, whose news spread in so many rounds. It has no specification: vCube's monitor alone
// judges its runs, by the same properties.
func Compared(
	name string, cluster func(words.Config) network.Cluster, latency func(words.Config) int, corpus fs.FS,
) verify.Protocol {
	d := verify.Definition[words.Config, struct{}, struct{}]{
		Unspecified: true, Parse: words.Parse,
		System: func(cfg words.Config, _ spec.Budget) verify.System[struct{}, struct{}] {
			return verify.System[struct{}, struct{}]{Cluster: cluster(cfg)}
		},
		Monitor: func(cfg words.Config) campaign.Judge { return NewMonitor(cfg, latency(cfg)) }, Monitors: monitored(),
	}
	return verify.Protocol{
		Name:       name,
		Contenders: []compare.Contender{contender(name, cluster)},
		Runs: d.Runs(campaign.Harness{
			Draw: func(c campaign.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, campaign.Shape) {
				return drawn(c, fixed, latency)
			},
			Simpler:     simpler,
			Steps:       stepped(),
			Witnesses:   witnessed(),
			Assumptions: assumptions(),
			Feels:       append(faults.DrawnKinds(), new(faults.Flap).Name()),
			Corpus:      corpus,
		}),
	}
}

// AllCluster are processes of ALL.
func AllCluster(cfg words.Config) network.Cluster {
	c := clusterOf(cfg, func(id spec.NodeID) impl.Node { return baseline.NewAll(id, cfg) })
	c.Awaits = func(timer spec.Timer, at spec.NodeID, state any, copy *spec.Message) bool {
		s := state.(*baseline.AllState)
		return ofTest(&s.View, at, timer.Of(), copy)
	}
	return c
}

// RingCluster are processes of vRing.
func RingCluster(cfg words.Config) network.Cluster {
	c := clusterOf(cfg, func(id spec.NodeID) impl.Node { return baseline.NewRing(id, cfg) })
	c.Awaits = func(_ spec.Timer, at spec.NodeID, state any, copy *spec.Message) bool {
		s := state.(*baseline.RingState)
		return ofTest(&s.View, at, s.Testing, copy)
	}
	return c
}
