package ring

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ring"
	"github.com/scrutineer-go/scrutineer/spec/ring/words"
)

// properties returns the properties, by their names in tla/ring/MCRing.tla.
func properties(cfg words.Config) []spec.Property[State] {
	highest := verify.Highest[specification.Local, struct{}]{
		Leader: func(p specification.Local) spec.NodeID { return p.Leader },
	}
	return []spec.Property[State]{
		verify.OfEach("TypeOK", typeOK(cfg)),
		verify.OfEach("Timed", timed),
		{Name: perRoundName, Check: eachTwo(acts, oneLeaderPerRound)},
		{Name: "OneLeader", Check: eachTwo(acts, oneLeader), WithinBudget: true}, // nobody is skipped who is up
		{Name: highestActsName, Check: highestActs},
		{Name: "RoundNamesLeader", Check: eachTwo(follows, roundNamesLeader), WithinBudget: true},
		{Name: growName, Kind: spec.Stepwise, Step: roundsGrow},
		{Name: "NeverLowerLeads", Witness: true, Check: highest.NeverLowerLeads},
		{Name: "NeverDeposed", Witness: true, Kind: spec.Stepwise, Step: highest.NeverDeposed},
		{Name: "HighestAtLast", Kind: spec.Stable, Check: highest.Leads},
	}
}

func alive(st State) spec.Set { return st.State.State.Alive }

func typeOK(cfg words.Config) func(State, spec.NodeID) error {
	all := spec.AllNodes(cfg.Nodes)
	somebody := all.With(spec.None)
	return func(st State, id spec.NodeID) error {
		p := st.State.State.Nodes[id]
		if !all.Has(p.Next) || !somebody.Has(p.Best) || !somebody.Has(p.Leader) || p.Round < 0 ||
			p.Probed < 0 || p.Probed > cfg.Most {
			return fmt.Errorf("%d has successor %s, sent for %s in round %d, follows %s, and has probed %d times",
				id, p.Next, p.Best, p.Round, p.Leader, p.Probed)
		}
		return nil
	}
}

// timed: who watches its successor has a timer for that, and who has sent a token knows of no leader.
func timed(st State, id spec.NodeID) error {
	p, timers := st.State.State.Nodes[id], st.State.State.Timers[id]
	if alive(st).Has(id) && (p.Watching != timers.Has(words.TimerFail) ||
		p.Best != spec.None && (p.Leader != spec.None || !timers.Has(words.TimerRetry))) {
		return fmt.Errorf("%s has sent for %s, follows %s, and its timers are %v", id, p.Best, p.Leader, timers)
	}
	return nil
}

type process = verify.Process[specification.Local]

func acts(p process) bool    { return p.Local.Leader == p.ID }
func follows(p process) bool { return p.Local.Leader != spec.None }

// eachTwo judges each two of the living of whom something is true.
func eachTwo(of func(process) bool, check func(a, b process) error) func(State) error {
	return func(st State) error { return verify.EachTwo(verify.Living(st, of), check) }
}

func oneLeaderPerRound(a, b process) error {
	if a.Local.Round == b.Local.Round {
		return fmt.Errorf("%s and %s both lead in round %d", a.ID, b.ID, a.Local.Round)
	}
	return nil
}

func roundNamesLeader(a, b process) error {
	if a.Local.Round == b.Local.Round && a.Local.Leader != b.Local.Leader {
		return fmt.Errorf("in round %d %s follows %s, and %s follows %s",
			a.Local.Round, a.ID, a.Local.Leader, b.ID, b.Local.Leader)
	}
	return nil
}

func oneLeader(a, b process) error { return fmt.Errorf("%s and %s both lead", a.ID, b.ID) }

// highestActs: who leads is the highest of those that are up.
func highestActs(st State) error {
	up := alive(st)
	for _, id := range up {
		if top := spec.Highest(up); st.State.State.Nodes[id].Leader == id && id != top {
			return fmt.Errorf("%s leads, and %s is up", id, top)
		}
	}
	return nil
}

// roundsGrow: what a process knows never falls while it is up: neither the round, nor in a round who leads.
func roundsGrow(before State, a spec.Action, after State) error {
	id := a.At // no other changes
	was, is := before.State.State.Nodes[id], after.State.State.Nodes[id]
	if alive(before).Has(id) && alive(after).Has(id) &&
		(is.Round < was.Round || is.Round == was.Round && is.Leader < was.Leader) {
		return fmt.Errorf("after %s %s follows %s in round %d, and followed %s in round %d",
			a, id, is.Leader, is.Round, was.Leader, was.Round)
	}
	return nil
}
