package rsdp

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// endDebates ends the window of STATUS: what was answered is aggregated and shared, and is the first
// state of a replica that has none. Then the mutex is free.
func (s *Step) endDebates() {
	statuses := s.Local.Statuses
	share := words.Share{Life: s.sent(s.Local.Life), Lives: livesOf(statuses)}
	for k, r := range s.reducers {
		aggregate := r.AggregateState(s.context(s.At, s.Local), s.Local.Values[k], ballotsOf(statuses, k))
		share.Data = append(share.Data, aggregate)
		s.initialise(k, aggregate)
	}
	if len(statuses) > 0 {
		s.effect(spec.BroadcastTo(words.TopicReplicas, share))
	}
	s.Local.Statuses, s.Local.Debating = nil, false
	s.release()
}

// initialise gives a reducer that knows nothing its first value.
func (s *Step) initialise(k int, aggregate any) {
	r, own := s.reducers[k], s.Local.Values[k]
	if !codec.Same(own, r.Beginning) {
		return
	}
	asItIs := s.Interprets(words.InitialUnsanitised) && len(s.Local.Statuses) > 0
	if asItIs || r.SanitizeShareState(s.context(s.At, s.Local), aggregate) {
		s.become(k, aggregate, !s.Interprets(words.Silent))
	}
}

// release has those go on who wait for the mutex.
func (s *Step) release() {
	for _, hello := range s.Local.Hellos {
		s.answer(hello)
	}
	s.Local.Hellos = nil
	if s.Interprets(words.ClosesFirst) {
		s.releaseCloses()
		s.releaseShares()
	} else {
		s.releaseShares()
		s.releaseCloses()
	}
	if s.Local.Again {
		s.Local.Again = false
		s.Resync()
	}
}

// releaseShares takes the batch that is due; those that wait for the next window open it.
func (s *Step) releaseShares() {
	if !s.Local.Due {
		return
	}
	s.takeBatch()
	s.Local.Due = false
	s.Local.Shares, s.Local.Next = s.Local.Next, nil
	if len(s.Local.Shares) > 0 {
		s.arm(words.TimerShare)
	}
}

func (s *Step) releaseCloses() {
	closes := s.Local.Closes
	s.Local.Closes = nil
	s.closed(closes)
}

// endWindow ends the window of SHARE: the batch is taken, or is due when the mutex is free.
func (s *Step) endWindow() {
	if s.Local.Debating {
		s.Local.Due = true
		return
	}
	s.takeBatch()
}

// takeBatch aggregates what was shared, and takes what is valid for the state (SHARE, section 2.2).
func (s *Step) takeBatch() {
	for k, r := range s.reducers {
		c, own := s.context(s.At, s.Local), s.Local.Values[k]
		aggregate := r.AggregateShareState(c, own, ballotsOf(s.Local.Shares, k))
		if !r.SanitizeShareState(c, aggregate) {
			continue
		}
		tells := !s.Interprets(words.Silent) || r.ShouldReload(c, own, aggregate)
		s.become(k, r.UpdateState(c, own, aggregate), tells)
	}
	s.Local.Shares = nil
}

// closed takes out of the state who has left, but for CLOSEs of lives that have been succeeded.
func (s *Step) closed(closes []Close) {
	var closers spec.Set
	for _, c := range closes {
		if c.Life < s.Local.Lives[c.From] {
			continue
		}
		s.Local.Lives = set(s.Local.Lives, int(c.From), c.Life)
		closers = closers.With(c.From)
		if !s.Interprets(words.NoTombstones) {
			s.Local.Gone = s.Local.Gone.With(c.From)
		}
	}
	if len(closers) == 0 {
		return
	}
	for k, r := range s.reducers {
		value := r.AggregateCloseState(s.context(s.At, s.Local), s.Local.Values[k], closers)
		s.become(k, value, !s.Interprets(words.Silent))
	}
}

// become gives a reducer a value, and tells the client of it if it is another (a14).
func (s *Step) become(k int, value any, tells bool) {
	changes := !codec.Same(s.Local.Values[k], value)
	s.Local.Values = set(s.Local.Values, k, value)
	if changes && tells {
		s.Local.Told = set(s.Local.Told, k, s.reducers[k].NormalizeState(s.context(s.At, s.Local), value))
	}
}

// context is what a reducer is told of the replica.
func (e Engine) context(at spec.NodeID, l Local) Context {
	return Context{Self: at, Order: e.Order(at), Gone: l.Gone}
}

func set[T any](list []T, at int, x T) []T {
	list = slices.Clone(list)
	list[at] = x
	return list
}
