package command

import (
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
