package heartbeat

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/heartbeat/words"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Campaigns()) }

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
	Planted: []protocoltest.Planted{{
		Mutant: protocoltest.Mutant{
			ID: "who answers is suspected all the same", File: "impl/heartbeat/node.go",
			Anchor: "	n.state.Peers[peer].Suspected = false\n", Replacement: "",
		},
		Property: rightName, Elements: 1, // a loss
	}, {
		Mutant: protocoltest.Mutant{
			ID: "from round 17 on whom it suspects a process suspects for ever", File: "impl/heartbeat/node.go",
			Anchor: "	n.state.Peers[peer].Suspected = false\n",
			Replacement: "	p := &n.state.Peers[peer]\n" +
				"	p.Suspected = p.Suspected && n.state.Round > 16\n",
			Seldom: true,
		},
		Property: rightName, Elements: 1, // a loss
	}, {
		Mutant: protocoltest.Mutant{
			ID: "beyond the eighth whom it suspects a process suspects for ever", File: "impl/heartbeat/node.go",
			Anchor: "	n.state.Peers[peer].Suspected = false\n",
			Replacement: "	p := &n.state.Peers[peer]\n" +
				"	p.Suspected = p.Suspected && peer >= 8\n",
			Seldom: true,
		},
		Property: rightName, Elements: 1, // a loss
	}},
	Refused: []protocoltest.Mutant{{
		ID: "an Ask is answered twice", File: "impl/heartbeat/node.go",
		Anchor:      "		out.Send(from, words.Answer(body))\n",
		Replacement: "		out.Send(from, words.Answer(body))\n		out.Send(from, words.Answer(body))\n",
		Says:        []string{"DeliverAsk"},
	}, {
		ID: "world: every copy is awaited", File: "faults/world/awaits.go",
		Anchor: "w.cluster.Awaits == nil || w.flying == 0", Replacement: "w.flying >= 0",
		Says: []string{"PrematureWait"},
	}, {
		ID: "world: a clock is a timer", File: "faults/network/rules.go",
		Anchor: "return r.clocks.Has(timer.Name())", Replacement: "return false",
		Says: []string{"Beat"},
	}},
	Sabotage: []protocoltest.Mutant{{
		ID: "network: a clock is a timer", File: "faults/network/rules.go",
		Anchor: "return r.clocks.Has(timer.Name())", Replacement: "return false",
		Case: "heartbeat/heartbeat-vanish", Says: []string{"only the implementation offers TimeoutBeat"},
	}, {
		ID: "spec: a clock is a timer", File: "spec/machine.go",
		Anchor: "	if m.Clocks.Has(timer.Name()) {\n", Replacement: "	if false {\n",
		Case: "heartbeat/heartbeat-vanish", Says: []string{"only the implementation offers TickBeat"},
	}, {
		ID: "network: every copy is awaited", File: "faults/explore/awaits.go",
		Anchor: "	if t.awaits == awaitsAll {\n", Replacement: "	if true {\n",
		Case: "heartbeat/heartbeat-vanish", Says: []string{"only the specification offers TimeoutWait"},
	}, {
		ID: "spec: every copy is awaited", File: "spec/machine.go",
		Anchor: "(m.Awaits == nil || m.Awaits(timer, at, s.Nodes[at], msg))", Replacement: "true",
		Case: "heartbeat/heartbeat-vanish", Says: []string{"only the implementation offers TimeoutWait"},
	}, {
		ID: "spec: a timer for a peer is one for all", File: "spec/timer.go",
		Anchor: `Timer(name + "(" + peer.String() + ")")`, Replacement: `Timer(name + "(1)")`,
		Case: "heartbeat/heartbeat-three", Says: []string{"Wait"},
	}, {
		ID: "spec: whatever is in flight, a state rests", File: "spec/routine.go",
		Anchor: "!r.Kinds.Has(m.Body.Kind())", Replacement: "false",
		Case: "heartbeat/heartbeat-told", Says: []string{"TrustsTheLiving"},
	}},
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
	}},
}
