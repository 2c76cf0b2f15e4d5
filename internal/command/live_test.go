package command

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl/bully"
	"github.com/scrutineer-go/scrutineer/internal/livetest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// bullies are five processes of the bully election. The fields are added to its configuration.
func bullies(fields string) livetest.Election {
	return livetest.Election{
		Protocol: "bully",
		Config:   `{"nodes": 5, "answerMs": 50, "coordinatorMs": 150, "beatMs": 50, "failMs": 200` + fields + `}`,
		Follows:  func(_ spec.NodeID, state any) spec.NodeID { return state.(*bully.State).Leader() },
		Bound:    250 * time.Millisecond, Why: "failMs, and answerMs for the answer of the dead",
	}
}

// The leader of five real processes is killed ten times in a row. All follow the next each time, and the leader again
// when it is back. Every step is one of the specification.
func TestLive(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("runs real processes for seconds; make test does")
	}
	c := newCluster(t, bullies(""))
	t.Log(c.Summary(c.Kills(10, nil)))
	if out := c.Judge(exitOK, "-plan", "plan.json"); !strings.Contains(out, "every step is one of the specification") {
		t.Fatal(out)
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
	c := newCluster(t, bullies(`, "interpretations": ["no-epochs"]`))
	c.Kills(2, nil)
	out := c.Judge(exitFailed, "-plan", "plan.json")
	if !strings.Contains(out, "OneLeaderPerEpoch fails after event ") || !strings.Contains(out, "shrunk to ") {
		t.Fatal(out)
	}
	status, out, errs := c.call(t, nil, "replay", "plan.json")
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
		"one":  `"config": {"nodes": 1}, "peers": ["127.0.0.1:1"]`,
		"deaf": `"config": {"nodes": 1}, "peers": ["127.0.0.1:1"], "suspectAfter": "1s"`,
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
		{"serve wide -id 0", exitBadInput, `wide/cluster.json: peers[0]: "0.0.0.0:7000" is no address of the loopback`},
		{"client", exitBadInput, "client wants the folder of a cluster"},
		{"client deaf", exitBadInput, "deaf/cluster.json: suspectAfter: is 1s: omit it, or give a time above 0s if"},
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
