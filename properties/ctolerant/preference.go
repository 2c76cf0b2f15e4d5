package ctolerant

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// preference: when the elections are over, everybody follows the lowest whom the c+1 answers
// of the last run proposed and none of them reported: of the run of the initiator that made its
// leader, if that is up. This is what a run can promise: who is unhealthy and reported by
// nobody whom it asks may well be elected (X12).
func preference(cfg words.Config) func(State) error {
	over, initiators := areDone(cfg), cfg.Initiators()
	return func(st State) error {
		if over(st) != nil {
			return nil
		}
		s := st.State.State
		for _, i := range groupOf(cfg, s) {
			judged, chosen := false, spec.Set(nil)
			for _, b := range by(initiators, s.Nodes[i].Tag) {
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
}

// fewRestarts is CT-7: at most y runs, y being that of the first one, find nobody.
func fewRestarts(cfg words.Config) func(State) error {
	return func(st State) error {
		for i, n := range st.State.Ghost.Empties {
			if n > cfg.Y {
				return fmt.Errorf("%d began again %d times because the answers left nobody, y is %d", i, n, cfg.Y)
			}
		}
		return nil
	}
}

// restartsHaveCause: without a crash, a loss and a premature timeout, and where nobody leaves
// and no initiator may have to wait, no run of a first election is repeated but for answers that
// leave nobody.
func restartsHaveCause(cfg words.Config) func(State) error {
	waits := mayWait(cfg)
	return func(st State) error {
		g := st.State.Ghost
		for i, p := range st.State.State.Nodes {
			if !waits && !g.Caused && p.Election == 1 && p.Run > 1+g.Empties[i] {
				return fmt.Errorf("run %d of %d was begun after %d without a result, and nothing has failed",
					p.Run, i, g.Empties[i])
			}
		}
		return nil
	}
}

// answersOK says what a RESPONSE may hold.
func answersOK(cfg words.Config) func(State) error {
	return func(st State) error {
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
			case len(r.Unhealthy) > cfg.Y:
				return fmt.Errorf("%s reports more than y = %d", m, cfg.Y)
			case len(r.Candidates) == 0 && !cfg.Reads(words.OmitSelf):
				return fmt.Errorf("%s proposes nobody", m)
			}
		}
		return nil
	}
}

// notifyAfterLoop: where the election does not stream, nobody is notified before c+1 have
// answered.
func notifyAfterLoop(cfg words.Config) func(State) error {
	return func(st State) error {
		s := st.State.State
		for _, m := range s.Flight {
			notify, ok := m.Body.(words.Notify)
			if !ok || cfg.Protocol.Streams() {
				continue
			}
			if p := s.Nodes[m.From]; p.Phase == words.Collect && notify.Run == p.Run {
				return fmt.Errorf("%s was notified when %s had answered", m.To, p.Responders)
			}
		}
		return nil
	}
}
