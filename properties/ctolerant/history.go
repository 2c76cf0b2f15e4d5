package ctolerant

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Ghost is the history that properties need and no process keeps. What is kept of initiators
// has an element for each process.
type Ghost struct {
	// Lately are the processes that were the lowest of the group at some instant since the
	// initiator's last run began to ask.
	Lately []spec.Set
	// Heard are the answers of the initiator's last run.
	Heard []Heard
	// Empties is how often the initiator began again because the answers left nobody.
	Empties []int
	// Answered are the lists from which the initiator's last run was answered.
	Answered []Answered
	// Lacked has for each initiator that lives, and each process of the group, who of the group
	// has lacked it at some instant since the initiator's last run began to ask; nil unless c is held
	// over runs.
	Lacked [][]spec.Set
	// Troubled tells of each initiator whether something has happened since then for which that
	// run may have to be repeated; nil where nobody asks.
	Troubled []bool
	// Caused tells that a crash, a loss or a premature timeout has happened, or that somebody
	// has left. Budget and state show it too, so that no TLA+ module needs it.
	Caused bool `tla:"-"`
	// Membership is who is in the group, and the lists; a TLA+ module sees both.
	Membership membership `tla:"-"`
}

// Heard is what the answers to one run say, read from the RESPONSEs that are delivered.
type Heard struct {
	// Run is the newest that a RESPONSE has answered, From whose they were. With the
	// (c+1)-th From, Proposed and Reported are evaluated and forgotten.
	Run  int
	From spec.Set
	// Proposed and Reported unite the candidates and the unhealthy of the answers.
	Proposed, Reported spec.Set
	// Chosen is the lowest that was proposed and not reported in c+1 answers, None before.
	Chosen spec.NodeID
	// Missed tells that the lowest of the group stood in none of the lists of those c+1.
	Missed bool
}

// Answered are the lists of those that have answered a run, at the time of their answers. It
// is kept where lists change otherwise than by purges.
type Answered struct {
	// Run is the newest of which a QUERY was answered.
	Run int
	// Lists has for each process whom its list held at one of its answers.
	Lists []spec.Set
	// Older has for each process whom its list held at one of its answers to an older run, where
	// such answers count (D4).
	Older []spec.Set
}

// unanswered is what is known of so many processes before any has answered.
func unanswered(nodes int) Answered {
	return Answered{Lists: make([]spec.Set, nodes), Older: make([]spec.Set, nodes)}
}

// ghost is the history under a configuration, with what has troubled runs or without.
func ghost(cfg words.Config, troubles bool) spec.Ghost[Ghost] {
	first := Ghost{
		Lately: make([]spec.Set, cfg.Nodes), Heard: make([]Heard, cfg.Nodes), Empties: make([]int, cfg.Nodes),
		Answered: make([]Answered, cfg.Nodes), Membership: newMembership(cfg),
	}
	if troubles {
		first.Troubled = make([]bool, cfg.Nodes)
	} else if len(cfg.Churn) == 0 && cfg.Held == "" {
		first.Membership.Lists = nil
	}
	if cfg.Held.OverRuns() {
		first.Lacked = make([][]spec.Set, cfg.Nodes)
		for i := range first.Lacked {
			first.Lacked[i] = make([]spec.Set, cfg.Nodes)
		}
	}
	for i := range cfg.Nodes {
		first.Heard[i].Chosen = spec.None
		first.Answered[i] = unanswered(cfg.Nodes)
	}
	return guarded(cfg, spec.Ghost[Ghost]{Init: first, Step: func(g Ghost, a spec.Action, up spec.Set) Ghost {
		g.Caused = g.Caused || isCause(&a)
		g.Membership = g.Membership.after(cfg, &a)
		group := g.Membership.group(up)
		lowest := spec.Lowest(group)
		g.Lately = withLowest(g.Lately, a, lowest)
		g.Lacked = g.withLacking(a, group)
		g.Troubled = g.withTrouble(cfg, a, group)
		switch body := a.Msg.Body.(type) {
		case words.Query:
			if a.Name == deliverQuery && len(cfg.Churn) > 0 && !g.Membership.Outside.Has(a.At) {
				list := seen(cfg, g.Membership.Lists, a.At)
				g.Answered = slices.Clone(g.Answered)
				g.Answered[a.Msg.From] = g.Answered[a.Msg.From].with(cfg, body.Run, a.At, list)
			}
		case words.Response:
			if a.Name == DeliverResponse {
				g.Heard = slices.Clone(g.Heard)
				g.Heard[a.At] = g.Heard[a.At].with(cfg, a.Msg.From, body, lowest, g.Answered[a.At])
				if len(a.Pick) > 0 {
					g.Empties = slices.Clone(g.Empties)
					g.Empties[a.At]++
				}
			}
		}
		return g
	}})
}

