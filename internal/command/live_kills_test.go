package command

import (
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/impl/bully"
	"github.com/scrutineer-go/scrutineer/impl/fastbully"
	"github.com/scrutineer-go/scrutineer/impl/gossip"
	"github.com/scrutineer-go/scrutineer/impl/ring"
	"github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/impl/store"
	"github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/impl/vote"
	"github.com/scrutineer-go/scrutineer/internal/livetest"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/spec"
)

// elections are those that run as real processes.
var elections = []livetest.Election{
	bullies(""),
	{
		Protocol: "fastbully",
		Config:   `{"nodes": 12, "gatherMs": 100, "beatMs": 50, "failMs": 200, "stepMs": 50}`,
		Follows:  func(_ spec.NodeID, state any) spec.NodeID { return state.(*fastbully.State).Leader },
		Bound:    200 * time.Millisecond, Why: "the first substitute waits failMs for a beat",
	},
	{
		Protocol: "vcube",
		Config:   `{"nodes": 5, "intervalMs": 100, "timeoutMs": 50}`,
		Follows: func(_ spec.NodeID, state any) spec.NodeID {
			return state.(interface{ Knows() *vcube.View }).Knows().Leader
		},
		Bound: 950 * time.Millisecond, Why: "log2(8)^2 testing intervals, and the timeout of a test",
	},
	{
		Protocol: "gossip",
		Config: `{"nodes": 12, "technique": "anti-entropy", "fanout": 3, "ttl": 6, "beatMs": 50, "failMs": 200, ` +
			`"gossipMs": 100, "settleMs": 400}`,
		Follows: func(_ spec.NodeID, state any) spec.NodeID { return state.(*gossip.State).Leader },
		Bound:   200 * time.Millisecond, Why: "failMs, the claim goes on at once",
	},
	{
		Protocol: "rsdp",
		Config: `{"nodes": 5, "failures": "vanish", "reducers": ["latest"], "statusMs": 50, "shareMs": 50, ` +
			`"syncMs": 200}`,
		Follows: func(_ spec.NodeID, state any) spec.NodeID {
			s := state.(*rsdp.State)
			if !s.On {
				return spec.None
			}
			return s.View(0).Leader
		},
		Bound: 400 * time.Millisecond, Why: "the session that goes on, syncMs, and the next session",
	},
	{
		Protocol: "store",
		Config: `{"nodes": 13, "protocol": "base", "object": "register", "fenced": true, "c": 0, "f": 12, ` +
			`"elections": 100, "runs": 100, "calls": 100, "timeoutMs": 50, "answerMs": 50}`,
		More:    `, "inputs": {"min": "100ms", "max": "400ms"}`,
		Follows: func(_ spec.NodeID, state any) spec.NodeID { return state.(*store.State).Election.Leader },
		Bound:   5750 * time.Millisecond, Why: "two inputs, an await and an input for each of ten dead, and a " +
			"takeover; an election that a rival begins meanwhile comes on top",
		Servers: 1,
	},
}

// toldBullies and toldRing are elections in which a detector outside of the processes says who is down.
var toldBullies = livetest.Election{
	Protocol: "bully", Config: `{"nodes": 12, "failures": "stop", "detector": "told", "answerMs": 50, ` +
		`"coordinatorMs": 150}`,
	More:    detects,
	Follows: func(_ spec.NodeID, state any) spec.NodeID { return state.(*bully.State).Leader() },
	Bound:   310 * time.Millisecond, Why: "suspectAfter, the time of three reports, and answerMs",
}

var toldRing = livetest.Election{
	Protocol: "ring", Config: `{"nodes": 12, "detector": "told", "retryMs": 500}`,
	More:    detects,
	Follows: func(_ spec.NodeID, state any) spec.NodeID { return state.(*ring.State).Leader() },
	Bound:   440 * time.Millisecond, Why: "suspectAfter, the time of two reports, and an input for each dead neighbour",
}

const detects = `, "suspectAfter": "200ms", "inputs": {"max": "20ms"}`

// The leader of each election is killed ten times in a row, and all follow another one each time. Every step is
// judged.
func TestLiveKills(t *testing.T) {
	nightly.Only(t, "TestLive")
	for _, e := range append(elections, toldBullies, toldRing) {
		t.Run(e.Protocol, func(t *testing.T) {
			c := newCluster(t, e)
			t.Log(c.Summary(c.Kills(10, nil)))
			out := c.Judge(exitOK)
			if !strings.Contains(out, "no property fails that is claimed") || strings.Contains(out, "judged up to") ||
				e.Servers > 0 && !strings.Contains(out, "inputs of clients: answered") {
				t.Fatal(out)
			}
			t.Log(out)
		})
	}
}

// In each of ten groups an election that elects once elects a winner. The winner is killed, and all keep following it.
func TestLiveOnce(t *testing.T) {
	nightly.Only(t, "TestLive")
	for range 10 {
		c := newCluster(t, livetest.Election{
			Protocol: "vote", Config: `{"nodes": 5, "candidates": [0], "voters": [0, 1, 2, 3, 4], "ask": 3}`,
			More: `, "inputs": {"min": "1ms", "max": "20ms"}`,
			Follows: func(_ spec.NodeID, state any) spec.NodeID {
				if s := state.(*vote.State); s.Winner != nil {
					return *s.Winner
				}
				return spec.None
			},
		})
		c.StartAll()
		winner, took := c.Await()
		c.Kill(winner)
		time.Sleep(100 * time.Millisecond)
		for id, after := range c.Leaders() {
			if after != winner {
				t.Errorf("%d follows %s, and the winner is %s", id, after, winner)
			}
		}
		c.Must(c.Group.Stop())
		t.Logf("all follow %s after %s\n%s", winner, took, c.Judge(exitOK))
	}
}

// Processes that read their clocks are judged by the readings that their logs have.
func TestLiveClocks(t *testing.T) {
	nightly.Only(t, "TestLive")
	for _, e := range []livetest.Election{
		{Protocol: "lease", Config: `{"nodes": 4, "failures": "vanish", "length": 100, "margin": 20}`},
		{
			Protocol: "lease", Config: `{"nodes": 4, "failures": "wait", "length": 100, "margin": 20}`,
			More: `, "seed": 7, "rates": {"loss": 50, "duplicate": 50}, "delay": {"min": "0s", "max": "20ms"}`,
		},
		{
			Protocol: "polling",
			Config: `{"workers": 3, "failures": "vanish", "window": 400, "divisions": [{"slot": 100}], ` +
				`"store": "unique"}`,
		},
	} {
		c := newCluster(t, e)
		c.StartAll()
		for id := range spec.NodeID(3) {
			time.Sleep(300 * time.Millisecond)
			c.Kill(id)
			time.Sleep(50 * time.Millisecond)
			c.Restart(id)
		}
		time.Sleep(300 * time.Millisecond)
		c.Must(c.Group.Stop())
		t.Log(c.Judge(exitOK))
	}
}
