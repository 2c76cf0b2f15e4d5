package raft

import (
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/compare"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/verify"
)

// Compared is the protocol with its elections as they are compared with others: with the options that
// servers have in earnest, and without.
func Compared() verify.Protocol {
	p := Protocol(false).Registered() // which makes its messages known, too
	const times = "A leader's heartbeats are Beat apart. Who hears none for Fail to twice that, a function of " +
		"process and term, campaigns, and waits longer after each campaign that has failed"
	p.Contenders = []compare.Contender{
		contender("raft", times+"; a leader that hears of no majority for Fail steps down.", Config{
			PreVote: true, CheckQuorum: true,
		}),
		contender("raft-plain", times+".", Config{}),
	}
	return p
}

func contender(name, times string, config Config) compare.Contender {
	return compare.Contender{
		Name: name, Times: times, Told: "It is told nothing. Its log has the leaders' empty entries, and no client's.",
		Group: func(s compare.Setting) (compare.Group, error) {
			config := config
			config.Nodes, config.Failures = s.Nodes, scrutineer.CopiesVanish
			config.BeatMS, config.FailMS = int(s.Beat/time.Millisecond), int(s.Fail/time.Millisecond)
			return compare.Group{
				Cluster: network.Cluster{
					Nodes: s.Nodes, Failures: config.Failures, Boots: true,
					Clocks:           spec.NewSet[string](electionTimer, heartbeatTimer),
					New:              func(id spec.NodeID) scrutineer.Node { return config.New(id, s.Nodes) },
					Inputs:           func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
					InputsIgnoreDown: true,
				},
				Sees: func(_ spec.NodeID, state any) compare.Standing {
					s := state.(*State)
					return compare.Standing{Follows: s.Leader, Acts: s.Role == leads}
				},
			}, nil
		},
	}
}
