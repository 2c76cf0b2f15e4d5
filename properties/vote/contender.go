package vote

import (
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/vote"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vote/words"
)

// contender is the vote, as it is compared with elections.
func contender() compare.Contender {
	return compare.Contender{
		Name: "vote",
		Told: "Process 0 is told at its boot to ask for votes. Everybody votes once, and nobody asks again when a " +
			"winner is dead. Won is a multicast, which is never lost.",
		Times: "A candidate asks again after 100 ms.",
		Group: func(s compare.Setting) (compare.Group, error) {
			all := spec.AllNodes(s.Nodes)
			cfg := words.Config{
				Nodes: s.Nodes, Candidates: spec.NewSet[spec.NodeID](0), Voters: all, Ask: s.Nodes/2 + 1,
			}
			return compare.Group{
				Cluster: compare.Booting(network.Cluster{
					Nodes: cfg.Nodes, Failures: spec.CopiesWait,
					New:              func(spec.NodeID) impl.Node { return implementation.New(cfg) },
					Inputs:           func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
					InputsIgnoreDown: true,
				}, func(id spec.NodeID) spec.Body {
					if cfg.Candidates.Has(id) {
						return words.Start{}
					}
					return nil
				}),
				Sees: func(at spec.NodeID, state any) compare.Standing {
					if winner := state.(*implementation.State).Winner; winner != nil {
						return compare.Follows(at, *winner)
					}
					return compare.Follows(at, spec.None)
				},
			}, cfg.Check()
		},
	}
}
