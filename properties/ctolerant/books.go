package ctolerant

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// answers are the RESPONSEs to the newest run of an initiator that anybody has answered, as
// they reach it: what the run must be judged by, whatever the initiator makes of them.
type answers struct {
	run     int
	from    []spec.NodeID
	said    []words.Response
	best    spec.NodeID // the lowest that is left by those that have come
	chosen  spec.NodeID // … by c+1 of them
	Empties int         // runs begun again because the answers left nobody, also those that then wait
	begun   int         // the last run that the initiator has begun …
	blocked bool        // … and whether it waits for its list to grow
	sent    Tally       // what was sent in its elections, where others initiate besides
	due     int         // how often a process was to be notified: whenever best changes, and where it is doubted
	doubted bool        // one lower than best is lost at a process whose answer came after best was notified
	// answered are the lists from which the newest run was answered, where lists change.
	answered Answered
	lately   spec.Set    // the lowest of the group since the last run began to ask
	counted  []bool      // the responders of the run that goes on
	notified spec.NodeID // who was sent NOTIFYLEADER last
	troubled bool        // something has happened for which the last run may have to be repeated
}

// observe takes a RESPONSE into account. It returns the c+1 that have answered, if they have
// now and nobody of them knows the lowest of the group.
func (s *answers) observe(cfg words.Config, a *spec.Action, wouldBe spec.NodeID) []spec.NodeID {
	r, ok := a.Msg.Body.(words.Response)
	if !ok || a.Name != DeliverResponse {
		return nil
	}
	switch {
	case r.Run > s.run:
		s.run, s.from, s.said, s.best, s.chosen, s.doubted = r.Run, nil, nil, spec.None, spec.None, false
	case r.Run < s.run || s.chosen != spec.None || slices.Contains(s.from, a.Msg.From):
		return nil
	}
	s.from, s.said = append(s.from, a.Msg.From), append(s.said, r)
	last := len(s.from) > cfg.C
	s.count(r, last, cfg.Protocol.Streams())
	if !last {
		return nil
	}
	s.chosen = s.lowestLeft()
	from := s.from
	s.from, s.said = nil, nil
	if s.answered.someoneSees(cfg, from, s.run, wouldBe) {
		return nil
	}
	return from
}

// count counts whom the initiator notifies for that answer, which may be the last of its run.
func (s *answers) count(r words.Response, last, streams bool) {
	switch left := s.lowestLeft(); {
	case (last || streams) && left != s.best && left != spec.None:
		s.best, s.doubted = left, false
		s.due++
	case slices.ContainsFunc(r.Lost, func(id spec.NodeID) bool { return id < s.best }):
		s.doubted = true
	}
	if last && s.doubted {
		s.due++
	}
}

// hasAnswered tells whether that process has answered the run.
func (s *answers) hasAnswered(run int, id spec.NodeID) bool {
	return run == s.run && slices.Contains(s.from, id)
}

// lowestLeft is the lowest whom somebody proposes and nobody reports.
func (s *answers) lowestLeft() spec.NodeID {
	lowest := spec.None
	for _, r := range s.said {
		for _, id := range r.Candidates {
			reported := slices.ContainsFunc(s.said, func(o words.Response) bool { return o.Unhealthy.Has(id) })
			if !reported && (lowest == spec.None || id < lowest) {
				lowest = id
			}
		}
	}
	return lowest
}

// follow keeps the initiator's book of its last run: the lowest since, and from which
// lists it is answered.
func (s *answers) follow(cfg words.Config, m *membership, initiator spec.NodeID, a *spec.Action, lowest spec.NodeID) {
	switch {
	case a.At == initiator && beginsRun(*a):
		s.lately = spec.NewSet(lowest)
	case len(s.lately) > 0 && !s.lately.Has(lowest):
		s.lately = s.lately.With(lowest)
	}
	q, ok := a.Msg.Body.(words.Query)
	if ok && a.Name == deliverQuery && a.Msg.From == initiator && len(cfg.Churn) > 0 && !m.Outside.Has(a.At) {
		s.answered = s.answered.with(cfg, q.Run, a.At, seen(cfg, m.Lists, a.At))
	}
}

// membership is who is in the group and what the lists are, by what the membership service
// and those that join and leave have said, whatever the processes make of it.
type membership struct {
	// Outside are those that are yet to join, or have left.
	Outside spec.Set
	// Lists are the lists; in a ghost nil where none changes but by purges.
	Lists []spec.Set
}

func newMembership(cfg words.Config) membership {
	return membership{Outside: cfg.Joiners(), Lists: cfg.Lists}
}

// after returns what it is after an action. It shares with what it was what stays.
func (m membership) after(cfg words.Config, a *spec.Action) membership {
	list, edited := m.next(cfg, a)
	if edited && m.Lists != nil {
		m.Lists = slices.Clone(m.Lists)
		m.Lists[a.At] = list
	}
	m.Outside = m.outside(cfg, a)
	return m
}

