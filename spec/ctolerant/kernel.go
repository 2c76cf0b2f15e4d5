package ctolerant

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Local is what a process knows. The fields from Phase on are those of an
// initiator, the local variables of INITIATEELECTION.
type Local struct {
	// List is the membership list. Met is whom it has held at some time, kept where RESPONSEs say
	// whom their senders have lost (D23).
	List, Met spec.Set
	// Suspicions is how often the process suspects each other one, its unhealthiness
	// metric; nil where the configuration has none.
	Suspicions []int
	// Leader is whom the process follows, None at first.
	Leader spec.NodeID
	// Tag is that of the LEADER adopted last, under the rules that look at tags.
	Tag words.Tag
	// Phase is where the process's own election stands.
	Phase words.Phase
	// Run numbers the runs of the election from 1.
	Run int
	// X and Y are how many of the lowest and of the unhealthiest processes a run asks for.
	X, Y int
	// Responders is the paper's receivedIds, R.
	Responders spec.Set
	// Candidates unites whom the responders proposed, Unhealthy whom they reported: the
	// paper's candidates and excludes.
	Candidates, Unhealthy spec.Set
	// ID is the process that was chosen last in this run, Seq how many NOTIFYLEADERs the
	// run has sent.
	ID  spec.NodeID
	Seq int
	// Confirmed tells that the LEADER of ID came while RESPONSEs were still collected,
	// which a run that streams must remember (D8).
	Confirmed bool
	// Doubted tells that an answer which was counted since ID was notified comes from a process
	// that has lost a lower one: ID may have died before that one did (D23).
	Doubted bool
	// Notified are those that were sent NOTIFYLEADER in this run, where a process is
	// notified once (D13).
	Notified spec.Set
	// Version is how many of the process's own changes of the membership have happened.
	Version int
	// Announced is the latest tag with which the process has announced itself, kept where
	// others may join and hear it again (D20).
	Announced words.Tag
	// Election is the number of the election that the process began last, 0 before.
	Election int
	// Rival is the election for which the process has abandoned its own, while it is Yielded.
	Rival words.Election
}

// State is a global state of the election.
type State = spec.State[Local]

// Handlers returns the handlers of the protocol that the configuration names: Base, Optimistic,
// Preferred or Hybrid, Algorithms 1 to 4. inputs says what the environment would tell a
// process now.
func Handlers(cfg words.Config, inputs func(spec.NodeID, Local, spec.Set) []spec.Body) spec.Handlers[Local] {
	b := kernel{cfg}
	return spec.Handlers[Local]{
		Fresh:  b.fresh,
		Handle: b.handle,
		Inputs: inputs,
	}
}

type (
	kernel   struct{ words.Config }
	outcome  = spec.Outcome[Local]
	outcomes = []outcome
)

func (b kernel) fresh(at spec.NodeID) Local {
	p := Local{List: b.Lists[at], Leader: spec.None, Phase: words.Idle, X: b.X, Y: b.Y, ID: spec.None}
	if b.Suspicions != nil {
		p.Suspicions = b.Suspicions[at]
	}
	if b.renews() {
		p.Met = p.List
	}
	return p
}

// handle is the table of handlers: INITIATEELECTION and its loop, then the membership, then
// RECVMESSAGE (Algorithm 3, lines 26 to 37; Base and Optimistic are x = 1 and y = 0 of it).
func (b kernel) handle(p Local, _ any, a spec.Action) outcomes {
	switch a.Timer {
	case words.TimerCollect:
		return b.resend(p, a)
	case words.TimerAwait:
		return b.begin(p, a) // with the present x and y
	case words.TimerTakeover:
		return b.takeOver(p, a)
	}
	switch body := a.Msg.Body.(type) {
	case words.Start:
		p.Election = p.Tag.Election.Number + 1
		return b.begin(p, a)
	case words.Purge:
		p.List = p.List.Without(body.Node)
		return only(p)
	case words.Suspect:
		p.Suspicions = slices.Clone(p.Suspicions)
		p.Suspicions[body.Node] = body.Count
		return only(p)
	case words.Missed:
		p.Suspicions = slices.Clone(p.Suspicions)
		p.Suspicions[body.Node]++
		return only(p)
	case words.Forget, words.Learn, words.Join, words.Leave:
		return b.change(p, a)
	}
	if b.outside(a.At, p) {
		return b.fromOutside(p, a)
	}
	return b.receive(p, a)
}

