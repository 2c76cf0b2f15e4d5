package heartbeat

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/heartbeat/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus:   []string{"comes-back", "many-detect", "too-slow", "unstable"},
	Digests: map[int]string{
		200:  "a633dc5456d07445ab766f94a9d1959e6fc21d8aefecae6d67998a0d598a65c4",
		1000: "b4aa097001a41588d57c6582e58f8852a90bfa4ed664b1455893b4af5f30b0c4",
	},
	Lines: words.Lines(),
	Walks: []protocoltest.Walks{
		{
			Config: `{"nodes": 3, "detectors": [0, 1], "failures": "vanish", "nonces": 3}`,
			N:      100, Most: 3, MayCrash: spec.AllNodes(3),
		},
		{
			Config: `{"nodes": 3, "detectors": [0, 1, 2], "failures": "wait", "nonces": 9, "learns": "when told"}`,
			N:      100, Most: 3, MayCrash: spec.AllNodes(3),
		},
	},
	SabotageOfTLA: []protocoltest.Mutant{{
		ID: "tla: a clock waits until nothing is in flight", File: "tla/heartbeat/Heartbeat.tla",
		Anchor:      "    /\\ Armed(i, \"Beat\")\n    /\\ Run(",
		Replacement: "    /\\ Armed(i, \"Beat\") /\\ Calm\n    /\\ Run(",
		Case:        "heartbeat/heartbeat-three", Says: []string{"only the specification has this step TickBeat"},
	}, {
		ID: "tla: every copy is awaited", File: "tla/Net.tla",
		Anchor: "m.to \\in alive /\\ IsAwaited(m)", Replacement: "m.to \\in alive",
		Case: "heartbeat/heartbeat-vanish", Says: []string{"PrematureWait"},
	}, {
		ID: "tla: a timer for a peer is one for all", File: "tla/Net.tla",
		Anchor: `ToString(j)`, Replacement: `ToString(1)`,
		Case: "heartbeat/heartbeat-three", Says: []string{"Wait"},
	}, {
		ID: "tla: whatever is in flight, a state rests", File: "tla/Net.tla",
		Anchor: "m.to \\in alive => m.kind \\in kinds", Replacement: "TRUE",
		Case: "heartbeat/heartbeat-told", Says: []string{"TrustsTheLiving"},
	}, {
		ID: "tla: a clock that has fired is due at once", File: "tla/heartbeat/TimedHeartbeat.tla",
		Anchor: `IF t \in DOMAIN left[i] /\ <<i, t>> # fired THEN`, Replacement: `IF t \in DOMAIN left[i] THEN`,
		Case: "heartbeat/heartbeat-timed", Says: []string{"left"},
	}, {
		ID: "tla: a wait does not end while an answer is on its way", File: "tla/heartbeat/TimedHeartbeat.tla",
		Anchor: `Due(i, Wait[j]) /\ IsSilent(i, j)`, Replacement: `Due(i, Wait[j]) /\ ~Awaits(i, j) /\ IsSilent(i, j)`,
		Case: "heartbeat/heartbeat-timed-inaccurate", Says: []string{"NeverSuspects"},
	}, {
		ID: "tla: detection is to take a tick less", File: "tla/heartbeat/MCTimedHeartbeat.tla",
		Anchor: `Detection == Period + Patience +`, Replacement: `Detection == Period + Patience - 1 +`,
		Case: "heartbeat/heartbeat-timed", Says: []string{"DetectsInTime"},
	}},
}
