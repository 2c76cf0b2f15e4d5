package engine

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/child"
)

// crew is the workers on this machine, processes of this program.
type crew struct {
	size, threads int
	url, token    string
	errs          io.Writer
	say           func(line string)
	lost          func(error) // they cannot be started

	once sync.Once
	stop context.CancelFunc
	gone sync.WaitGroup
}

// start starts the workers once. They end when the context does.
func (c *crew) start(ctx context.Context) {
	c.once.Do(func() {
		ctx, c.stop = context.WithCancel(ctx)
		for i := range c.size {
			c.gone.Go(func() { c.keep(ctx, fmt.Sprintf("worker%d", i+1)) })
		}
	})
}

// A worker that ends so often one time after another, each time within so short a time, is not started again.
const (
	mostStarts = 5
	shortLife  = 2 * time.Second
)

// keep starts a worker again and again.
func (c *crew) keep(ctx context.Context, name string) {
	for short := 0; ctx.Err() == nil; {
		began := time.Now()
		worker, err := c.worker(name)
		if err != nil {
			c.lost(fmt.Errorf("%s cannot be started: %w", name, err))
			return
		}
		select {
		case <-worker.Ended():
		case <-ctx.Done():
			c.dismiss(worker)
			return
		}
		if short++; time.Since(began) > shortLife {
			short = 1
		}
		if short == mostStarts {
			c.lost(fmt.Errorf("%s has ended %d times as soon as it was started", name, mostStarts))
			return
		}
		if ctx.Err() == nil {
			c.say(fmt.Sprintf("%s has ended, process %d: it is started again", name, worker.ID()))
		}
	}
}

// worker starts a worker.
func (c *crew) worker(name string) (*child.Child, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(program, "work", "-url", c.url, "-name", name, "-threads", strconv.Itoa(c.threads), "-quiet")
	cmd.Env = os.Environ()
	if c.token != "" {
		cmd.Env = append(cmd.Env, tokenVariable+"="+c.token) // other users can read a command line
	}
	cmd.Stderr = c.errs
	return child.Start(cmd)
}

// leavesWithin is how long a worker may take to give back what it has begun.
const leavesWithin = 500 * time.Millisecond

// dismiss ends a worker.
func (c *crew) dismiss(worker *child.Child) {
	_ = worker.Signal(syscall.SIGTERM)
	select {
	case <-worker.Ended():
	case <-time.After(leavesWithin):
		worker.Kill()
	}
}

// end ends all workers, and returns when they are gone.
func (c *crew) end() {
	c.once.Do(func() {})
	if c.stop != nil {
		c.stop()
	}
	c.gone.Wait()
}