// receive is RECVMESSAGE, and what the membership service says of others.
func (b kernel) receive(p Local, a spec.Action) outcomes {
	switch body := a.Msg.Body.(type) {
	case words.Query:
		asker := words.Election{Number: body.Election, Initiator: a.Msg.From}
		o := b.hear(p, a.At, asker)
		r := b.answer(a.At, o.Local, body)
		r.Rival = b.rivalOf(o.Local, a.At, asker)
		o.Effects = []spec.Effect{spec.SendTo(a.Msg.From, r)}
		return outcomes{o}
	case words.Response:
		if o := b.hear(p, a.At, body.Rival); o.Local.Phase == words.Yielded {
			return outcomes{o}
		}
		return b.collect(p, a, body)
	case words.Notify:
		o := outcome{Local: p}
		if !b.Interprets(words.QueryOnly) {
			o = b.hear(p, a.At, body.Election)
		}
		o.Local = b.announce(o.Local, words.Tag(body))
		o.Effects = []spec.Effect{spec.MulticastAll(words.Leader(body))}
		return outcomes{o}
	case words.Leader:
		return b.follow(p, a, body)
	case words.Joined:
		return b.welcome(p, a)
	case words.Left:
		p.List = p.List.Without(a.Msg.From)
	}
	return only(p)
}

func only(p Local, effects ...spec.Effect) outcomes {
	return outcomes{{Local: p, Effects: effects}}
}

// begin is lines 1 to 3, a new run with everything reset (D10). Whoever knows too few
// waits instead (D7).
func (b kernel) begin(p Local, a spec.Action) outcomes {
	candidates, unhealthy := p.Candidates, p.Unhealthy
	p = forget(p)
	if b.Interprets(words.KeepAnswers) {
		p.Candidates, p.Unhealthy = candidates, unhealthy
	}
	p.Run++
	if !b.knowsEnough(p) {
		p.Phase = words.Blocked
		return outcomes{{Local: p, Disarm: spec.NewSet(words.TimerCollect)}}
	}
	p.Phase = words.Collect
	return b.query(p, a, p.List, b.Quorum())
}

// knowsEnough tells whether so many are known that a run can succeed (D7).
func (b kernel) knowsEnough(p Local) bool {
	if b.Interprets(words.BlockBelowK) {
		return len(p.List) >= b.Quorum()
	}
	return len(p.List) > b.C
}

// forget resets what belongs to one run.
func forget(p Local) Local {
	p.Responders, p.Candidates, p.Unhealthy, p.Notified = nil, nil, nil, nil
	p.ID, p.Seq, p.Confirmed, p.Doubted = spec.None, 0, false, false
	return p
}

// resend is lines 5 and 6: ask k-#R that have not answered.
func (b kernel) resend(p Local, a spec.Action) outcomes {
	return b.query(p, a, p.List.Minus(p.Responders), b.Quorum()-len(p.Responders))
}

// query sends QUERY to some n of the targets, or to all where there are fewer.
func (b kernel) query(p Local, a spec.Action, targets spec.Set, n int) outcomes {
	var all outcomes
	for chosen := range a.Picks(targets, min(n, len(targets))) {
		o := outcome{Pick: chosen, Local: p, Arm: spec.NewSet(words.TimerCollect)}
		for _, to := range chosen {
			query := words.Query{Run: p.Run, X: p.X, Y: p.Y, Election: p.Election}
			o.Effects = append(o.Effects, spec.SendTo(to, query))
		}
		all = append(all, o)
	}
	return all
}

// collect is the loop's body and what stands behind the loop: lines 7 to 12 of Algorithm 1,
// 8 to 14 of Algorithm 2, 8 to 20 of Algorithm 3, 8 to 23 of Algorithm 4. A RESPONSE
// of an older run (D4), of a responder that has answered already (D11) or after the loop
// (D12) changes nothing.
func (b kernel) collect(p Local, a spec.Action, r words.Response) outcomes {
	older := r.Run != p.Run && !b.Interprets(words.AcceptOld)
	if p.Phase != words.Collect || older || p.Responders.Has(a.Msg.From) {
		return only(p)
	}
	p.Responders = p.Responders.With(a.Msg.From)
	p.Candidates = p.Candidates.Union(r.Candidates)
	p.Unhealthy = p.Unhealthy.Union(r.Unhealthy)
	p.Doubted = p.Doubted || slices.ContainsFunc(r.Lost, func(id spec.NodeID) bool { return id < p.ID })
	last := len(p.Responders) > b.C
	leaders := p.Candidates.Minus(p.Unhealthy)
	if b.Interprets(words.NotifyKnown) { // D18
		leaders = leaders.Minus(leaders.Minus(p.List))
	}
	switch {
	case !last && !b.Protocol.Streams():
		return only(p)
	case len(leaders) == 0 && !last && b.Interprets(words.WaitWhenEmpty): // D9
		return only(p)
	case len(leaders) == 0: // lines 14 to 17 of Algorithm 3, 13 to 17 of Algorithm 4
		p.X, p.Y = min(b.Nodes, p.X+1), max(0, p.Y-1)
		return b.begin(p, a)
	}
	o := b.choose(p, a.At, spec.Lowest(leaders))
	if last {
		o = leaveLoop(renew(o, a.At))
	}
	return outcomes{o}
}

