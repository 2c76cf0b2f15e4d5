package rsdp

import (
	"time"

	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// contenders are the three leader elections, as they are compared with others.
func contenders() []compare.Contender {
	var all []compare.Contender
	for _, reducer := range []string{words.Latest, words.Popular, words.Ranked} {
		all = append(all, compare.Contender{
			Name: "rsdp-" + reducer,
			Told: "It is told nothing: each replica synchronises again and again.",
			Times: "Both windows are Reply, and each replica begins a session each Fail-2 Reply: so the SHAREs of " +
				"the first one after a crash are there after Fail.",
			Group: func(s compare.Setting) (compare.Group, error) {
				cfg := engineOf(s)
				cfg.Reducers, cfg.Failures = []string{reducer}, spec.MessagesVanish
				cfg.SyncMS = milliseconds(s.Fail - 2*s.Reply)
				return Protocol().Registered().Group(cfg, func(at spec.NodeID, state any) compare.Standing {
					return standing(at, state.(*implementation.State))
				})
			},
		})
	}
	return all
}

func milliseconds(d time.Duration) int { return int(d / time.Millisecond) }

func engineOf(s compare.Setting) words.Config {
	return words.Config{Nodes: s.Nodes, StatusMS: milliseconds(s.Reply), ShareMS: milliseconds(s.Reply)}
}

// standing is what a replica makes of the election.
func standing(at spec.NodeID, s *implementation.State) compare.Standing {
	if !s.On {
		return compare.Follows(at, spec.None)
	}
	return compare.Follows(at, s.View(0).Leader)
}

// topologies are the failover topologies, as they are compared with elections.
func topologies(protocol string) []compare.Contender {
	var all []compare.Contender
	for _, topology := range []words.Topology{words.Mutual, words.Observer, words.Observers} {
		all = append(all, topologyOf(protocol+"-"+string(topology), topology))
	}
	return all
}

func topologyOf(name string, topology words.Topology) compare.Contender {
	told := "It is told nothing: it checks. It begins with a leader whom all know."
	if topology != words.Mutual {
		told += " Observers are among its processes, and never lead."
	}
	return compare.Contender{
		Name:  name,
		Told:  told,
		Times: "Checks are Beat apart, and wait for their answers 10 ms less than that; windows are Reply.",
		Group: func(s compare.Setting) (compare.Group, error) {
			cfg := words.FailoverConfig{
				Config: engineOf(s), Topology: topology,
				ProbeMS: milliseconds(s.Beat), AckMS: milliseconds(s.Beat) - 10,
			}
			if topology == words.Observers {
				cfg.Watchers = max(1, min(3, s.Nodes/2))
			}
			return Failover().Registered().Group(cfg, ofTopology(cfg))
		},
	}
}

// ofTopology reads a process of a topology: where observers decide, of the leader whom they appoint.
func ofTopology(cfg words.FailoverConfig) func(spec.NodeID, any) compare.Standing {
	return func(at spec.NodeID, state any) compare.Standing {
		s := state.(*implementation.FailoverState)
		if cfg.Topology == words.Mutual {
			return standing(at, &s.Replica)
		}
		return compare.Follows(at, s.Leader)
	}
}
