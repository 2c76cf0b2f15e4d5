package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Local is what a process knows. The fields from Phase on are those of an
// initiator, the local variables of INITIATEELECTION.
type Local struct {
	// List is the membership list.
	List spec.Set
	// Leader is whom the process follows, None at first.
	Leader spec.NodeID
	// Tag is the run whose LEADER was adopted last, under the tagged rule.
	Tag int
	// Phase is where the process's own election stands.
	Phase words.Phase
	// Run numbers the runs of the election from 1.
	Run int
	// Responders is the paper's receivedIds, R.
	Responders spec.Set
	// Candidates unites what the responders answered.
	Candidates spec.Set
	// ID is the process that was sent NOTIFYLEADER last in this run.
	ID spec.NodeID
	// Confirmed tells that its LEADER came while RESPONSEs were still collected, which
	// a run that streams must remember (D8).
	Confirmed bool
}

// State is a global state of the election.
type State = spec.State[Local]

// Election returns the protocol that the configuration names: Algorithm 1, Base, or
// Algorithm 2, Optimistic. inputs says what the environment would tell a process now.
func Election(cfg words.Config, inputs func(spec.NodeID, Local, spec.Set) []spec.Body) spec.Model[State] {
	b := kernel{cfg}
	return spec.Of(spec.Protocol[Local]{
		Nodes:  cfg.Nodes,
		Fresh:  b.fresh,
		Handle: b.handle,
		Inputs: inputs,
	})
}

// X is how many of the lowest processes a RESPONSE of either carries.
const X = 1

type (
	kernel   struct{ words.Config }
	outcomes = []spec.Outcome[Local]
)

func (b kernel) fresh(at spec.NodeID) Local {
	return Local{List: b.Lists[at], Leader: spec.None, Phase: words.Idle, ID: spec.None}
}

// handle is the table of handlers: INITIATEELECTION and its loop, then
// RECVMESSAGE (lines 18 to 26).
func (b kernel) handle(p Local, _ any, a spec.Action) outcomes {
	switch a.Timer {
	case words.TimerCollect:
		return b.resend(p, a)
	case words.TimerAwait:
		return b.begin(p, a) // line 14
	}
	switch body := a.Msg.Body.(type) {
	case words.Start:
		return b.begin(p, a)
	case words.Purge:
		p.List = p.List.Without(body.Node)
		return only(p)
	case words.Query:
		return only(p, spec.SendTo(a.Msg.From, answer(p, body)))
	case words.Response:
		return b.collect(p, a.Msg.From, body)
	case words.Notify:
		return only(p, spec.MulticastAll(words.Leader(body)))
	case words.Leader:
		return b.follow(p, a.Msg.From, body)
	}
	return only(p)
}

func only(p Local, effects ...spec.Effect) outcomes {
	return outcomes{{Local: p, Effects: effects}}
}

// answer is line 20: the X lowest of the list.
func answer(p Local, q words.Query) words.Response {
	return words.Response{Run: q.Run, Candidates: p.List[:min(X, len(p.List))]}
}

// begin is lines 1 to 3, a new run with everything reset (D10). With fewer than
// c+1 known it waits instead (D7).
func (b kernel) begin(p Local, a spec.Action) outcomes {
	p.Run++
	p.Phase = words.Collect
	p.Responders, p.Candidates, p.ID, p.Confirmed = nil, nil, spec.None, false
	if len(p.List) <= b.C {
		p.Phase = words.Blocked
		return only(p)
	}
	return b.query(p, a, p.List, b.Quorum())
}

// resend is lines 5 and 6: ask k-#R that have not answered.
func (b kernel) resend(p Local, a spec.Action) outcomes {
	return b.query(p, a, p.List.Minus(p.Responders), b.Quorum()-len(p.Responders))
}

// query sends QUERY to some n of the targets, or to all where there are fewer.
func (b kernel) query(p Local, a spec.Action, targets spec.Set, n int) outcomes {
	var all outcomes
	for chosen := range a.Picks(targets, min(n, len(targets))) {
		o := spec.Outcome[Local]{Pick: chosen, Local: p, Arm: spec.NewSet(words.TimerCollect)}
		for _, to := range chosen {
			o.Effects = append(o.Effects, spec.SendTo(to, words.Query{Run: p.Run}))
		}
		all = append(all, o)
	}
	return all
}

// collect is lines 7 to 12 of Algorithm 1, 8 to 14 of Algorithm 2. A RESPONSE of an
// older run (D4), of a responder that has answered already (D11) or after the loop
// (D12) changes nothing.
func (b kernel) collect(p Local, from spec.NodeID, r words.Response) outcomes {
	if p.Phase != words.Collect || r.Run != p.Run || p.Responders.Has(from) {
		return only(p)
	}
	p.Responders = p.Responders.With(from)
	p.Candidates = p.Candidates.Union(r.Candidates)
	last := len(p.Responders) > b.C
	o := spec.Outcome[Local]{}
	if best := spec.Lowest(p.Candidates); best != p.ID && (last || b.Protocol.Streams()) {
		p.ID, p.Confirmed = best, false
		o.Effects = []spec.Effect{spec.SendTo(best, words.Notify{Run: p.Run})}
	}
	if last {
		o.Disarm = spec.NewSet(words.TimerCollect)
		if p.Confirmed {
			p = done(p)
		} else {
			p.Phase = words.Await
			o.Arm = spec.NewSet(words.TimerAwait)
		}
	}
	o.Local = p
	return outcomes{o}
}

// done is the end of a run: the awaited LEADER has come.
func done(p Local) Local {
	p.Phase = words.Done
	p.Responders, p.Candidates, p.ID, p.Confirmed = nil, nil, spec.None, false
	return p
}

// follow is line 24 under the rule, and the end of the wait of line 13: the
// awaited LEADER is that of the process notified last in the present run (D8). It may
// come before the loop has ended.
func (b kernel) follow(p Local, from spec.NodeID, l words.Leader) outcomes {
	if b.adopts(p, from, l) {
		p.Leader = from
		if b.Rule == words.Tagged {
			p.Tag = l.Run
		}
	}
	if from != p.ID || l.Run != p.Run {
		return only(p)
	}
	if p.Phase == words.Collect {
		p.Confirmed = true
		return only(p)
	}
	return outcomes{{Local: done(p), Disarm: spec.NewSet(words.TimerAwait)}}
}

// adopts is the rule for a LEADER (D3).
func (b kernel) adopts(p Local, from spec.NodeID, l words.Leader) bool {
	switch b.Rule {
	case words.Last:
		return true
	case words.Lowest:
		return p.Leader == spec.None || from < p.Leader
	default:
		return l.Run > p.Tag || l.Run == p.Tag && from < p.Leader
	}
}
