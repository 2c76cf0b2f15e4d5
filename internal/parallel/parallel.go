// Package parallel does many independent things at the same time, such as the runs of an experiment. What
// comes of them is the same however many processors there are. Start reading at [Each].
package parallel

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
)

// Each does so many things, on all processors, and returns what comes of each in their order. The last
// come first: they are the longest. It tells progress of each that is done, in calls that do not overlap.
// An error or a panic of one is that of all; it gives up soon when the context ends.
func Each[T any](ctx context.Context, progress func(done, all int), n int, do func(i int) (T, error)) ([]T, error) {
	done, errs := make([]T, n), make([]error, n)
	var group sync.WaitGroup
	var mutex sync.Mutex
	left, ended := n, 0
	take := func() int {
		mutex.Lock()
		defer mutex.Unlock()
		left--
		return left
	}
	tell := func() {
		mutex.Lock()
		defer mutex.Unlock()
		ended++
		progress(ended, n)
	}
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := take(); i >= 0 && ctx.Err() == nil; i = take() {
				done[i], errs[i] = guarded(do, i)
				tell()
			}
		})
	}
	group.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return done, errors.Join(errs...)
}

// guarded makes an error of a panic, which here would end the program.
func guarded[T any](do func(i int) (T, error), i int) (done T, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic: %v", cause)
		}
	}()
	return do(i)
}
