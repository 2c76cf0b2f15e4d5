// Package vote brings the statements of the vote protocol together. It is the shortest example of what a protocol
// adds. Start reading at [Protocol].
package vote

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/vote"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/compare"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/vote"
	"github.com/scrutineer-go/scrutineer/spec/vote/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

type (
	judged  = verify.Judged[specification.Local, struct{}]
	process = implementation.State
	view    = scrutineer.View[process]
)

//go:embed testdata/corpus/*.json
var corpus embed.FS // the plans that every go test and every verify replays

// Protocol returns the vote protocol.
func Protocol() scrutineer.Registration {
	return scrutineer.Protocol[process]{
		Name: "vote", NoBoot: true, Recovers: scrutineer.MessagesWait, Lines: words.Lines(),
		Eventually: scrutineer.Properties[process]{"ChosenWins": chosenWins}, Enough: -1, GoesOn: true,
		SometimesAtEnd: scrutineer.Properties[process]{
			"Won":   func(v view) error { return scrutineer.Seen(len(chosen(v)) == 1 && chosenWins(v) == nil) },
			"Split": func(v view) error { return scrutineer.Seen(len(chosen(v)) > 1) },
		},
		Watch: watch, Watched: []string{"Refused", "CutShort", "RecoveredVote"}, Says: says,
		Needs: map[string][]string{"OneWinner": {"Majority"}, "ChosenWins": {"AllUp"}},
		Config: scrutineer.Configs[words.Config, process]{
			Default: words.Config{Nodes: 3, Candidates: spec.AllNodes(2), Voters: spec.AllNodes(3), Ask: 2},
			Parse:   words.Parse, Apply: apply, DrawShape: draw,
			Shrink: []func(*words.Config){ // a process, a candidate or a voter less
				func(c *words.Config) {
					c.Nodes--
					last := spec.NodeID(c.Nodes)
					c.Candidates, c.Voters = c.Candidates.Without(last), c.Voters.Without(last)
				},
				func(c *words.Config) { c.Candidates = c.Candidates[:len(c.Candidates)-1] },
				func(c *words.Config) { c.Voters = c.Voters[:len(c.Voters)-1] },
				func(c *words.Config) { c.Voters = c.Voters[1:] },
			},
			Mend: func(c *words.Config) { c.Ask = min(c.Ask, words.Majority(c.Voters)) },
		},
		CrashAfter: []string{"DeliverAsk", "DeliverVote", "DeliverWon"}, Timeout: 100 * time.Millisecond,
		Corpus: corpus, TLA: tla.Of("vote"), Pinned: true, Contenders: []scrutineer.Contender{contender()},
	}
}

// apply says what depends on a configuration.
func apply(cfg words.Config, p *scrutineer.Protocol[process]) error {
	start := func(at spec.NodeID, asked bool) []spec.Body {
		if cfg.Candidates.Has(at) && !asked {
			return []spec.Body{words.Start{}}
		}
		return nil
	}
	p.Nodes = cfg.Nodes
	p.New = func(spec.NodeID, int) impl.Node { return implementation.New(cfg) }
	p.Inputs = func(at spec.NodeID, s *process) []spec.Body { return start(at, s.Asked) }
	p.Assumptions = []scrutineer.Assumption[process]{
		{Name: "Majority", Kept: func(view) bool { return cfg.Ask >= words.Majority(cfg.Voters) }},
		{Name: "AllUp", Kept: view.AllStable},
	}
	handlers := specification.Handlers(cfg,
		func(at spec.NodeID, p specification.Local, _ spec.Set) []spec.Body { return start(at, p.Asked) })
	p.Budgeted = func(b spec.Budget, p *scrutineer.Protocol[process]) {
		p.Spec = scrutineer.Spec[process, specification.Local]{
			Module: "MCVote", Handlers: handlers, Abstraction: local,
			Always: scrutineer.Properties[specification.Local]{"OneVote": oneVote, "OneWinner": oneWinner},
			Properties: []spec.Property[judged]{
				verify.OfEach("TypeOK", typeOK),
				{Name: "NeverRecoveredVote", Witness: true, Check: func(st judged) error {
					if s := &st.State.State; b.SpentOn("crashIn", st.Spent) > 0 && len(s.Alive) == cfg.Nodes &&
						slices.ContainsFunc(s.Nodes, func(p specification.Local) bool { return len(p.Votes) > 0 }) {
						return errors.New("votes are held after a crash inside a handler, and everybody is up again")
					}
					return nil
				}},
			},
			Fairness:  map[string][]spec.Fairness{},
			Constants: map[string]any{"Candidates": cfg.Candidates, "Voters": cfg.Voters, "Ask": cfg.Ask},
		}
	}
	return nil
}

