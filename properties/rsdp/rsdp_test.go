package rsdp

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Campaigns()) }

func suite() protocoltest.Suite {
	return protocoltest.Suite{
		Protocol: Protocol(),
		Corpus: []string{
			"a1-no-echo", "a11-arrays", "a12-initial-unsanitised", "a12-leader-outside", "a13-as-text", "a14-silent",
			"a15-close-last", "a4-all-hellos-wait", "a4-hello-waits", "a41-late-echo", "a41-late-share", "a41-two-join",
			"a42-session-undoes", "a43-ghost-leader", "a43-lost-close", "a43-lost-hello", "a43-short-window",
			"a44-vote-stuffing", "a5-counters-restart", "a5-stale-life", "a5-stale-status", "a8-ghost-member", "a9-ties",
		},
		Digests: map[int]string{
			100: "fdde405ca854eb9d26d8ce97377f8a291c87d3c0bf7c637ee96e7c7e92ab6866",
			400: "9f5b20291ce49303bc8e2269354d913642acacc8e3e24f28135bf5a8b1b3d1cc",
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
		Planted:       slices.Concat(sheetPlanted, planted),
		Refused:       refused,
		Unseen:        unseen,
		Replayed:      replayed,
		Sabotage:      slices.Concat(sheetSabotage, goRows, failoverRows),
		SabotageOfTLA: tlaRows,
	}
}
