package ctolerant

import (
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

// hasAnswered reports whether that process has answered the run.
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
