package raft

import (
	"errors"
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer"
)

// Fact is what a process announces: that it leads in a term, 0 for none, and the digest of all that
// it has applied up to an index.
type Fact struct{ Leads, Index, Digest uint64 }

// Protocol is the library behind its adapter, and what must be true of it. That fails where processes
// forget their votes.
func Protocol(forgetsVote bool) scrutineer.Protocol[State] {
	return scrutineer.Protocol[State]{
		Name:      "raft",
		Wire:      []any{Message{}, Propose{}, Disk{}, Fact{}},
		Ticks:     []string{electionTimer, heartbeatTimer},
		Inputs:    inputs,
		Announces: announces,
		// How the processes do it is hidden in the library.
		Projection: true,
		// With two of five down for good all others must agree, and votes may be split again and again.
		Timeout: election, Settle: 30 * time.Second, Enough: 2500 * time.Millisecond,
		Always: scrutineer.Properties[State]{"OneLeader": oneLeader, "SameEntries": sameEntries},
		Eventually: scrutineer.Properties[State]{
			"LeaderKnown": leaderKnown, "AllApplied": allApplied,
		},
		Sometimes: scrutineer.Properties[State]{
			"Elected":   some(func(s *State) bool { return s.Role == leads }),
			"Committed": some(func(s *State) bool { return s.Commands > 0 }),
			"Deposed":   some(func(s *State) bool { return s.Led > 0 && s.Role != leads }),
			"Installed": some(func(s *State) bool { return s.Installed > 0 }),
		},
		Config: configs(forgetsVote),
	}
}

// configs are groups of three and of five, with the library's options that change elections.
func configs(forgetsVote bool) scrutineer.Configs[Config, State] {
	return scrutineer.Configs[Config, State]{
		Default: Config{Nodes: 3, Failures: scrutineer.MessagesVanish, ForgetsVote: forgetsVote},
		Apply: func(c Config, p *scrutineer.Protocol[State]) error {
			if c.Failures == scrutineer.Never {
				return scrutineer.Bad("failures", "%q, it must be wait or vanish: processes come up again", c.Failures)
			}
			p.Nodes, p.Recovers, p.New = c.Nodes, c.Failures, c.New
			return nil
		},
		Draw: func(c scrutineer.Chooser) Config {
			drawn := Config{
				Nodes: 3 + 2*(c.Choose("nodes", 4)/3), Failures: scrutineer.MessagesVanish, ForgetsVote: forgetsVote,
				PreVote: c.Choose("preVote", 2) == 1, CheckQuorum: c.Choose("checkQuorum", 2) == 1,
			}
			if c.Choose("failures", 2) == 1 {
				drawn.Failures = scrutineer.MessagesWait
			}
			return drawn
		},
		Shrink: []func(*Config){
			func(c *Config) { c.Nodes = 3 },
			func(c *Config) { c.PreVote = false },
			func(c *Config) { c.CheckQuorum = false },
			func(c *Config) { c.Failures = scrutineer.MessagesVanish },
		},
	}
}

// inputs are the next entry that a process's client has, while there is somebody to propose it to.
func inputs(at scrutineer.NodeID, s *State) []scrutineer.Body {
	if s.Leader == nodeOf(0) || s.ProposedSoFar == proposals {
		return nil
	}
	return []scrutineer.Body{Propose{fmt.Sprintf("%d.%d", at, s.ProposedSoFar)}}
}

func announces(_ scrutineer.NodeID, s *State) any {
	var f Fact
	if s.Role == leads {
		f.Leads = s.Term
	}
	if n := len(s.Applied); n > 0 {
		f.Index, f.Digest = uint64(n), s.Applied[n-1]
	}
	if f == (Fact{}) {
		return nil
	}
	return f
}

// oneLeader: no two processes ever lead in the same term. Each announcement was once new, so it
// suffices to hold those who lead now against all that was announced.
func oneLeader(v scrutineer.View[State]) error {
	for id, s := range v.All() {
		for _, a := range v.Announced() {
			if s.Role == leads && a.By != id && a.What.(Fact).Leads == s.Term {
				return fmt.Errorf("%s leads in term %d, and so has %s", id, s.Term, a.By)
			}
		}
	}
	return nil
}

// sameEntries: no two processes, nor one in two of its lives, ever apply different entries at the same index.
func sameEntries(v scrutineer.View[State]) error {
	for id, s := range v.All() {
		for _, a := range v.Announced() {
			f := a.What.(Fact)
			if f.Index > 0 && f.Index <= uint64(len(s.Applied)) && s.Applied[f.Index-1] != f.Digest {
				return fmt.Errorf("%s has applied other entries up to index %d than %s", id, f.Index, a.By)
			}
		}
	}
	return nil
}

// leaderKnown: somebody leads, and a majority knows it.
func leaderKnown(v scrutineer.View[State]) error {
	for leader, l := range v.All() {
		know := 0
		for _, s := range v.All() {
			if s.Leader == leader && s.Term == l.Term {
				know++
			}
		}
		if l.Role == leads && 2*know > v.Nodes() {
			return nil
		}
	}
	return errors.New("nobody leads whom a majority knows")
}

// allApplied: whoever is up has applied the same, and something.
func allApplied(v scrutineer.View[State]) error {
	most := 1
	for _, s := range v.All() {
		most = max(most, len(s.Applied))
	}
	for id, s := range v.All() {
		if len(s.Applied) < most {
			return fmt.Errorf("%s has applied %d entries, another one %d", id, len(s.Applied), most)
		}
	}
	return nil
}

// some is seen when it is true of a process.
func some(is func(*State) bool) func(scrutineer.View[State]) error {
	return func(v scrutineer.View[State]) error {
		for _, s := range v.All() {
			if is(s) {
				return nil
			}
		}
		return errors.New("not yet")
	}
}
