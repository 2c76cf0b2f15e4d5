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

	"github.com/scrutineer-go/scrutineer/internal/cache"
	"github.com/scrutineer-go/scrutineer/internal/child"
)

// crew is the workers on this machine, processes of this program.
type crew struct {
	size, threads int
	campaign      string
	url, token    string
	errs          io.Writer
	say           func(line string)
	lost          func(error) // reports that workers cannot be started

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

// The crew gives up after mostStarts workers in a row that exited within shortLife. A worker that a signal killed does
// not count: the queue bounds how often a span may kill its worker.
const (
	mostStarts = 5
	shortLife  = 2 * time.Second
)

// keep starts a worker again and again.
func (c *crew) keep(ctx context.Context, name string) {
	for short := 0; ctx.Err() == nil; {
		began := time.Now()
		cmd, err := c.command(name)
		var worker *child.Child
		if err == nil {
			worker, err = child.Start(cmd)
		}
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
		if short++; time.Since(began) > shortLife || cmd.ProcessState.ExitCode() < 0 {
			short = 0
		}
		if short == mostStarts {
			c.lost(fmt.Errorf("%s has ended %d times as soon as it was started (%s)", name, mostStarts,
				cmd.ProcessState))
			return
		}
		if time.Since(began) < shortLife {
			select {
			case <-time.After(shortLife / 4):
			case <-ctx.Done():
			}
		}
		if ctx.Err() == nil {
			c.say(fmt.Sprintf("%s has ended, process %d (%s): it is started again", name, worker.ID(),
				cmd.ProcessState))
		}
	}
}

// command returns the command that is a worker.
func (c *crew) command(name string) (*exec.Cmd, error) {
	program, err := cache.Program() // another build may have taken the place of its file
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(program, "work", "-campaign", c.campaign, "-name", name, "-threads", strconv.Itoa(c.threads),
		"-quiet")
	cmd.Args[0] = os.Args[0]
	cmd.Env = append(os.Environ(), urlVariable+"="+c.url) // other users can read a command line
	if c.token != "" {
		cmd.Env = append(cmd.Env, tokenVariable+"="+c.token)
	}
	cmd.Stderr = c.errs
	return cmd, nil
}

// leavesWithin is how long a worker may take to return its span to the queue.
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
