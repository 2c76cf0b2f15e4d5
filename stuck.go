package scrutineer

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/panics"
)

// A step or a property that does not return cannot be ended from outside. If nothing moves for long, Check does the
// same again with guarded functions, and says which of them does not return. It leaves behind what it was doing.

// underWay are the runs of a campaign that have begun since it was last told of its result.
type underWay struct {
	mutex sync.Mutex
	runs  []int
}

// begins records that a run begins.
func (u *underWay) begins(run int) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	u.runs = append(u.runs, run)
}

// ends forgets the runs that had begun.
func (u *underWay) ends() {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	u.runs = nil
}

// all returns the runs in ascending order: which one is named must not depend on which began first.
func (u *underWay) all() []int {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	return slices.Sorted(slices.Values(u.runs))
}

// watched calls f, which moves pulse again and again if it is set, and returns what f returns. If nothing moves and f
// has not returned for long, watched calls why. If why returns a sentence before f returns, watched leaves f behind
// and returns the sentence as an error.
func watched[R any](
	quiet time.Duration, pulse *atomic.Int64, why func() string, f func() (R, error),
) (result R, err error) {
	type end struct {
		result R
		err    error
	}
	done := make(chan end, 1)
	go func() {
		e := end{err: errors.New(panics.Exited)} // the result if f ends this goroutine by runtime.Goexit
		defer func() { done <- e }()
		e.result, e.err = f()
	}()
	if pulse == nil {
		pulse = new(atomic.Int64)
	}
	for {
		before := pulse.Load()
		select {
		case e := <-done:
			return e.result, e.err
		case <-time.After(quiet):
		}
		if pulse.Load() != before {
			continue
		}
		said := make(chan string, 1)
		go func() { said <- why() }()
		select {
		case e := <-done:
			return e.result, e.err
		case text := <-said:
			if text != "" {
				return result, errors.New(text)
			}
		}
	}
}

// Check looks for what does not return when nothing has moved for longQuiet, or, if the test must end soon, for a sixth
// of the time that is left, but at least for leastQuiet.
const longQuiet = 10 * time.Second

// watcher knows how to find out what does not return.
type watcher struct {
	harness campaign.Harness
	seed    uint64 // of a campaign
	guarded func() (guardedRuns, error)
	quiet   time.Duration // how long nothing moves until the watcher looks
}

// runs returns a sentence that names the first run that does not end, of these of the campaign, and the function that
// does not return. It returns "" if all of them end.
func (w *watcher) runs(runs []int) string {
	for _, run := range runs {
		plan := w.harness.PlanOf(campaign.Options{Seed: w.seed}, run)
		if said := w.plan(plan); said != "" {
			return fmt.Sprintf("run %d of seed %d: %s", run, w.seed, said)
		}
	}
	return ""
}

// plan returns a sentence that names the function that does not return in the run of a plan, "" for none.
func (w *watcher) plan(plan faults.Plan) string {
	return w.looks("when the plan is run again", func(g guardedRuns) { campaign.Replay(g.Harness, plan) })
}

// looks calls f with guarded functions, and says which of them does not return; "" for none.
func (w *watcher) looks(again string, f func(guardedRuns)) string {
	guarded, err := w.guarded()
	if err != nil {
		return err.Error()
	}
	function := guarded.stops(w.quiet, func() { f(guarded) })
	if function == "" {
		return ""
	}
	return fmt.Sprintf("%s does not return, and %s it does not either: is there a loop without end?", function, again)
}
