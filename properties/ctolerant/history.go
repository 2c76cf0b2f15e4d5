package ctolerant

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

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
