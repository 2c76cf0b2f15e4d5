package ctolerant

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// preference: when the election is over, everybody follows the lowest whom the c+1 answers
// of its last run proposed and none of them reported. That is what a run can promise: who
// is unhealthy and reported by nobody whom it asks may well be elected (X12).
func preference(cfg words.Config) func(State) error {
	return func(st State) error {
		s, h := st.State.State, st.State.Ghost.Heard
		if s.Nodes[cfg.Initiator].Phase != words.Done {
			return nil
		}
		for _, i := range s.Alive {
			if l := s.Nodes[i].Leader; l != h.Chosen {
				return fmt.Errorf("%s follows %s, and by the answers to run %d it must be %s", i, l, h.Run, h.Chosen)
			}
		}
		return nil
	}
}

// fewRestarts is CT-7: at most y runs, y being that of the first one, find nobody.
func fewRestarts(cfg words.Config) func(State) error {
	return func(st State) error {
		if n := st.State.Ghost.Empties; n > cfg.Y {
			return fmt.Errorf("the election began again %d times because the answers left nobody, y is %d", n, cfg.Y)
		}
		return nil
	}
}

// restartsHaveCause: without a crash, a loss and a premature timeout no run is repeated but
// for answers that leave nobody.
func restartsHaveCause(cfg words.Config) func(State) error {
	return func(st State) error {
		g := st.State.Ghost
		if run := st.State.State.Nodes[cfg.Initiator].Run; !g.Caused && run > 1+g.Empties {
			return fmt.Errorf("run %d was begun after %d without a result, and nothing has failed", run, g.Empties)
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
		p := s.Nodes[cfg.Initiator]
		for _, m := range s.Flight {
			notify, ok := m.Body.(words.Notify)
			if ok && !cfg.Protocol.Streams() && p.Phase == words.Collect && notify.Run == p.Run {
				return fmt.Errorf("%s was notified when %s had answered", m.To, p.Responders)
			}
		}
		return nil
	}
}
