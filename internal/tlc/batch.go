package tlc

import (
	"context"
	"slices"
	"sync"
)

// Most cases take TLC less time than a JVM takes to start and to warm up. So one JVM runs many of them, one
// after another. TLC keeps its knowledge in static fields, which the driver resets before each case. Whatever
// is not a plain answer in such a JVM is not believed: the JVM is thrown away, and the case runs again in one
// of its own.

// Batch is a set of JVMs that run one case after another. Each runs one case at a time, so there are as
// many as cases that run at the same time. Close ends them; they end too when this process does.
type Batch struct {
	mutex sync.Mutex
	idle  []*jvm
	again int
	// turns has as many places as JVMs may run at a time; nil sets no limit.
	turns chan struct{}
}

// turn waits until a JVM may run. The caller must call end when it has run. The error is that of a cancelled context.
func (b *Batch) turn(ctx context.Context) (end func(), err error) {
	if b.turns == nil {
		return func() {}, nil
	}
	select {
	case b.turns <- struct{}{}:
		return func() { <-b.turns }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// mostCases is how many cases one JVM runs: what TLC leaves behind, such as the remote object that it
// exports, stays until the JVM ends.
const mostCases = 50

// Again returns how many cases ran again in a JVM of their own, because they had no plain answer in one of many.
func (b *Batch) Again() int {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.again
}

// Close ends the JVMs that wait for a case; nil has none.
func (b *Batch) Close() {
	if b == nil {
		return
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	for _, j := range b.idle {
		j.Close()
	}
	b.idle = nil
}

// take returns a JVM that was started with these flags, and waits; nil if there is none.
func (b *Batch) take(flags []string) *jvm {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	i := slices.IndexFunc(b.idle, func(j *jvm) bool { return slices.Equal(j.flags, flags) })
	if i < 0 {
		return nil
	}
	j := b.idle[i]
	b.idle = slices.Delete(b.idle, i, i+1)
	return j
}

// give keeps a JVM for the next case, unless it has run enough of them.
func (b *Batch) give(j *jvm) {
	if j.ran == mostCases {
		j.Close()
		return
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.idle = append(b.idle, j)
}