// local reads a process of the implementation as the specification sees it.
func local(_ spec.NodeID, s *process) specification.Local {
	l := specification.Local{Asked: s.Asked, Choice: s.Choice.For, Winner: winner(s)}
	for voter := range s.Votes {
		l.Votes = l.Votes.With(voter)
	}
	return l
}

func typeOK(st judged, id spec.NodeID) error {
	p, n := st.State.State.Nodes[id], spec.NodeID(len(st.State.State.Nodes))
	if min(p.Choice, p.Winner) < spec.None || max(p.Choice, p.Winner) >= n ||
		slices.ContainsFunc(p.Votes, func(of spec.NodeID) bool { return of < 0 || of >= n }) {
		return fmt.Errorf("process %d names a process that does not exist", id)
	}
	return nil
}

// oneVote: nobody's vote is held by two candidates.
func oneVote(v scrutineer.View[specification.Local]) error {
	for _, id := range v.Changed() {
		for other := range v.All() {
			a, b := min(id, other), max(id, other)
			if p, q := v.State(a), v.State(b); v.Up(id) && a < b && slices.ContainsFunc(p.Votes, q.Votes.Has) {
				return fmt.Errorf("%s and %s hold the same vote: %s and %s", a, b, p.Votes, q.Votes)
			}
		}
	}
	return nil
}

// oneWinner: all processes that know a winner know the same one. It needs Ask to be more than half of the voters.
func oneWinner(v scrutineer.View[specification.Local]) error {
	known := spec.None
	for _, p := range v.All() {
		if p.Winner != spec.None && known != spec.None && p.Winner != known {
			return fmt.Errorf("some know the winner %s, some %s", known, p.Winner)
		}
		known = max(known, p.Winner)
	}
	return nil
}

// chosen are those for whom there are ballots on disks.
func chosen(v view) (all spec.Set) {
	for id := range spec.NodeID(v.Nodes()) {
		if ballot, ok := v.Disk(id).(words.Ballot); ok {
			all = all.With(ballot.For)
		}
	}
	return all
}

// chosenWins: if all ballots are for one candidate, it knows at last that it has won. Divided voters need no winner.
func chosenWins(v view) error {
	if all := chosen(v); len(all) == 0 || len(all) == 1 && winner(v.State(all[0])) != all[0] {
		return fmt.Errorf("the ballots are for %s, and nobody has won", all)
	}
	return nil
}

// watch sees a voter refuse, one crash between saving its ballot and sending its vote, and that vote be counted.
func watch() func(scrutineer.Step[process]) {
	var cut spec.Set
	return func(s scrutineer.Step[process]) {
		a, now := s.Action, s.After.State(s.Action.At)
		if a.Name == spec.CrashIn(spec.Deliver(words.KindAsk)) && a.Cut == 1 && s.After.Disk(a.At) != nil {
			cut = cut.With(a.At)
			s.Saw("CutShort", true)
		}
		if now != nil {
			s.Saw("Refused", a.Name == spec.Deliver(words.KindAsk) && now.Choice.For != a.Msg.From)
			s.Saw("RecoveredVote", slices.ContainsFunc(cut, func(id spec.NodeID) bool { return now.Votes[id] }))
		}
	}
}

// winner is whom a process takes for the winner, None also while it is down.
func winner(s *process) spec.NodeID {
	if s == nil || s.Winner == nil {
		return spec.None
	}
	return *s.Winner
}

// says is whom a process takes for the winner.
func says(_ spec.NodeID, s *process) string {
	if winner(s) == spec.None {
		return ""
	}
	return "the winner is " + winner(s).String()
}

// draw draws three to five processes, now and then up to 16, the first of which are candidates and
// the last voters; some may be both. Now and then a candidate needs no majority.
func draw(c scrutineer.Chooser, fixed map[string]json.RawMessage, _ bool) (json.RawMessage, scrutineer.Shape) {
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
		return words.Majority(voters)
	})
	drawn := words.Config{Nodes: n, Candidates: candidates, Voters: voters, Ask: ask}
	return campaign.Merged(drawn, fixed), scrutineer.Shape{}
}

// contender is the vote, as it is compared with elections.
func contender() scrutineer.Contender {
	return scrutineer.Contender{
		Name: "vote",
		Told: "Process 0 is told at its boot to ask for votes. Everybody votes once, and nobody asks again when a " +
			"winner is dead. Won is a multicast, which is never lost.",
		Times: "A candidate asks again after 100 ms.",
		Group: func(s scrutineer.Setting) (scrutineer.Group, error) {
			group, err := Protocol().Registered().Group(words.Config{
				Nodes: s.Nodes, Candidates: spec.AllNodes(1), Voters: spec.AllNodes(s.Nodes), Ask: s.Nodes/2 + 1,
			}, func(at spec.NodeID, state any) scrutineer.Standing {
				return compare.Follows(at, winner(state.(*process)))
			})
			group.Cluster = compare.Starting(group.Cluster, spec.AllNodes(1), words.Start{})
			return group, err
		},
	}
}
