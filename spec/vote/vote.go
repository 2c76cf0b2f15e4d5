// Package vote is the executable specification of a small protocol that no paper
// proposes: candidates ask voters, a voter votes once, and who has enough votes
// tells everybody. It exists to exercise what the elections over crash-stop
// cannot: disks, recovery, handlers with two effects and a crash between them,
// copies for a process that is down. It is also the shortest example of how a
// protocol is stated.
//
// The package must not import impl/vote. Start reading at [Handlers].
package vote

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vote/words"
)

// Local is what a process knows while it is up.
type Local struct {
	// Asked tells whether a candidate has begun to ask.
	Asked bool
	// Votes are the voters that voted for this candidate.
	Votes spec.Set
	// Choice is whom this voter votes for, None at first.
	Choice spec.NodeID
	// Winner is who said last that it has won, None at first.
	Winner spec.NodeID
}

// Handlers returns the handlers of the protocol under the configuration.
func Handlers(cfg words.Config, inputs func(spec.NodeID, Local, spec.Set) []spec.Body) spec.Handlers[Local] {
	v := vote{cfg}
	return spec.Handlers[Local]{
		Fresh:  func(spec.NodeID) Local { return Local{Choice: spec.None, Winner: spec.None} },
		Handle: v.handle,
		Inputs: inputs,
	}
}

type (
	vote     struct{ words.Config }
	outcomes = []spec.Outcome[Local]
)

func (v vote) handle(p Local, disk any, a spec.Action) outcomes {
	switch {
	case a.Name == spec.Recover:
		return recovered(p, disk)
	case a.Timer == words.TimerRetry:
		return v.ask(p, a)
	}
	switch a.Msg.Body.(type) {
	case words.Start:
		p.Asked = true
		return v.ask(p, a)
	case words.Ask:
		return choose(p, a.Msg.From)
	case words.Vote:
		return v.count(p, a.Msg.From)
	case words.Won:
		p.Winner = a.Msg.From
	}
	return outcomes{{Local: p}}
}

// recovered reads the ballot and sends the vote again: its receiver may have
// missed it.
func recovered(p Local, disk any) outcomes {
	ballot, ok := disk.(words.Ballot)
	if !ok {
		return outcomes{{Local: p}}
	}
	p.Choice = ballot.For
	return outcomes{{Local: p, Effects: []spec.Effect{spec.SendTo(p.Choice, words.Vote{})}}}
}

// ask asks as many voters as are still needed, among those that did not vote.
func (v vote) ask(p Local, a spec.Action) outcomes {
	var all outcomes
	for chosen := range a.Picks(v.Voters.Minus(p.Votes), v.Ask-len(p.Votes)) {
		o := spec.Outcome[Local]{Pick: chosen, Local: p, Arm: spec.NewSet(words.TimerRetry)}
		for _, to := range chosen {
			o.Effects = append(o.Effects, spec.SendTo(to, words.Ask{}))
		}
		all = append(all, o)
	}
	return all
}

// choose gives the vote, once: it is on disk before anybody hears of it.
func choose(p Local, candidate spec.NodeID) outcomes {
	var effects []spec.Effect
	if p.Choice == spec.None {
		p.Choice = candidate
		effects = append(effects, spec.SaveRecord(words.Ballot{For: candidate}))
	}
	if p.Choice == candidate {
		effects = append(effects, spec.SendTo(candidate, words.Vote{}))
	}
	return outcomes{{Local: p, Effects: effects}}
}

// count takes a vote into account; with enough of them the candidate has won: it
// tells everybody and rests.
func (v vote) count(p Local, voter spec.NodeID) outcomes {
	if !p.Asked || len(p.Votes) == v.Ask {
		return outcomes{{Local: p}}
	}
	p.Votes = p.Votes.With(voter)
	o := spec.Outcome[Local]{Local: p}
	if len(p.Votes) == v.Ask {
		o.Disarm = spec.NewSet(words.TimerRetry)
		o.Effects = []spec.Effect{spec.MulticastAll(words.Won{})}
	}
	return outcomes{o}
}
