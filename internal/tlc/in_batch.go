package tlc

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

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
	end, err := r.Batch.turn(ctx)
	if err != nil {
		return Result{}, false, stopped(res, ctx)
	}
	defer end()
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
		j.Close()
		return res, false, stopped(res, ctx)
	case err != nil || !res.plain():
		j.Close()
		r.Batch.mutex.Lock()
		r.Batch.again++
		r.Batch.mutex.Unlock()
		return Result{}, false, nil
	}
	r.Batch.give(j)
	return res, true, nil
}

// startJVM starts a JVM for cases like c.
func (r Runner) startJVM(c call) (*jvm, error) {
	folder, err := os.MkdirTemp("", "tlc-jvm-")
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	j := &jvm{flags: r.jvmArgs("", c), folder: folder, cancel: cancel}
	j.cmd = exec.CommandContext(ctx, r.Java.Path, append(r.jvmArgs(folder, c), "-batch")...)
	j.cmd.Dir = folder
	killGroup(j.cmd)
	if err := j.start(); err != nil {
		cancel()
		return nil, errors.Join(err, os.RemoveAll(folder))
	}
	return j, nil
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
