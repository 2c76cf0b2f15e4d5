package scrutineer

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/panics"
)

// A step or a property that does not return cannot be ended from outside. When the time of a test is nearly over, Check
// leaves such a run behind. It runs the plan again with guarded functions and says which of them does not return.

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

// end returns the runs that had begun, and forgets them.
func (u *underWay) end() []int {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	runs := u.runs
	u.runs = nil
	return runs
}

// ended calls run, which runs a campaign, and returns its result. If run has not returned when over is sent to, ended
// calls why. If why returns a sentence, ended returns that as an error and leaves run behind; else it waits for run.
func ended(
	over <-chan time.Time, why func() string, run func() (*campaign.Result, error),
) (*campaign.Result, error) {
	type end struct {
		r   *campaign.Result
		err error
	}
	done := make(chan end, 1)
	go func() {
		e := end{err: errors.New(panics.Exited)} // the result if run ends this goroutine by runtime.Goexit
		defer func() { done <- e }()
		e.r, e.err = run()
	}()
	select {
	case e := <-done:
		return e.r, e.err
	case <-over:
	}
	if said := why(); said != "" {
		return nil, errors.New(said)
	}
	e := <-done
	return e.r, e.err
}

// stuck returns a sentence that names the first run, of these of a seed, that does not end, and the function that does
// not return. It returns "" if all of them end.
func stuck(h campaign.Harness, seed uint64, runs []int, guards func() (guardedRuns, error)) string {
	for _, run := range runs {
		guarded, err := guards()
		if err != nil {
			return err.Error()
		}
		plan := h.PlanOf(campaign.Options{Seed: seed}, run)
		if at := guarded.stops(func() { campaign.Replay(guarded.Harness, plan) }); at != "" {
			return fmt.Sprintf("run %d of seed %d: %s does not return, and when the plan is run again it does not "+
				"either: is there a loop without end?", run, seed, at)
		}
	}
	return ""
}
