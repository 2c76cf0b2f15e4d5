package gathering

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/properties/polling"
	"github.com/scrutineer-go/scrutineer/spec"
	division "github.com/scrutineer-go/scrutineer/spec/coordination/words"
	"github.com/scrutineer-go/scrutineer/spec/gathering/words"
	specification "github.com/scrutineer-go/scrutineer/spec/polling"
	request "github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// allPoll is a property beside those of polling.
const allPoll = "AllPoll"

// sawSwitched is seen if a worker has used slots of two timeframes.
const sawSwitched = "Switched"

// assumeViews says that no two workers that are up and have slots hold different divisions for longer than Spread.
const assumeViews = "EqualViews"

// judge judges in one configuration.
type judge struct {
	words.Config
	polling.Judge[state]
}

func newJudge(cfg words.Config) judge {
	j := judge{Config: cfg}
	j.Judge = polling.Judge[state]{Config: cfg.Polling(), Of: polls, Slot: j.slot}
	return j
}

// polls reads what a process knows of polling.
func polls(id spec.NodeID, s *state) *specification.Local {
	l := polling.Abstraction(id, &s.Upper)
	return &l
}

// slot is the length of the shortest slot of a worker in any division.
func (j judge) slot(id spec.NodeID, _ *specification.Local) time.Duration {
	if j.Period == 0 {
		return spec.Milliseconds(j.Spacing)
	}
	sharers := 0
	for _, other := range j.All() {
		if j.Key(other) == j.Key(id) {
			sharers++
		}
	}
	return spec.Milliseconds(j.Period / sharers)
}

// allPoll: each worker to which its engine has told slots has used one in its last period that began after its silence.
func (j judge) allPoll(v view) error {
	for id, p := range v.All() {
		if !j.IsWorker(id) {
			continue
		}
		w, period := &p.Upper.Worker, spec.Milliseconds(p.Lower.Told[0].(division.Frame).Period)
		if period == 0 {
			continue
		}
		since := v.Reading(id) - max(w.Slot, w.Quiet)
		if since > period+spec.Milliseconds(j.Jitter) {
			return fmt.Errorf("%s has used no slot for %s, and its period is %s", id, since, period)
		}
	}
	return nil
}

// watch returns a function that records the assumptions that a run breaks, and whether a worker has switched.
func (j judge) watch() func(scrutineer.Step[state]) {
	polls, views := polling.Watch[state](j.Judge.Config), newViews(j.Workers)
	return func(s scrutineer.Step[state]) {
		polls(s)
		if at := s.Action.At; j.IsWorker(at) {
			p := s.After.State(at)
			s.Broke(assumeViews, views.longest(s.After.Now()) > spec.Milliseconds(j.Spread))
			views.take(at, p, s.After.Now())
			s.Saw(sawSwitched, p != nil && s.Action.Timer == request.ClockSlot && views.switches(at, p))
		}
	}
}