// renews tells whether one that was notified in the loop may be notified again when it ends (D23).
func (b kernel) renews() bool {
	return b.Protocol.Streams() && !b.Interprets(words.TrustConfirmed) && !b.Interprets(words.NotifyOnce)
}

// renew notifies the chosen process again if it is doubted: what it has answered so far does
// not count.
func renew(o outcome, at spec.NodeID) outcome {
	if !o.Local.Doubted {
		return o
	}
	o.Local.Confirmed, o.Local.Doubted = false, false
	return notify(o.Local, at)
}

// choose notifies the process if it is another one than before (lines 19 to 22 of
// Algorithm 4), also where it was notified before that one (D13).
func (b kernel) choose(p Local, at, best spec.NodeID) outcome {
	if best == p.ID {
		return outcome{Local: p}
	}
	p.ID, p.Confirmed, p.Doubted = best, false, false
	if b.Interprets(words.NotifyOnce) {
		if p.Notified.Has(best) {
			return outcome{Local: p}
		}
		p.Notified = p.Notified.With(best)
	}
	return notify(p, at)
}

// notify sends NOTIFYLEADER to the process that was chosen last.
func notify(p Local, at spec.NodeID) outcome {
	p.Seq++
	msg := words.Notify{Run: p.Run, Seq: p.Seq, Election: own(p, at)}
	return outcome{Local: p, Effects: []spec.Effect{spec.SendTo(p.ID, msg)}}
}

// leaveLoop goes on to the wait for the LEADER, unless it has come.
func leaveLoop(o outcome) outcome {
	o.Disarm = spec.NewSet(words.TimerCollect)
	if o.Local.Confirmed {
		o.Local = done(o.Local)
		return o
	}
	o.Local.Phase = words.Await
	o.Arm = spec.NewSet(words.TimerAwait)
	return o
}

// done is the end of a run: the awaited LEADER has come.
func done(p Local) Local {
	p = forget(p)
	p.Phase, p.Rival = words.Done, words.Election{}
	return p
}

// follow is line 24 of Algorithm 1 under the rule, and the end of the wait: the awaited
// LEADER is that which answers the last NOTIFYLEADER of the present run (D8). It may come
// before the loop has ended. The LEADER of an election that goes before ends one's own.
func (b kernel) follow(p Local, a spec.Action, l words.Leader) outcomes {
	p = b.adopt(p, a.Msg.From, l)
	mine := own(p, a.At)
	answers := l.Election == mine && l.Run == p.Run && (l.Seq == p.Seq || b.Interprets(words.NotifyOnce))
	awaited := a.Msg.From == p.ID && (answers || b.Interprets(words.AnyLeader))
	switch {
	case p.Phase == words.Yielded && !before(p.Rival, l.Election):
		return outcomes{{Local: done(p), Disarm: spec.NewSet(words.TimerTakeover)}}
	case b.yieldsTo(p, a.At, l.Election) && !b.Interprets(words.QueryOnly):
		return outcomes{{Local: done(p), Disarm: spec.NewSet(words.TimerCollect, words.TimerAwait)}}
	case p.Phase == words.Await && awaited:
		return outcomes{{Local: done(p), Disarm: spec.NewSet(words.TimerAwait)}}
	case p.Phase == words.Collect && awaited && !b.Interprets(words.AwaitAfterLoop):
		p.Confirmed = true
	}
	return only(p)
}

// adopt is the rule for a LEADER (D3).
func (b kernel) adopt(p Local, from spec.NodeID, l words.Leader) Local {
	lower := p.Leader == spec.None || from < p.Leader
	tag := words.Tag(l)
	switch b.Rule {
	case words.Last:
		p.Leader = from
	case words.Lowest:
		if lower {
			p.Leader = from
		}
	case words.Run:
		tag.Seq = 0
		if later(tag, p.Tag) || tag == p.Tag && lower {
			p.Leader, p.Tag = from, tag
		}
	default:
		if later(tag, p.Tag) {
			p.Leader, p.Tag = from, tag
		}
	}
	return p
}
