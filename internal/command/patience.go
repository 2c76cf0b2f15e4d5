package command

import (
	"context"
	"time"
)

// patience is how long a campaign that is interrupted may take to come to its end by itself. What
// it asks often whether it is to end is the world; to open a configuration of thousands of
// processes, or a single step of them, takes longer, and a process's own code as long as it likes.
const patience = 1500 * time.Millisecond

// giveUp ends what has not ended by itself meanwhile. The folder of a campaign is whole at any
// time: nothing is lost but the runs that are not in its result yet.
func giveUp(after time.Duration, ended <-chan struct{}, exit func()) {
	select {
	case <-ended:
	case <-time.After(after):
		exit()
	}
}

// before reports whether the work is done before the context is, and does not wait for it then.
func before(ctx context.Context, work func()) bool {
	done := make(chan struct{})
	go func() {
		defer close(done)
		work()
	}()
	select {
	case <-done:
		return true
	case <-ctx.Done():
		return false
	}
}