// withLowest returns the lowest of each initiator's last run with the present one.
func withLowest(lately []spec.Set, a spec.Action, lowest spec.NodeID) []spec.Set {
	all, begins := lately, beginsRun(a)
	for i, since := range lately {
		switch {
		case begins && spec.NodeID(i) == a.At:
			since = spec.NewSet(lowest)
		case len(since) > 0:
			since = since.With(lowest)
		}
		if !since.Equal(lately[i]) {
			all = slices.Clone(all)
			all[i] = since
		}
	}
	return all
}

// with returns what was answered with one answer more.
func (r Answered) with(cfg words.Config, run int, k spec.NodeID, list spec.Set) Answered {
	old := cfg.Interprets(words.AcceptOld)
	switch {
	case run < r.Run && !old:
		return r
	case run < r.Run:
		r.Older = slices.Clone(r.Older)
		r.Older[k] = r.Older[k].Union(list)
		return r
	case run == r.Run:
		r.Lists = slices.Clone(r.Lists)
	default:
		older := r.Older
		if old {
			older = slices.Clone(older)
			for i := range older {
				older[i] = older[i].Union(r.Lists[i])
			}
		}
		r = Answered{Run: run, Lists: make([]spec.Set, len(r.Lists)), Older: older}
	}
	r.Lists[k] = r.Lists[k].Union(list)
	return r
}

// with returns what was heard with one RESPONSE more.
func (h Heard) with(
	cfg words.Config, from spec.NodeID, r words.Response, lowest spec.NodeID, answered Answered,
) Heard {
	switch {
	case r.Run < h.Run, r.Run == h.Run && h.Chosen != spec.None:
		return h
	case r.Run > h.Run:
		h = Heard{Run: r.Run, Chosen: spec.None}
	case h.From.Has(from):
		return h
	}
	h.From = h.From.With(from)
	h.Proposed, h.Reported = h.Proposed.Union(r.Candidates), h.Reported.Union(r.Unhealthy)
	if len(h.From) > cfg.C {
		h.Chosen = spec.Lowest(h.Proposed.Minus(h.Reported))
		h.Missed = !answered.someoneSees(cfg, h.From, h.Run, lowest)
		h.From, h.Proposed, h.Reported = nil, nil, nil
	}
	return h
}

// seen is the list from which a process answers, where the lists are these.
func seen(cfg words.Config, lists []spec.Set, k spec.NodeID) spec.Set {
	if cfg.Interprets(words.OmitSelf) {
		return lists[k].Without(k)
	}
	return lists[k]
}

// someoneSees tells whether the list of one of those processes held the other one when it
// answered that run. Where lists change and a newer run has been answered it is not known,
// and nothing is said against it: nobody decides on that run any more.
func (r Answered) someoneSees(cfg words.Config, of spec.Set, run int, wouldBe spec.NodeID) bool {
	if len(cfg.Churn) > 0 && r.Run != run {
		return true
	}
	return slices.ContainsFunc(of, func(k spec.NodeID) bool {
		if len(cfg.Churn) > 0 {
			return r.Lists[k].Has(wouldBe)
		}
		return seen(cfg, cfg.Lists, k).Has(wouldBe) // as long as it loses only the dead
	})
}

// someoneSaw tells whether the list of one of those processes, on whose answers an initiator
// decides, held the other one at one of its answers that count.
func (r Answered) someoneSaw(cfg words.Config, of spec.Set, wouldBe spec.NodeID) bool {
	return r.someoneSees(cfg, of, r.Run, wouldBe) ||
		slices.ContainsFunc(of, func(k spec.NodeID) bool { return len(cfg.Churn) > 0 && r.Older[k].Has(wouldBe) })
}

// isCause tells whether an action is why a run may have to be repeated.
func isCause(a *spec.Action) bool {
	return a.Name == words.KindLeave || a.IsFault() && a.Class() != spec.ClassDuplicate
}

// mayWait tells whether some initiator may have to wait for its list to grow: then others take
// over from it although nothing has failed.
func mayWait(cfg words.Config) bool {
	least := cfg.C + 1
	if cfg.Interprets(words.BlockBelowK) {
		least = cfg.Quorum()
	}
	return slices.ContainsFunc(cfg.Initiators(), func(b spec.NodeID) bool {
		known := cfg.Lists[b].Minus(cfg.Leavers())
		for _, change := range cfg.ChurnAt(b) {
			if change.Does == words.Forgets {
				known = known.Without(change.Node)
			}
		}
		return len(known) < least
	})
}

