package systems

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Loss is how a group has noticed that it lost its leader. The times are in milliseconds since then.
type Loss struct {
	// First is when the first of the others suspected the leader, or knew of the loss.
	First int `json:"first"`
	// All is when the last of the others knew.
	All int `json:"all"`
	// Elected is when the last of the others followed the next leader; 0 if the system elects nobody.
	Elected int `json:"elected"`
}

// with returns the loss with one more process, which knows of it after a number of milliseconds. first says that it is
// the first process.
func (l Loss) with(knows int, first bool) Loss {
	if first {
		return Loss{First: knows, All: knows}
	}
	l.First, l.All = min(l.First, knows), max(l.All, knows)
	return l
}

// patience is how long a group may take to agree, or to notice a loss and to elect the next leader.
const patience = time.Minute

// await waits until is reports true. It returns the error of is, or the cause of the context's end, or late after a
// minute.
func await(ctx context.Context, late error, is func() (bool, error)) error {
	ctx, cancel := context.WithTimeoutCause(ctx, patience, late)
	defer cancel()
	for {
		if so, err := is(); so || err != nil {
			return err
		}
		select {
		case <-time.After(100 * time.Millisecond):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// since returns how many milliseconds have passed between two times.
func since(from, to time.Time) int { return int(to.Sub(from).Milliseconds()) }

// phase returns how long a trial waits before the leader is lost. The waits of all trials spread evenly over a period.
func phase(trial int, period time.Duration) time.Duration {
	const golden = 618 // thousandths
	return period * time.Duration(trial*golden%1000) / 1000
}

// Together is how many groups run trials at the same time.
const Together = 5

// inRounds runs n trials, each in a group of its own, and returns their results in order. The groups of a round start
// at the same time.
func inRounds[T any](n int, trial func(i int) (T, error)) ([]T, error) {
	all, errs := make([]T, n), make([]error, n)
	for begin := 0; begin < n && errors.Join(errs...) == nil; begin += Together {
		var round sync.WaitGroup
		for i := begin; i < min(n, begin+Together); i++ {
			round.Go(func() { all[i], errs[i] = trial(i) })
		}
		round.Wait()
	}
	return all, errors.Join(errs...)
}
