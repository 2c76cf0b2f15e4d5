package raft

import (
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Compared is the protocol with its elections as they are compared with others: with the options that
// servers have in earnest, and without.
func Compared() scrutineer.Protocol[State] {
	p := Protocol(false)
	const times = "A leader's heartbeats are Beat apart. Who hears none for Fail to twice that, a function of " +
		"process and term, campaigns, and waits longer after each campaign that has failed"
	p.Contenders = []scrutineer.Contender{
		contender("raft", times+"; a leader that hears of no majority for Fail steps down.", Config{
			PreVote: true, CheckQuorum: true,
		}),
		contender("raft-plain", times+".", Config{}),
	}
	return p
}

func contender(name, times string, config Config) scrutineer.Contender {
	return scrutineer.Contender{
		Name: name, Times: times, Told: "It is told nothing. Its log has the leaders' empty entries, and no client's.",
		Group: func(s scrutineer.Setting) (scrutineer.Group, error) {
			config := config
			config.Nodes, config.Failures = s.Nodes, scrutineer.MessagesVanish
			config.BeatMS, config.FailMS = int(s.Beat/time.Millisecond), int(s.Fail/time.Millisecond)
			return scrutineer.Group{
				Cluster: network.Cluster{
					Nodes: s.Nodes, Failures: config.Failures, Boots: true,
					Clocks:           spec.NewSet[string](electionTimer, heartbeatTimer),
					New:              func(id spec.NodeID) scrutineer.Node { return config.New(id, s.Nodes) },
					Inputs:           func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
					InputsIgnoreDown: true,
				},
				Sees: func(_ spec.NodeID, state any) scrutineer.Standing {
					s := state.(*State)
					return scrutineer.Standing{Follows: s.Leader, Acts: s.Role == leads}
				},
			}, nil
		},
	}
}
