package live

import (
	"context"
	"time"
)

// after sends a value after a time, unless the context ends before the value is taken.
func after[T any](ctx context.Context, d time.Duration, to chan<- T, value T) *time.Timer {
	return time.AfterFunc(d, func() {
		select {
		case to <- value:
		case <-ctx.Done():
		}
	})
}
