package command

import (
	"slices"
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
	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/spec"
)

// elections are those that run as real processes.
var elections = []elects{
	bullies(""),
	{
		protocol: "fastbully",
		config:   `{"nodes": 12, "gatherMs": 100, "beatMs": 50, "failMs": 200, "stepMs": 50}`,
		follows:  func(_ spec.NodeID, state any) spec.NodeID { return state.(*fastbully.State).Leader },
		bound:    200 * time.Millisecond, why: "the first substitute waits failMs for a beat",
	},
	{
		protocol: "vcube",
		config:   `{"nodes": 5, "intervalMs": 100, "timeoutMs": 50}`,
		follows: func(_ spec.NodeID, state any) spec.NodeID {
			return state.(interface{ Knows() *vcube.View }).Knows().Leader
		},
		bound: 950 * time.Millisecond, why: "log2(8)^2 testing intervals, and the timeout of a test",
	},
	{
		protocol: "gossip",
		config: `{"nodes": 12, "technique": "anti-entropy", "fanout": 3, "ttl": 6, "beatMs": 50, "failMs": 200, ` +
			`"gossipMs": 100, "settleMs": 400}`,
		follows: func(_ spec.NodeID, state any) spec.NodeID { return state.(*gossip.State).Leader },
		bound:   200 * time.Millisecond, why: "failMs, the claim goes on at once",
	},
	{
		protocol: "rsdp",
		config: `{"nodes": 5, "failures": "vanish", "reducers": ["latest"], "statusMs": 50, "shareMs": 50, ` +
			`"syncMs": 200}`,
		follows: func(_ spec.NodeID, state any) spec.NodeID {
			s := state.(*rsdp.State)
			if !s.On {
				return spec.None
			}
			return s.View(0).Leader
		},
		bound: 400 * time.Millisecond, why: "the session that goes on, syncMs, and the next session",
	},
	{
		protocol: "store",
		config: `{"nodes": 13, "protocol": "base", "object": "register", "fenced": true, "c": 0, "f": 12, ` +
			`"elections": 100, "runs": 100, "calls": 100, "timeoutMs": 50, "answerMs": 50}`,
		more:    `, "inputs": {"min": "100ms", "max": "400ms"}`,
		follows: func(_ spec.NodeID, state any) spec.NodeID { return state.(*store.State).Election.Leader },
		bound:   5500 * time.Millisecond, why: "two inputs, an await and an input for each of ten dead, and a takeover",
		servers: 1,
	},
}

// toldBullies and toldRing are elections in which a detector outside of the processes says who is down.
var toldBullies = elects{
	protocol: "bully", config: `{"nodes": 12, "failures": "stop", "detector": "told", "answerMs": 50, ` +
		`"coordinatorMs": 150}`,
	more:    detects,
	follows: func(_ spec.NodeID, state any) spec.NodeID { return state.(*bully.State).Leader() },
	bound:   310 * time.Millisecond, why: "suspectAfter, the time of three reports, and answerMs",
}

var toldRing = elects{
	protocol: "ring", config: `{"nodes": 12, "detector": "told", "retryMs": 500}`,
	more:    detects,
	follows: func(_ spec.NodeID, state any) spec.NodeID { return state.(*ring.State).Leader() },
	bound:   440 * time.Millisecond, why: "suspectAfter, the time of two reports, and an input for each dead neighbour",
}

const detects = `, "suspectAfter": "200ms", "inputs": {"max": "20ms"}`

// The leader of each election is killed ten times in a row, and all follow another one each time. Every step is
// judged.
func TestLiveKills(t *testing.T) {
	nightly.Only(t, "TestLive")
	for _, e := range append(elections, toldBullies, toldRing) {
		t.Run(e.protocol, func(t *testing.T) {
			c := newCluster(t, e)
			took := c.kills(10)
			slices.Sort(took)
			t.Logf("after each of %d kills all follow another leader after %s to %s, half of the times after %s or "+
				"less; by the timers after %s at most: %s", len(took), took[0].Round(time.Millisecond),
				took[len(took)-1].Round(time.Millisecond), took[len(took)/2].Round(time.Millisecond), e.bound, e.why)
			out := c.judge(exitOK)
			if !strings.Contains(out, "no property fails that is claimed") {
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
		c := newCluster(t, elects{
			protocol: "vote", config: `{"nodes": 5, "candidates": [0], "voters": [0, 1, 2, 3, 4], "ask": 3}`,
			more: `, "inputs": {"min": "1ms", "max": "20ms"}`,
			follows: func(_ spec.NodeID, state any) spec.NodeID {
				if s := state.(*vote.State); s.Winner != nil {
					return *s.Winner
				}
				return spec.None
			},
		})
		c.startAll()
		winner, took := c.await()
		c.kill(winner)
		time.Sleep(100 * time.Millisecond)
		for id, after := range c.leaders() {
			if after != winner {
				t.Errorf("%d follows %s, and the winner is %s", id, after, winner)
			}
		}
		c.must(c.group.Stop())
		t.Logf("all follow %s after %s\n%s", winner, took, c.judge(exitOK))
	}
}

// Processes that read their clocks are judged by the readings that their logs have.
func TestLiveClocks(t *testing.T) {
	nightly.Only(t, "TestLive")
	for _, e := range []elects{
		{protocol: "lease", config: `{"nodes": 4, "failures": "vanish", "length": 100, "margin": 20}`},
		{
			protocol: "lease", config: `{"nodes": 4, "failures": "wait", "length": 100, "margin": 20}`,
			more: `, "seed": 7, "rates": {"loss": 50, "duplicate": 50}, "delay": {"min": "0s", "max": "20ms"}`,
		},
		{
			protocol: "polling",
			config: `{"workers": 3, "failures": "vanish", "window": 400, "divisions": [{"slot": 100}], ` +
				`"store": "unique"}`,
		},
	} {
		c := newCluster(t, e)
		c.startAll()
		for id := range spec.NodeID(3) {
			time.Sleep(300 * time.Millisecond)
			c.kill(id)
			time.Sleep(50 * time.Millisecond)
			c.restart(id)
		}
		time.Sleep(300 * time.Millisecond)
		c.must(c.group.Stop())
		t.Log(c.judge(exitOK))
	}
}
