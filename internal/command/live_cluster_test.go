package command

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// elects is an election that runs as real processes.
type elects struct {
	protocol string
	config   string // its fields, as JSON
	// more are fields of cluster.json, as JSON with a comma before each.
	more string
	// follows returns whom a process follows, None for nobody.
	follows func(at spec.NodeID, state any) spec.NodeID
	// bound is how long it takes at most until all follow another leader, by the lengths of timers alone: what the
	// machine takes comes on top. why says how it is derived.
	bound time.Duration
	why   string
	// servers are the last processes, which do not take part in the election.
	servers int
}

// cluster is a cluster of real processes, each a child of the test.
type cluster struct {
	*testing.T
	sandbox
	elects
	dir   string
	peers []string
	nodes int
	is    network.Cluster
	group live.Group
	down  spec.Set
}

// newCluster prepares a cluster.
func newCluster(t *testing.T, e elects) *cluster {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("serve runs on Linux only")
	}
	c := &cluster{T: t, sandbox: newWorld(t), elects: e}
	c.dir = filepath.Join(c.cwd, "five")
	if err := os.Mkdir(c.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	p, err := protocolOf(e.protocol, "", "")
	c.must(err)
	worlds, err := worldsOf(p, "", "")
	c.must(err)
	subject, err := worlds.Open(json.RawMessage(e.config))
	c.must(err)
	c.is, c.nodes = subject.Cluster, subject.Cluster.Nodes
	c.peers = loopback.Free(t, c.nodes)
	text := fmt.Sprintf(`{"protocol": %q, "config": %s, "peers": ["%s"]%s}`,
		e.protocol, e.config, strings.Join(c.peers, `", "`), e.more)
	write(t, c.dir, clusterName, text, 0o644)
	c.group.Command = func(id spec.NodeID) *exec.Cmd {
		if id == spec.Environment {
			return c.command(io.Discard, os.Stderr, "client", "five", "-until-eof")
		}
		return c.command(io.Discard, os.Stderr, "serve", "five", "-id", id.String(), "-until-eof")
	}
	t.Cleanup(func() { c.must(c.group.Stop()) })
	return c
}

func (c *cluster) must(err error) {
	c.Helper()
	if err != nil {
		c.Fatal(err)
	}
}

// startAll starts all processes and their client.
func (c *cluster) startAll() {
	c.Helper()
	for id := range spec.NodeID(c.nodes) {
		c.must(c.group.Start(id))
	}
	c.must(c.group.Start(spec.Environment))
}

// kill kills a process as kill -9 does.
func (c *cluster) kill(id spec.NodeID) {
	c.Helper()
	c.must(c.group.Kill(id))
	c.down = c.down.With(id)
}

// restart starts a process that was killed.
func (c *cluster) restart(id spec.NodeID) {
	c.Helper()
	c.must(c.group.Start(id))
	c.down = c.down.Without(id)
}

// leaders returns whom each process follows as of its log.
func (c *cluster) leaders() []spec.NodeID {
	c.Helper()
	leaders := make([]spec.NodeID, c.nodes-c.servers)
	for n := range leaders {
		id := spec.NodeID(n)
		leaders[n] = spec.None
		state, err := live.LastState(c.dir, id)
		c.must(err)
		if state == nil {
			continue
		}
		s := c.is.New(id).State()
		c.must(codec.Decode(state, s))
		leaders[n] = c.follows(id, s)
	}
	return leaders
}

// deadline is how long a test waits for what must come.
const deadline = 30 * time.Second

// await waits until all processes that are up follow one that is up, and returns that, and how long it took.
func (c *cluster) await() (leader spec.NodeID, took time.Duration) {
	c.Helper()
	begin := time.Now()
	for {
		leaders := c.leaders()
		leader = spec.None
		all := true
		for id, follows := range leaders {
			if c.down.Has(spec.NodeID(id)) {
				continue
			}
			if leader == spec.None {
				leader = follows
			}
			all = all && follows == leader
		}
		if took = time.Since(begin); all && leader != spec.None && !c.down.Has(leader) {
			return leader, took
		}
		if took > deadline {
			c.Fatalf("after %s they follow %v, and down are %s", deadline, leaders, c.down)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// kills starts all processes, and kills the leader the given number of times. All must follow another one each time.
// If processes come up again it does, and all must agree once more. Halfway the client is killed and restarted. kills
// returns how long it took each time until all followed another leader.
func (c *cluster) kills(times int) (took []time.Duration) {
	c.Helper()
	c.startAll()
	leader, _ := c.await()
	for n := range times {
		if n == times/2 {
			c.must(c.group.Kill(spec.Environment))
			c.must(c.group.Start(spec.Environment))
		}
		c.kill(leader)
		next, after := c.await()
		took = append(took, after)
		if c.is.Failures.Recovers() {
			c.restart(leader)
			next, _ = c.await()
		}
		leader = next
	}
	c.must(c.group.Stop())
	return took
}

// judge judges the run, writes a plan of it if that is wanted, and returns what is printed.
func (c *cluster) judge(status int, args ...string) string {
	c.Helper()
	got, out, errs := c.call(c.T, nil, append([]string{"judge", "five"}, args...)...)
	if got != status {
		c.Fatalf("status %d, want %d: %s\n%s", got, status, errs, out)
	}
	return out
}
