package command

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl/bully"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// cluster is a cluster of real processes of the bully election, each a child of the test.
type cluster struct {
	*testing.T
	sandbox
	dir   string
	nodes int
	group live.Group
}

// bullies prepares a cluster of five. The fields are added to its configuration.
func bullies(t *testing.T, fields string) *cluster {
	t.Helper()
	c := &cluster{T: t, sandbox: newWorld(t), nodes: 5}
	c.dir = filepath.Join(c.cwd, "five")
	if err := os.Mkdir(c.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf(`{"protocol": "bully", "config": {"nodes": 5, "answerMs": 50, "coordinatorMs": 150, `+
		`"beatMs": 50, "failMs": 200%s}, "peers": ["%s"]}`, fields, strings.Join(freePorts(t, c.nodes), `", "`))
	write(t, c.dir, clusterName, text, 0o644)
	c.group.Command = func(id spec.NodeID) *exec.Cmd {
		return c.command(io.Discard, os.Stderr, "serve", "five", "-id", id.String(), "-until-eof")
	}
	return c
}

// freePorts returns addresses on which nobody listens.
func freePorts(t *testing.T, n int) []string {
	t.Helper()
	var addresses []string
	for range n {
		socket, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer socket.Close()
		addresses = append(addresses, socket.LocalAddr().String())
	}
	return addresses
}

// leaders returns whom each process follows as of its log.
func (c *cluster) leaders() []spec.NodeID {
	c.Helper()
	lives, err := live.ReadLogs(c.dir)
	if err != nil && !strings.Contains(err.Error(), "has no log") { // nobody has begun yet
		c.Fatal(err)
	}
	leaders := make([]spec.NodeID, c.nodes)
	for n := range leaders {
		leaders[n] = spec.None
	}
	for n := range lives { // the last life of each comes last
		leaders[lives[n].ID] = spec.None
		if state := lives[n].State(); state != nil {
			var s bully.State
			if err := codec.Decode(state, &s); err != nil {
				c.Fatal(err)
			}
			leaders[lives[n].ID] = s.Leader()
		}
	}
	return leaders
}

// await waits until all processes but those that are down follow a leader.
func (c *cluster) await(leader spec.NodeID, down spec.Set) {
	c.Helper()
	deadline := time.Now().Add(20 * time.Second)
	for {
		all, leaders := true, c.leaders()
		for id, follows := range leaders {
			all = all && (follows == leader || down.Has(spec.NodeID(id)))
		}
		if all {
			return
		}
		if time.Now().After(deadline) {
			c.Fatalf("after 20 s they follow %v, and not %s", leaders, leader)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// kills starts all processes, and kills the leader the given number of times. All must follow the next leader each
// time.
func (c *cluster) kills(times int) {
	c.Helper()
	must := func(err error) {
		c.Helper()
		if err != nil {
			c.Fatal(err)
		}
	}
	for id := range spec.NodeID(c.nodes) {
		must(c.group.Start(id))
	}
	c.Cleanup(func() { must(c.group.Stop()) })
	highest := spec.NodeID(c.nodes - 1)
	c.await(highest, nil)
	for range times {
		must(c.group.Kill(highest))
		c.await(highest-1, spec.NewSet(highest))
		must(c.group.Start(highest))
		c.await(highest, nil)
	}
	must(c.group.Stop())
}

// The leader of five real processes is killed, and all follow the next, and the leader again when it is back. Every
// step is one of the specification.
func TestLive(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs real processes for seconds; make test does")
	}
	c := bullies(t, "")
	c.kills(2)
	status, out, errs := c.call(t, nil, "judge", "five", "-plan", "plan.json")
	if status != exitOK || !strings.Contains(out, "every step is one of the specification") {
		t.Fatalf("status %d, %s\n%s", status, errs, out)
	}
	if status, out, errs := c.call(t, nil, "replay", "plan.json"); status != exitOK {
		t.Errorf("the plan replays with status %d, %s\n%s", status, errs, out)
	}
}

// The election as it is printed fails in the real cluster, and the run shrinks to a small plan that fails alike.
func TestLiveAsPrinted(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs real processes for seconds; make test does")
	}
	c := bullies(t, `, "interpretations": ["no-epochs"]`)
	c.kills(2)
	status, out, errs := c.call(t, nil, "judge", "five", "-plan", "plan.json")
	if status != exitFailed || !strings.Contains(out, "OneLeaderPerEpoch fails after event ") ||
		!strings.Contains(out, "shrunk to ") {
		t.Fatalf("status %d, %s\n%s", status, errs, out)
	}
	status, out, errs = c.call(t, nil, "replay", "plan.json")
	if status != exitOK || !strings.Contains(out, "as expected") {
		t.Errorf("the plan replays with status %d, %s\n%s", status, errs, out)
	}
}

// What cannot be served or judged is said in a line.
func TestBrokenLive(t *testing.T) {
	w := newWorld(t)
	for dir, fields := range map[string]string{
		"bad":  `"config": {"nodes": 2}, "peers": ["127.0.0.1:1"]`,
		"wide": `"config": {"nodes": 1}, "peers": ["0.0.0.0:7000"]`,
		"one":  `"config": {"nodes": 1}, "peers": ["127.0.0.1:0"]`,
	} {
		write(t, filepath.Join(w.cwd, dir), clusterName, `{"protocol": "bully", `+fields+`}`, 0o644)
	}
	for _, row := range []struct {
		args   string
		status int
		want   string
	}{
		{"serve", exitBadInput, "serve wants the folder of a cluster"},
		{"serve nowhere -id 0", exitBadInput, "nowhere: is no folder of a cluster, it must have a file cluster.json"},
		{"serve . -id 0", exitBadInput, "cluster.json: cannot be read (no such file or directory)"},
		{"serve bad -id 0", exitBadInput, "bad/cluster.json: peers: 1 of them, there must be one for each of the 2"},
		{"serve one", exitBadInput, "-id: -1, it must be 0 to 0"},
		{"serve wide -id 0", exitNotRun, "0.0.0.0:7000 is no address of the loopback interface"},
		{"judge", exitBadInput, "judge wants the folder of a cluster"},
		{"judge one -tries 0", exitBadInput, "-tries: 0, it must be 1 or more"},
		{"judge one", exitNotRun, "one: has no log of a process"},
	} {
		status, out, errs := w.call(t, nil, strings.Fields(row.args)...)
		if status != row.status || !strings.Contains(errs, row.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("%s: status %d, %s%s", row.args, status, out, errs)
		}
	}
}
