package paper

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/scrutineer-go/scrutineer/reproduce"
)

// each does so many things, on all processors, and returns what comes of each in their order. The
// last come first: they are the longest.
func each[T any](ctx context.Context, progress reproduce.Progress, n int, do func(i int) (T, error)) ([]T, error) {
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