// The deliveries that are looked at.
const (
	// DeliverResponse is the action by which an initiator is answered.
	DeliverResponse = "DeliverResponse"
	deliverQuery    = "DeliverQuery"
	deliverNotify   = "DeliverNotify"
	deliverLeader   = "DeliverLeader"
	deliverJoined   = "DeliverJoined"
	deliverLeft     = "DeliverLeft"
)

// beginsRun tells whether the action sends the first QUERYs of a run: a run that
// asks nobody picks nobody.
func beginsRun(a spec.Action) bool {
	if len(a.Pick) == 0 || a.Class() == spec.ClassCrashIn {
		return false
	}
	switch a.Name {
	case words.KindStart, words.KindLearn, deliverJoined, DeliverResponse:
		return true
	}
	return a.Timer == words.TimerAwait || a.Timer == words.TimerTakeover
}

// preference: when the elections are over, everybody follows the lowest whom the c+1 answers
// of the last run proposed and none of them reported: of the run of the initiator that made its
// leader, if that is up. This is what a run can promise: who is unhealthy and reported by
// nobody whom it asks may well be elected (X12).
func (c *setting) preference(st State) error {
	if c.areDone(st) != nil {
		return nil
	}
	s := st.State.State
	for _, i := range c.group(s) {
		judged, chosen := false, spec.Set(nil)
		for _, b := range c.by(s.Nodes[i].Tag) {
			judged = judged || s.Alive.Has(b)
			if h := st.State.Ghost.Heard[b]; h.Chosen != spec.None {
				chosen = chosen.With(h.Chosen)
			}
		}
		if l := s.Nodes[i].Leader; judged && !chosen.Has(l) {
			return fmt.Errorf("%s follows %s, and by the answers to the last run it must be in %s", i, l, chosen)
		}
	}
	return nil
}

// fewRestarts is CT-7: at most y runs, y being that of the first one, find nobody. That x has grown
// shows also those after which the initiator knew too few to ask again.
func (c *setting) fewRestarts(st State) error {
	for i, n := range st.State.Ghost.Empties {
		if n = max(n, st.State.State.Nodes[i].X-c.X); n > c.Y {
			return fmt.Errorf("%d began again %d times because the answers left nobody, y is %d", i, n, c.Y)
		}
	}
	return nil
}

// restartsHaveCause: without a crash, a loss and a premature timeout, and where nobody leaves
// and no initiator may have to wait, no run of a first election is repeated but for answers that
// leave nobody. And whatever has happened before, no run comes to nothing that nothing has
// troubled, as far as that is remembered: no initiator awaits a LEADER in vain.
func (c *setting) restartsHaveCause(st State) error {
	g := st.State.Ghost
	if isCalm(st.State.State) {
		if err := inVain(st); err != nil {
			return err
		}
	}
	for i, p := range st.State.State.Nodes {
		if !c.waits && !g.Caused && p.Election == 1 && p.Run > 1+g.Empties[i] {
			return fmt.Errorf("run %d of %d was begun after %d without a result, and nothing has failed",
				p.Run, i, g.Empties[i])
		}
	}
	return nil
}

// answersOK says what a RESPONSE may hold.
func (c *setting) answersOK(st State) error {
	for _, m := range st.State.State.Flight {
		r, ok := m.Body.(words.Response)
		if !ok {
			continue
		}
		switch {
		case len(r.Candidates.Minus(r.Unhealthy)) < len(r.Candidates):
			return fmt.Errorf("%s proposes whom it reports", m)
		case r.Unhealthy.Has(m.From):
			return fmt.Errorf("%s reports its sender", m)
		case len(r.Unhealthy) > c.Y:
			return fmt.Errorf("%s reports more than y = %d", m, c.Y)
		case len(r.Candidates) == 0 && !c.Interprets(words.OmitSelf):
			return fmt.Errorf("%s proposes nobody", m)
		}
	}
	return nil
}

// notifyAfterLoop: where the election does not stream, nobody is notified before c+1 have
// answered.
func (c *setting) notifyAfterLoop(st State) error {
	s := st.State.State
	for _, m := range s.Flight {
		notify, ok := m.Body.(words.Notify)
		if !ok || c.Protocol.Streams() {
			continue
		}
		if p := s.Nodes[m.From]; p.Phase == words.Collect && notify.Run == p.Run {
			return fmt.Errorf("%s was notified when %s had answered", m.To, p.Responders)
		}
	}
	return nil
}
