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
	// ID is the process that was sent NOTIFYLEADER.
	ID spec.NodeID
}

// State is a global state of the election.
type State = spec.State[Local]

// Base returns Algorithm 1, the Base Protocol, under the configuration. inputs
// says what the environment would tell a process now.
func Base(cfg words.Config, inputs func(spec.NodeID, Local, spec.Set) []spec.Body) spec.Model[State] {
	b := base{cfg}
	return spec.Of(spec.Protocol[Local]{
		Nodes:  cfg.Nodes,
		Fresh:  b.fresh,
		Handle: b.handle,
		Inputs: inputs,
	})
}

// X is how many of the lowest processes a Base RESPONSE carries.
const X = 1

type (
	base     struct{ words.Config }
	outcomes = []spec.Outcome[Local]
)

func (b base) fresh(at spec.NodeID) Local {
	return Local{List: b.Lists[at], Leader: spec.None, Phase: words.Idle, ID: spec.None}
}

// handle is the table of handlers: INITIATEELECTION and its loop, then
// RECVMESSAGE (lines 18 to 26).
func (b base) handle(p Local, _ any, a spec.Action) outcomes {
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
func (b base) begin(p Local, a spec.Action) outcomes {
	p.Run++
	p.Phase = words.Collect
	p.Responders, p.Candidates, p.ID = nil, nil, spec.None
	if len(p.List) <= b.C {
		p.Phase = words.Blocked
		return only(p)
	}
	return b.query(p, a, p.List, b.Quorum())
}

// resend is lines 5 and 6: ask k-#R that have not answered.
func (b base) resend(p Local, a spec.Action) outcomes {
	return b.query(p, a, p.List.Minus(p.Responders), b.Quorum()-len(p.Responders))
}

// query sends QUERY to some n of the targets, or to all where there are fewer.
func (b base) query(p Local, a spec.Action, targets spec.Set, n int) outcomes {
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

// collect is lines 7 to 12. A RESPONSE of an older run (D4), of a responder that
// has answered already (D11) or after the loop (D12) changes nothing.
func (b base) collect(p Local, from spec.NodeID, r words.Response) outcomes {
	if p.Phase != words.Collect || r.Run != p.Run || p.Responders.Has(from) {
		return only(p)
	}
	p.Responders = p.Responders.With(from)
	p.Candidates = p.Candidates.Union(r.Candidates)
	if len(p.Responders) <= b.C {
		return only(p)
	}
	p.Phase = words.Await
	p.ID = spec.Lowest(p.Candidates)
	return outcomes{{
		Local:   p,
		Effects: []spec.Effect{spec.SendTo(p.ID, words.Notify{Run: p.Run})},
		Arm:     spec.NewSet(words.TimerAwait),
		Disarm:  spec.NewSet(words.TimerCollect),
	}}
}

// follow is line 24 under the rule, and the end of the wait of line 13: the
// awaited LEADER is that of the process notified in the present run (D8).
func (b base) follow(p Local, from spec.NodeID, l words.Leader) outcomes {
	switch {
	case b.Rule == words.Last,
		b.Rule == words.Lowest && (p.Leader == spec.None || from < p.Leader):
		p.Leader = from
	case b.Rule == words.Tagged && l.Run > p.Tag:
		p.Leader, p.Tag = from, l.Run
	}
	if p.Phase != words.Await || from != p.ID || l.Run != p.Run {
		return only(p)
	}
	p.Phase = words.Done
	p.Responders, p.Candidates, p.ID = nil, nil, spec.None
	return outcomes{{Local: p, Disarm: spec.NewSet(words.TimerAwait)}}
}
