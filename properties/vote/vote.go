// Package vote brings the statements of the vote protocol together: how its
// implementation is read, its inputs, its properties, what is drawn. It is the shortest
// example of what a protocol adds.
//
// Start reading at [Protocol].
package vote

import (
	"embed"
	"encoding/json"
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/vote"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/vote"
	"github.com/scrutineer-go/scrutineer/spec/vote/words"
)

// State is what the properties are judged on; they need no ghost.
type State = verify.Judged[specification.Local, struct{}]

// corpus holds the plans that every go test and every verify replays.
//
//go:embed testdata/corpus
var corpus embed.FS

// Protocol registers the vote protocol.
func Protocol() verify.Protocol {
	d := verify.Definition[words.Config, specification.Local, struct{}]{
		Module: "MCVote", Actions: words.Actions(), Lines: words.Lines(), Parse: words.Parse, System: System,
		Monitor:  func(cfg words.Config) campaign.Judge { return newMonitor(cfg) },
		Monitors: []string{oneVoteName, oneWinnerName, chosenWinsName},
	}
	return verify.Protocol{
		Name: "vote",

		Contenders: []compare.Contender{contender()},

		Models: []verify.Model{d.Model()},
		Runs: d.Runs(campaign.Harness{
			Draw: drawConfig, Simpler: simpler,
			OfStates:    []string{"TypeOK"},
			Steps:       []string{"DeliverAsk", "DeliverVote", "DeliverWon"},
			Witnesses:   []string{sawWon, sawSplit, sawRefused, sawCutShort, sawRecoveredVote},
			Assumptions: assumptions(),
			Feels:       faults.DrawnKinds(), Corpus: corpus,
		}),
	}
}

// System is the protocol under the configuration and the budget.
func System(cfg words.Config, budget spec.Budget) verify.System[specification.Local, struct{}] {
	start := func(at spec.NodeID, asked bool) []spec.Body {
		if cfg.Candidates.Has(at) && !asked {
			return []spec.Body{words.Start{}}
		}
		return nil
	}
	return verify.System[specification.Local, struct{}]{
		Model: specification.Model(cfg,
			func(at spec.NodeID, p specification.Local, _ spec.Set) []spec.Body { return start(at, p.Asked) }),
		Cluster: network.Cluster{
			Nodes:    cfg.Nodes,
			Failures: spec.CopiesWait,
			New:      func(spec.NodeID) impl.Node { return implementation.New(cfg) },
			Inputs: func(at spec.NodeID, state any, _ spec.Set) []spec.Body {
				return start(at, state.(*implementation.State).Asked)
			},
			InputsIgnoreDown: true,
		},
		Local:      local,
		Budget:     budget,
		Actions:    words.Actions(),
		Properties: Properties(cfg, budget),
		Cfg:        map[string]any{"Candidates": cfg.Candidates, "Voters": cfg.Voters, "Ask": cfg.Ask},
	}
}

// local reads a process of the implementation as the specification sees it.
func local(_ spec.NodeID, state any) specification.Local {
	l := specification.Local{Choice: spec.None, Winner: spec.None}
	if s, up := state.(*implementation.State); up {
		l.Asked, l.Choice = s.Asked, s.Choice.For
		if s.Winner != nil {
			l.Winner = *s.Winner
		}
		for voter := range s.Votes {
			l.Votes = l.Votes.With(voter)
		}
	}
	return l
}

// Properties returns the properties, by their names in tla/vote/MCVote.tla.
func Properties(cfg words.Config, budget spec.Budget) []spec.Property[State] {
	return []spec.Property[State]{
		verify.OfEach("TypeOK", typeOK(cfg)),
		{Name: "OneVote", Check: oneVote},
		{Name: "OneWinner", Check: oneWinner},
		{Name: "NeverRecoveredVote", Witness: true, Check: neverRecoveredVote(cfg, budget)},
	}
}