// next returns the list of the process of an action after it, and whether the action edits it. A process that is down
// has the list of a new one.
func (m *membership) next(cfg words.Config, a *spec.Action) (list spec.Set, edited bool) {
	if _, wentDown := world.Lives(a); wentDown {
		return cfg.Lists[a.At], true
	}
	if m.Lists != nil {
		list = m.Lists[a.At]
	}
	switch body := a.Msg.Body.(type) {
	case words.Purge:
		return list.Without(body.Node), true
	case words.Forget:
		return list.Without(body.Node), true
	case words.Learn:
		return list.With(body.Node), true
	case words.Joined:
		if a.Name == deliverJoined && !m.Outside.Has(a.At) {
			return list.With(a.Msg.From), true
		}
	case words.Left:
		if a.Name == deliverLeft && !m.Outside.Has(a.At) {
			return list.Without(a.Msg.From), true
		}
	}
	return list, false
}

// outside returns who is outside the group after an action. A process that is down is outside as a new one is.
func (m *membership) outside(cfg words.Config, a *spec.Action) spec.Set {
	if _, wentDown := world.Lives(a); wentDown {
		if cfg.Joiners().Has(a.At) {
			return m.Outside.With(a.At)
		}
		return m.Outside.Without(a.At)
	}
	switch a.Msg.Body.(type) {
	case words.Join:
		return m.Outside.Without(a.At)
	case words.Leave:
		return m.Outside.With(a.At)
	}
	return m.Outside
}

// group are those of the living that are in the group.
func (m *membership) group(up spec.Set) spec.Set {
	if len(m.Outside) == 0 {
		return up
	}
	return up.Minus(m.Outside)
}

// group are the processes of a state that are up and in the group.
func (c *setting) group(s specification.State) spec.Set {
	if len(c.Churn) == 0 {
		return s.Alive
	}
	return slices.DeleteFunc(slices.Clone(s.Alive), func(id spec.NodeID) bool {
		return isOutside(c.ChurnAt(id), s.Nodes[id].Version)
	})
}

// isOutside tells whether a process is outside the group when so many of its changes have
// happened.
func isOutside(changes []words.Change, version int) bool {
	n := len(changes)
	return n > 0 && (version == 0 && changes[0].Does == words.Joins ||
		version == n && changes[n-1].Does == words.Leaves)
}

// Tally counts the messages of an election as the paper does: a unicast for each send,
// also to oneself, a multicast for each announcement (Lemma 1, CT-9 to CT-11).
type Tally struct {
	Queries, responses, Notifies int // unicasts
	Multicasts                   int
	Disturbed                    bool // a fault, a TIMEOUT or churn: Lemma 1 speaks of runs without
}

// Count counts what an event sends.
func (t *Tally) Count(e *world.Event) {
	t.Disturbed = t.Disturbed || e.Action.IsFault() || e.Action.Timer != "" || isChurn(e.Action.Name)
	for i := range e.Effects {
		switch effect := &e.Effects[i]; {
		case effect.Kind == impl.Multicast:
			if _, ok := effect.Body.(words.Leader); ok {
				t.Multicasts++
			}
		case effect.Kind == impl.Send:
			switch effect.Body.(type) {
			case words.Query:
				t.Queries++
			case words.Response:
				t.responses++
			case words.Notify:
				t.Notifies++
			}
		}
	}
}

// Unicasts is how many messages went from one process to one.
func (t *Tally) Unicasts() int { return t.Queries + t.responses + t.Notifies }

// judge says what is wrong with the counts of an election that is over after so many
// runs, empties of which found nobody; "" if nothing is. Processes were to be notified least to due
// times: once in a run, and where it streams whenever an answer changes the lowest that
// is left, so c+1 times at most (CT-10, CT-11), and once more where that one is doubted (D23):
// by an answer that changes nothing, so c+1 times at most all the same. Where nothing disturbed it, each of
// the 1 + empties runs asks k and is answered by k (Lemma 1: 2k+1 unicasts, 1 multicast).
func (t *Tally) judge(cfg words.Config, runs, empties, least, due int) string {
	asked := (1 + empties) * min(cfg.Quorum(), len(cfg.Lists[cfg.Initiator]))
	switch {
	case t.Notifies < least || t.Notifies > due || !cfg.Protocol.Streams() && t.Notifies > runs:
		return fmt.Sprintf("processes were notified %d times in %d runs, by the answers it must be %d to %d",
			t.Notifies, runs, least, due)
	case t.Disturbed:
		return ""
	case t.Queries != asked || t.responses != asked:
		return fmt.Sprintf("%d QUERYs and %d RESPONSEs, it must be %d of each", t.Queries, t.responses, asked)
	case t.Multicasts != t.Notifies:
		return fmt.Sprintf("%d processes were notified, and %d announced themselves", t.Notifies, t.Multicasts)
	}
	return ""
}
