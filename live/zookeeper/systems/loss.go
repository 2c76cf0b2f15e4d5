package systems

import (
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

// notices is how long a group may take to notice a loss and to elect the next leader.
const notices = time.Minute

// since returns how many milliseconds have passed between two times.
func since(from, to time.Time) int { return int(to.Sub(from).Milliseconds()) }

// phase returns a time within a period, another for each trial. Trials that begin at these times after a process has
// begun its periods meet all phases alike.
func phase(trial int, period time.Duration) time.Duration {
	const golden = 618 // thousandths
	return period * time.Duration(trial*golden%1000) / 1000
}

// together is how many trials of a group run at the same time.
const together = 5

// inGroups runs n trials, some at the same time, and returns their results in order.
func inGroups[T any](n int, trial func(i int) (T, error)) ([]T, error) {
	all, errs := make([]T, n), make([]error, n)
	places := make(chan struct{}, together)
	var trials sync.WaitGroup
	for i := range n {
		trials.Go(func() {
			places <- struct{}{}
			defer func() { <-places }()
			all[i], errs[i] = trial(i)
		})
	}
	trials.Wait()
	return all, errors.Join(errs...)
}
