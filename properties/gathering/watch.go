package gathering

import (
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/spec"
	request "github.com/scrutineer-go/scrutineer/spec/polling/words"
)

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

// clocksAgree reports whether clocks differ by no more than the jitter. A clock may have been moved since the last
// step.
func (j judge) clocksAgree(v view) bool {
	var reads span
	for id := range v.All() {
		if id <= j.provider() {
			reads.take(v.Reading(id))
		}
	}
	return reads.length() <= spec.Milliseconds(j.Jitter)
}

// watch returns a function that records when a run breaks an assumption.
func (j judge) watch() func(scrutineer.Step[state]) {
	var (
		jitter = spec.Milliseconds(j.Jitter)
		views  = newViews(j.Workers)
		ahead  = span{any: true}                       // how far ahead of workers' clocks the provider's is
		late   span                                    // how long after its slot begins a request arrives
		reads  = make([]time.Duration, j.provider()+1) // by process, what its clock read last
		last   = make([]time.Duration, j.Workers)      // by worker, the slot of the last request that arrived
	)
	return func(s scrutineer.Step[state]) {
		at, provider, back := s.Action.At, s.After.Reading(j.provider()), false
		if j.isWorker(at) {
			p := s.After.State(at)
			s.Broke(assumeViews, views.longest(s.After.Now()) > spec.Milliseconds(j.Spread))
			views.take(at, p, s.After.Now())
			s.Saw(sawSwitched, p != nil && s.Action.Timer == request.ClockSlot && views.switches(at, p))
		}
		for id := range s.After.All() {
			if id > j.provider() {
				continue
			}
			now := s.After.Reading(id)
			if back = back || now < reads[id]; j.isWorker(id) {
				ahead.take(provider - now)
			}
			reads[id] = now
		}
		if m, is := s.Action.Msg.Body.(request.Request); is && s.Action.Name == spec.Deliver(request.KindRequest) {
			from := s.Action.Msg.From
			s.Broke(assumeOnce, m.Slot <= last[from])
			late.take(provider - m.Slot)
			last[from] = max(last[from], m.Slot)
		}
		s.Broke(assumeInTime, back || ahead.length() > jitter || late.length() > jitter)
	}
}