func typeOK(cfg words.Config) func(State, spec.NodeID) error {
	all := spec.AllNodes(cfg.Nodes)
	known := all.With(spec.None)
	return func(st State, id spec.NodeID) error {
		p := st.State.State.Nodes[id]
		if len(p.Votes.Minus(all)) > 0 || !known.Has(p.Choice) || !known.Has(p.Winner) {
			return fmt.Errorf("process %d names a process that does not exist", id)
		}
		return nil
	}
}

// oneVote: nobody's vote is held by two candidates.
func oneVote(st State) error {
	nodes := st.State.State.Nodes
	for i := range nodes {
		for _, voter := range nodes[i].Votes {
			for other := range i {
				if nodes[other].Votes.Has(voter) {
					return fmt.Errorf("the vote of %s is held by %d and by %d", voter, other, i)
				}
			}
		}
	}
	return nil
}

// oneWinner: all processes that know a winner know the same one. It needs Ask to
// be more than half of the voters.
func oneWinner(st State) error {
	var winners spec.Set
	for i := range st.State.State.Nodes {
		if winner := st.State.State.Nodes[i].Winner; winner != spec.None {
			winners = winners.With(winner)
		}
	}
	if len(winners) > 1 {
		return fmt.Errorf("some processes know one winner, some another: %s", winners)
	}
	return nil
}

// neverRecoveredVote is the witness: it must fail, or no vote was ever counted
// after a crash inside a handler.
func neverRecoveredVote(cfg words.Config, budget spec.Budget) func(State) error {
	return func(st State) error {
		s, cuts := st.State.State, budget.SpentOn("crashIn", st.Spent)
		for i, p := range s.Nodes {
			if cuts > 0 && len(s.Alive) == cfg.Nodes && len(p.Votes) > 0 {
				return fmt.Errorf("%d holds the votes of %s, and everybody is up again", i, p.Votes)
			}
		}
		return nil
	}
}

// drawConfig draws three to five processes, now and then up to 16, the first of which are candidates and
// the last voters; some may be both. Now and then a candidate needs no majority.
func drawConfig(
	c campaign.Chooser, fixed map[string]json.RawMessage, _ bool,
) (json.RawMessage, campaign.Shape) {
	n := max(1, campaign.Given(fixed, "nodes", func() int {
		if c.Choose("large", 32) == 31 {
			return 6 + c.Choose("nodes", 11)
		}
		return 3 + c.Choose("nodes", 3)
	}))
	all := spec.AllNodes(n)
	candidates := campaign.Given(fixed, "candidates", func() spec.Set {
		return all[:1+c.Choose("candidates", min(n, max(3, n/2)))]
	})
	voters := campaign.Given(fixed, "voters", func() spec.Set { return all[c.Choose("not voters", n):] })
	ask := campaign.Given(fixed, "ask", func() int {
		if c.Choose("no majority", 16) == 15 {
			return 1 + c.Choose("ask", max(1, len(voters)))
		}
		return majority(voters)
	})
	drawn := words.Config{Nodes: n, Candidates: candidates, Voters: voters, Ask: ask}
	return campaign.Merged(drawn, fixed), campaign.Shape{
		Nodes: n, Failures: spec.CopiesWait, MayCrash: all, Crashes: n, Timeout: faults.Time(100 * time.Millisecond),
	}
}

func majority(voters spec.Set) int { return len(voters)/2 + 1 }

// simpler omits a process, a candidate or a voter.
func simpler(config json.RawMessage) []json.RawMessage {
	return campaign.Simplified(config, words.Parse, []func(*words.Config){
		func(c *words.Config) {
			c.Nodes--
			last := spec.NodeID(c.Nodes)
			c.Candidates, c.Voters = c.Candidates.Without(last), c.Voters.Without(last)
		},
		func(c *words.Config) { c.Candidates = c.Candidates[:len(c.Candidates)-1] },
		func(c *words.Config) { c.Voters = c.Voters[:len(c.Voters)-1] },
		func(c *words.Config) { c.Voters = c.Voters[1:] },
	}, func(c *words.Config) { c.Ask = min(c.Ask, majority(c.Voters)) })
}
