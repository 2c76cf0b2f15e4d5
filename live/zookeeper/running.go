package main

import (
	"context"
	"fmt"
	"os/exec"

	"github.com/scrutineer-go/scrutineer/internal/child"
)

// running is a system that runs.
type running struct {
	ids      []int // of the processes that are measured
	versions []string
	flags    string
	stop     func()
}

// groupSize is the number of processes of all systems but ZooKeeper.
const groupSize = 16

// children starts n commands as a system that runs. The context ends if ctx does, or if a process ends; its cause says
// which.
func children(ctx context.Context, n int, command func(n int) *exec.Cmd) (*running, context.Context, error) {
	ctx, ended := context.WithCancelCause(ctx)
	r := &running{stop: func() { ended(nil) }}
	for i := range n {
		c, err := child.Start(command(i))
		if err != nil {
			r.stop()
			return nil, ctx, err
		}
		go func() {
			<-c.Ended()
			ended(fmt.Errorf("process %d has ended", i))
		}()
		r.ids = append(r.ids, c.ID())
		before := r.stop
		r.stop = func() { c.Kill(); before() }
	}
	return r, ctx, nil
}
