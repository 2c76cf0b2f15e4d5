// Package child runs commands that end when this program does, however it ends. That holds on Linux; on other systems a
// program that is killed leaves its children.
//
// Start reading at [Start].
package child

import (
	"os"
	"os/exec"
	"runtime"
)

// Child is a process of the operating system that was started as a command.
type Child struct {
	process *os.Process
	ended   chan struct{}
}

// Start starts a command.
func Start(cmd *exec.Cmd) (*Child, error) {
	endsWithUs(cmd)
	c := &Child{ended: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		runtime.LockOSThread() // the end of the thread that starts the command would kill it
		defer runtime.UnlockOSThread()
		defer close(c.ended)
		err := cmd.Start()
		c.process = cmd.Process
		started <- err
		if err == nil {
			_ = cmd.Wait()
		}
	}()
	return c, <-started
}

// ID returns the number of the process.
func (c *Child) ID() int { return c.process.Pid }

// Ended returns a channel that is closed when the process has ended.
func (c *Child) Ended() <-chan struct{} { return c.ended }

// Signal sends a signal.
func (c *Child) Signal(s os.Signal) error { return c.process.Signal(s) }

// Kill kills the process as kill -9 does, and returns when it is gone. A Child that is nil, or that was not started, is
// gone.
func (c *Child) Kill() {
	if c != nil && c.process != nil {
		_ = c.process.Kill()
		<-c.ended
	}
}
