package live

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Group starts the processes of a cluster as children of this program, and kills and restarts them. No child outlives
// this program: each ends when the pipe to its standard input is closed, which a killed parent closes too.
type Group struct {
	// Command returns the command that starts a process. It must end once its standard input ends: see [UntilEOF].
	Command  func(id spec.NodeID) *exec.Cmd
	children map[spec.NodeID]*child
}

type child struct {
	cmd  *exec.Cmd
	pipe io.Closer
	done chan error
}

// Start starts a process that is not up.
func (g *Group) Start(id spec.NodeID) error {
	if c := g.children[id]; c != nil {
		select {
		case err := <-c.done:
			delete(g.children, id)
			return fmt.Errorf("process %s has ended by itself: %v", id, err)
		default:
			return fmt.Errorf("process %s is up", id)
		}
	}
	cmd := g.Command(id)
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	c := &child{cmd: cmd, pipe: pipe, done: make(chan error, 1)}
	go func() { c.done <- cmd.Wait() }()
	if g.children == nil {
		g.children = map[spec.NodeID]*child{}
	}
	g.children[id] = c
	return nil
}

// Kill kills a process as kill -9 does, and returns when it is gone.
func (g *Group) Kill(id spec.NodeID) error {
	c := g.children[id]
	if c == nil {
		return fmt.Errorf("process %s is not up", id)
	}
	delete(g.children, id)
	err := c.cmd.Process.Kill()
	<-c.done // which closes the pipe
	if errors.Is(err, os.ErrProcessDone) {
		return fmt.Errorf("process %s has ended by itself", id)
	}
	return err
}

// Signal sends a signal, such as SIGSTOP, to a process.
func (g *Group) Signal(id spec.NodeID, signal os.Signal) error {
	c := g.children[id]
	if c == nil {
		return fmt.Errorf("process %s is not up", id)
	}
	return c.cmd.Process.Signal(signal)
}

// grace is how long a process may take to end by itself.
const grace = 5 * time.Second

// Stop asks all processes to end, and kills a process that takes longer than 5 seconds.
func (g *Group) Stop() error {
	var all error
	for _, c := range g.children {
		if err := c.pipe.Close(); !errors.Is(err, os.ErrClosed) { // as it is when the process has ended
			all = errors.Join(all, err)
		}
	}
	for id, c := range g.children {
		select {
		case err := <-c.done:
			if err != nil {
				all = errors.Join(all, fmt.Errorf("process %s: %w", id, err))
			}
		case <-time.After(grace):
			all = errors.Join(all, fmt.Errorf("process %s did not end within %s", id, grace), c.cmd.Process.Kill())
			<-c.done
		}
	}
	g.children = nil
	return all
}

// UntilEOF calls end when there is nothing more to read.
func UntilEOF(in io.Reader, end func()) {
	go func() {
		_, _ = io.Copy(io.Discard, in)
		end()
	}()
}
