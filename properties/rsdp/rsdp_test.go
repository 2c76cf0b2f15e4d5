package rsdp

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Runs:     400,
		Corpus: []string{
			"a1-no-echo", "a11-arrays", "a12-initial-unsanitised", "a12-leader-outside", "a13-as-text", "a14-silent",
			"a15-close-last", "a4-all-hellos-wait", "a4-hello-waits", "a41-due-batch", "a41-late-echo",
			"a41-late-share", "a41-two-join", "a42-session-undoes", "a43-ghost-leader", "a43-lost-close",
			"a43-lost-hello", "a43-short-window", "a44-vote-stuffing", "a5-counters-restart", "a5-stale-life",
			"a5-stale-status", "a8-ghost-member", "a9-ties",
		},
		Digests: map[int]string{
			100: "fa41a482d808c82973a5eedc88a86abbe33ca2748ddb156f5f98ac1dd667736f",
			400: "cb9fd063df113684c13a9e548c52c5a1152577f1d4bce370e1e2340d214c5d28",
		},
		Lines: words.Lines(),
		Walks: []protocoltest.Walks{
			{Config: `{"nodes": 3, "reducers": ["popular", "members"]}`, N: 100, Most: 2, MayCrash: spec.Set{2}},
			{
				Config: `{"nodes": 2, "failures": "vanish", "syncMs": 2000, "leavers": [0], "rejoins": 2,` +
					`"views": [{"members": [], "leader": -1}, {"members": [1], "leader": 1}]}`,
				N: 100, Most: 3, MayCrash: spec.AllNodes(2),
			},
			{
				Config: `{"nodes": 2, "reducers": ["latest", "ranked"], "resyncers": [0, 1], "resyncs": 2,` +
					`"interpretations": ["all-hellos-wait", "closed-batch", "resync-waits"]}`,
				N: 50, Most: 2, MayCrash: spec.Set{0},
			},
		},
		SabotageOfTLA: tlaRows,
	}
}
