package ctolerant

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
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
	Empties int         // runs begun again because the answers left nobody
	due     int         // how often a process was to be notified: whenever best changes
	// answered are the lists from which the newest run was answered, where lists change.
	answered Answered
	lately   spec.Set // the lowest of the group since the last run began to ask
	counted  []bool   // the responders of the run that goes on
}

// observe takes a RESPONSE into account. It returns what is wrong with CT-1, if c+1 have
// answered now and nobody of them knows the lowest of the group.
func (s *answers) observe(cfg words.Config, a *spec.Action, wouldBe spec.NodeID) string {
	r, ok := a.Msg.Body.(words.Response)
	if !ok || a.Name != DeliverResponse {
		return ""
	}
	if len(a.Pick) > 0 {
		s.Empties++
	}
	switch {
	case r.Run > s.run:
		s.run, s.from, s.said, s.best, s.chosen = r.Run, nil, nil, spec.None, spec.None
	case r.Run < s.run || s.chosen != spec.None || slices.Contains(s.from, a.Msg.From):
		return ""
	}
	s.from, s.said = append(s.from, a.Msg.From), append(s.said, r)
	last := len(s.from) > cfg.C
	if left := s.lowestLeft(); (last || cfg.Protocol.Streams()) && left != s.best && left != spec.None {
		s.best = left
		s.due++
	}
	if !last {
		return ""
	}
	s.chosen = s.lowestLeft()
	from := s.from
	s.from, s.said = nil, nil
	if someoneSees(cfg, from, s.run, s.answered, wouldBe) {
		return ""
	}
	return fmt.Sprintf("%v have answered run %d, and none of their lists held %s", from, s.run, wouldBe)
}

// askedAgain returns who is asked again by that event although it has answered, None if
// nobody.
func (s *answers) askedAgain(a *spec.Action, run int) spec.NodeID {
	if a.Timer == words.TimerCollect && run == s.run {
		for _, id := range a.Pick {
			if slices.Contains(s.from, id) {
				return id
			}
		}
	}
	return spec.None
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
		s.answered = s.answered.with(q.Run, a.At, m.list(cfg, a.At))
	}
}
