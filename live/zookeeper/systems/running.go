package systems

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"

	"github.com/scrutineer-go/scrutineer/internal/child"
)

// groupSize is the number of processes of all systems but ZooKeeper.
const groupSize = 16

// oneProcessor has a Go program use one processor: it wakes up fewer threads then.
const oneProcessor = "GOMAXPROCS=1"

// running is a system that runs.
type running struct {
	children []*child.Child // that are measured
	// addresses are those that the system listens on.
	addresses []string
	stop      func()
	// rested, if set, returns an error if the system is not at rest any more.
	rested func() error

	mutex  sync.Mutex
	killed map[int]bool // by the index in children: processes that end on purpose
}

// children starts n commands as a system. The context that it returns ends if ctx does, or if a process ends that lose
// has not killed; its cause names the process.
func children(ctx context.Context, n int, command func(n int) *exec.Cmd) (*running, context.Context, error) {
	ctx, ended := context.WithCancelCause(ctx)
	r := &running{killed: map[int]bool{}}
	r.stop = func() {
		ended(nil)
		for _, c := range r.children {
			c.Kill()
		}
	}
	for i := range n {
		cmd := command(i)
		cmd.Env = append(os.Environ(), oneProcessor)
		c, err := child.Start(cmd)
		if err != nil {
			r.stop()
			return nil, ctx, err
		}
		go func() {
			<-c.Ended()
			r.mutex.Lock()
			defer r.mutex.Unlock()
			if !r.killed[i] {
				ended(fmt.Errorf("process %d has ended", i))
			}
		}()
		r.children = append(r.children, c)
	}
	return r, ctx, nil
}

// lose sends a process SIGKILL or SIGSTOP.
func (r *running) lose(i int, by syscall.Signal) error {
	if by == syscall.SIGKILL {
		r.mutex.Lock()
		r.killed[i] = true
		r.mutex.Unlock()
	}
	return r.children[i].Signal(by)
}

// ids returns the numbers of the processes.
func (r *running) ids() (all []int) {
	for _, c := range r.children {
		all = append(all, c.ID())
	}
	return all
}

// host returns the address of a host for a group. Groups with other numbers have other hosts, up to 250 of them.
func host(number int) string { return fmt.Sprintf("127.0.0.%d", number%250+1) }
