// Package livetest runs clusters of real processes in tests: it starts, kills and restarts the processes as children of
// the test, waits until they agree on a leader, and judges the run.
//
// It is for tests alone. Start reading at [Cluster.Kills].
package livetest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Election is an election that runs as real processes.
type Election struct {
	Protocol string
	Config   string // its fields, as JSON
	// More are fields of cluster.json, as JSON with a comma before each.
	More string
	// Follows returns whom a process follows, None for nobody.
	Follows func(at spec.NodeID, state any) spec.NodeID
	// Bound is how long it takes at most until all follow another leader, by the lengths of timers alone: what the
	// machine takes comes on top. Why says how it is derived.
	Bound time.Duration
	Why   string
	// Servers are the last processes, which do not take part in the election.
	Servers int
}

// Cluster is a cluster of real processes, each a child of the test. Its folder is called five.
type Cluster struct {
	testing.TB
	Election
	Dir   string
	Peers []string
	Nodes int
	Is    network.Cluster
	Group live.Group
	Down  spec.Set

	program func(args ...string) *exec.Cmd
}

// New prepares a cluster. program returns a command that runs the program with arguments; parent is the folder that it
// runs in.
func New(t testing.TB, e Election, is network.Cluster, parent string, program func(args ...string) *exec.Cmd) *Cluster {
	t.Helper()
	c := &Cluster{
		TB: t, Election: e, Dir: filepath.Join(parent, "five"), Is: is, Nodes: is.Nodes,
		Peers: loopback.Free(t, is.Nodes), program: program,
	}
	text := fmt.Sprintf(`{"protocol": %q, "config": %s, "peers": ["%s"]%s}`,
		e.Protocol, e.Config, strings.Join(c.Peers, `", "`), e.More)
	c.Must(errors.Join(os.Mkdir(c.Dir, 0o755), os.WriteFile(filepath.Join(c.Dir, "cluster.json"), []byte(text), 0o644)))
	c.Group.Command = func(id spec.NodeID) *exec.Cmd {
		cmd := program("serve", "five", "-id", id.String(), "-until-eof")
		if id == spec.Environment {
			cmd = program("client", "five", "-until-eof")
		}
		cmd.Stderr = os.Stderr
		return cmd
	}
	t.Cleanup(func() { c.Must(c.Group.Stop()) })
	return c
}

// Must ends the test if there is an error.
func (c *Cluster) Must(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

// StartAll starts all processes and their client.
func (c *Cluster) StartAll() {
	c.Helper()
	for id := range spec.NodeID(c.Nodes) {
		c.Must(c.Group.Start(id))
	}
	c.Must(c.Group.Start(spec.Environment))
}

// Kill kills a process as kill -9 does.
func (c *Cluster) Kill(id spec.NodeID) {
	c.Helper()
	c.Must(c.Group.Kill(id))
	c.Down = c.Down.With(id)
}

// Restart starts a process that was killed.
func (c *Cluster) Restart(id spec.NodeID) {
	c.Helper()
	c.Must(c.Group.Start(id))
	c.Down = c.Down.Without(id)
}

// Leaders returns whom each process follows as of its log.
func (c *Cluster) Leaders() []spec.NodeID {
	c.Helper()
	leaders := make([]spec.NodeID, c.Nodes-c.Servers)
	for n := range leaders {
		id := spec.NodeID(n)
		leaders[n] = spec.None
		state, err := live.LastState(c.Dir, id)
		c.Must(err)
		if state == nil {
			continue
		}
		s := c.Is.New(id).State()
		c.Must(codec.Decode(state, s))
		leaders[n] = c.Follows(id, s)
	}
	return leaders
}

// Deadline is how long a test waits for what must come.
const Deadline = 30 * time.Second

// Await waits until all processes that are up follow one that is up, and returns that, and how long it took.
func (c *Cluster) Await() (leader spec.NodeID, took time.Duration) {
	c.Helper()
	begin := time.Now()
	for {
		leaders := c.Leaders()
		leader = spec.None
		all := true
		for id, follows := range leaders {
			if c.Down.Has(spec.NodeID(id)) {
				continue
			}
			if leader == spec.None {
				leader = follows
			}
			all = all && follows == leader
		}
		if took = time.Since(begin); all && leader != spec.None && !c.Down.Has(leader) {
			return leader, took
		}
		if took > Deadline {
			c.Fatalf("after %s they follow %v, and down are %s", Deadline, leaders, c.Down)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// Kills starts all processes, and kills the leader the given number of times. All must follow another one each time. If
// the failure model lets processes come up again, the leader is restarted, and all must agree once more. Halfway the
// client is killed and restarted. If between is set, it is called before each kill with the kill's number, from 0.
// Kills returns how long it took each time until all followed another leader.
func (c *Cluster) Kills(times int, between func(n int)) (took []time.Duration) {
	c.Helper()
	c.StartAll()
	leader, _ := c.Await()
	for n := range times {
		if n == times/2 {
			c.Must(c.Group.Kill(spec.Environment))
			c.Must(c.Group.Start(spec.Environment))
		}
		if between != nil {
			between(n)
			leader, _ = c.Await()
		}
		c.Kill(leader)
		next, after := c.Await()
		took = append(took, after)
		if c.Is.Failures.Recovers() {
			c.Restart(leader)
			next, _ = c.Await()
		}
		leader = next
	}
	c.Must(c.Group.Stop())
	return took
}

// Summary says in a sentence how long it took each time until all followed another leader.
func (c *Cluster) Summary(took []time.Duration) string {
	slices.Sort(took)
	ms := func(n int) time.Duration { return took[n].Round(time.Millisecond) }
	return fmt.Sprintf("after each of %d kills all follow another leader after %s to %s, half of the times after %s "+
		"or less; by the timers after %s at most: %s",
		len(took), ms(0), ms(len(took)-1), ms(len(took)/2), c.Bound, c.Why)
}

// Judge judges the run, and returns what is printed. The exit status must be the given one.
func (c *Cluster) Judge(status int, args ...string) string {
	c.Helper()
	got, out := c.Judged(args...)
	if got != status {
		c.Fatalf("status %d, want %d: %s", got, status, out)
	}
	return out
}

// Judged judges the run, and returns the exit status and what is printed.
func (c *Cluster) Judged(args ...string) (status int, out string) {
	c.Helper()
	text, err := c.program(append([]string{"judge", "five"}, args...)...).CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0, string(text)
	case !errors.As(err, &exit):
		c.Fatal(err)
	}
	return exit.ExitCode(), string(text)
}
