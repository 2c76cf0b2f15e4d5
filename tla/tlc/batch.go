package tlc

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// Most cases take TLC less time than a JVM takes to start and to warm up. So one JVM runs many of them,
// one after another, each in classes of its own: TLC keeps what it knows in static fields. Whatever is
// not a plain answer in such a JVM is not believed. The JVM is thrown away, and the case runs again in
// one of its own.

// Batch is a set of JVMs that run one case after another. Each runs one case at a time, so there are as
// many as cases that run at the same time. Close ends them; they end too when this process does.
type Batch struct {
	mutex sync.Mutex
	idle  []*jvm
	again int
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
		j.end()
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
		j.end()
		return
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.idle = append(b.idle, j)
}

// batches reports whether a JVM that runs many cases may run this one. A large case has a compiler and a
// collector of its own.
func (r Runner) batches(c call) bool {
	return r.Batch != nil && r.Driver.Path != "" && !c.large && c.workers == 1 && c.archive == ""
}

// inBatch runs TLC on a model in a JVM that runs many. It reports false where there is none for it, or
// where the answer was not a plain one. The error is that of a cancelled context.
func (r Runner) inBatch(ctx context.Context, m Model, c call) (res Result, ok bool, err error) {
	if !r.batches(c) {
		return Result{}, false, nil
	}
	r, err = r.elsewhere()
	if err != nil {
		return Result{}, false, err
	}
	j := r.Batch.take(r.jvmArgs("", c))
	if j == nil {
		if j, err = r.startJVM(c); err != nil {
			return Result{}, false, err
		}
	}
	err = m.inFolder(func(work string) error {
		res, err = j.run(ctx, work, c)
		return err
	})
	switch {
	case ctx.Err() != nil:
		j.end()
		return res, false, stopped(res, ctx)
	case err != nil || !res.plain():
		j.end()
		r.Batch.mutex.Lock()
		r.Batch.again++
		r.Batch.mutex.Unlock()
		return Result{}, false, nil
	}
	r.Batch.give(j)
	return res, true, nil
}

// run runs one case in folder work, which holds its model.
func (j *jvm) run(ctx context.Context, work string, c call) (Result, error) {
	start := time.Now()
	j.ran++
	exit, cpu, err := j.ask(ctx, work, c.args(work, work))
	if err != nil {
		return Result{Seconds: time.Since(start).Seconds()}, err
	}
	said, err := os.Open(filepath.Join(work, "stdout"))
	if err != nil {
		return Result{}, fmt.Errorf("TLC wrote no output: %w", err)
	}
	defer said.Close()
	res, err := ParseOutput(said, c.progress)
	res.Seconds, res.CPU, res.Exit = time.Since(start).Seconds(), cpu.Seconds(), exit
	stderr, readErr := os.ReadFile(filepath.Join(work, "stderr"))
	if err == nil {
		err = readErr
	}
	addStderr(&res, string(stderr))
	if err == nil && c.dump && exit == exitOK {
		res.Dump, err = readDumpFile(filepath.Join(work, dumpFile))
	}
	return res, err
}
