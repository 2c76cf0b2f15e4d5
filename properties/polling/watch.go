package polling

import (
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// What is assumed of a run.
const (
	// AssumeInTime says that clocks differ by no more than the jitter, that how long after its slot begins a request
	// arrives varies by no more than the jitter, and that no clock is moved back.
	AssumeInTime = "InTime"
	// AssumeOnce says that no request is duplicated.
	AssumeOnce = "Once"
)

// Assumptions are those of polling in processes with any states.
func Assumptions[S any](cfg words.Config) []scrutineer.Assumption[S] {
	return []scrutineer.Assumption[S]{
		{Name: AssumeInTime, Kept: func(v scrutineer.View[S]) bool { return clocksAgree(cfg, v) }}, {Name: AssumeOnce},
	}
}

// clocksAgree reports whether clocks differ by no more than the jitter. A clock may have been moved since the last
// step.
func clocksAgree[S any](cfg words.Config, v scrutineer.View[S]) bool {
	var reads span
	for id := range v.All() {
		if id <= cfg.Provider() {
			reads.take(v.Reading(id))
		}
	}
	return reads.length() <= spec.Milliseconds(cfg.Jitter)
}

// Watch returns a function that records when a run breaks an assumption. The store reads no clock.
func Watch[S any](cfg words.Config) func(scrutineer.Step[S]) {
	var (
		ahead  = span{any: true}                         // how far ahead of workers' clocks the provider's is
		late   span                                      // how long after its slot begins a request arrives
		reads  = make([]time.Duration, cfg.Provider()+1) // by process, what its clock read last
		jitter = spec.Milliseconds(cfg.Jitter)
	)
	return func(s scrutineer.Step[S]) {
		provider, back := s.After.Reading(cfg.Provider()), false
		for id := range s.After.All() {
			if id > cfg.Provider() {
				continue
			}
			now := s.After.Reading(id)
			if back = back || now < reads[id]; cfg.IsWorker(id) {
				ahead.take(provider - now)
			}
			reads[id] = now
		}
		if m, is := s.Action.Msg.Body.(words.Request); is && s.Action.Name == spec.Deliver(words.KindRequest) {
			late.take(provider - m.Slot)
		}
		s.Broke(AssumeOnce, s.Action.Name == spec.Duplicate(words.KindRequest))
		s.Broke(AssumeInTime, back || ahead.length() > jitter || late.length() > jitter)
	}
}

// span is the least and the most of some times.
type span struct {
	any         bool
	least, most time.Duration
}

func (s *span) take(t time.Duration) {
	if !s.any {
		s.any, s.least, s.most = true, t, t
	}
	s.least, s.most = min(s.least, t), max(s.most, t)
}

func (s *span) length() time.Duration { return s.most - s.least }
