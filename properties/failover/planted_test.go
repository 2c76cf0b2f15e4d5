package failover

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// The properties that find them.
const (
	neverTwoAct = "NeverTwoAct"
	oneActs     = "OneActsAtLast"
)

// planted are bugs of the topologies, and the fewest faults and pins by which each can fail.
var planted = []protocoltest.Planted{
	{
		Mutant: protocoltest.Mutant{
			ID: "who misses a member begins no session", File: "impl/rsdp/checks.go",
			Anchor:      "\tif len(f.state.Replica.Shares) == 0 {\n",
			Replacement: "\tif len(f.state.Replica.Shares) < 0 {\n",
		},
		Set: []string{"syncMs=0"}, Property: oneActs, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "whom nobody can reach is appointed", File: "impl/rsdp/checks.go",
			Anchor: "\t\tif !f.state.Suspects[worker] {\n", Replacement: "\t\tif worker >= 0 {\n",
		},
		Property: oneActs, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "an appointment has the term of the last one", File: "impl/rsdp/checks.go",
			Anchor: "f.cfg.Greatest(able), f.state.Term+1", Replacement: "f.cfg.Greatest(able), f.state.Term",
		},
		Property: oneActs, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "an answer of anybody is one of the leader", File: "impl/rsdp/failover.go",
			Anchor: "f.answered(ev.From, out)", Replacement: "f.answered(max(ev.From, f.state.Leader), out)",
		},
		Property: oneActs, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "observers that have agreed do nothing", File: "impl/rsdp/failover.go",
			Anchor: "\t\tif batch {\n", Replacement: "\t\tif batch && f.id < 0 {\n",
		},
		Property: oneActs, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "health is checked once", File: "impl/rsdp/checks.go",
			Anchor: "\tout.SetTimer(words.TimerProbe, f.cfg.ProbeTime())\n", Replacement: "",
		},
		Set: []string{"nodes=2", `topology="mutual"`, "syncMs=0"}, Property: oneActs, Elements: 1,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "only replicas answer", File: "impl/rsdp/failover.go",
			Anchor:      "\t\tout.Send(ev.From, words.Ack{})\n",
			Replacement: "\t\tif f.state.Replica.On {\n\t\t\tout.Send(ev.From, words.Ack{})\n\t\t}\n",
		},
		Property: oneActs, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "workers do not hear who is appointed", File: "properties/rsdp/failover.go",
			Anchor:      "return topic == words.TopicAll || topic == words.TopicReplicas",
			Replacement: "return topic == words.TopicAll && replica.On || topic == words.TopicReplicas",
		},
		Property: oneActs, Elements: 1,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "an answer that is on its way is not awaited", File: "properties/rsdp/failover.go",
			Anchor:      "return copy.To == at && copy.From == timer.Of()",
			Replacement: "return copy.To == at && copy.From == at",
		},
		Property: neverTwoAct, Elements: 1,
	},
}

// refused are bugs that no property of runs sees, and what the specification says of them.
var refused = []protocoltest.Mutant{
	{
		ID: "who answers stays suspected", File: "impl/rsdp/checks.go",
		Anchor: "\tf.state.Suspects = with(f.state.Suspects, by, false)\n", Replacement: "",
		Says: []string{"DeliverAck", "Suspects"},
	},
	{
		ID: "any observer appoints when all have agreed", File: "impl/rsdp/checks.go",
		Anchor: "!f.state.Replica.Debating && f.elected() == f.id", Replacement: "!f.state.Replica.Debating",
		Says: []string{"Term: 1 in the implementation, 0"},
	},
}

// replayed are bugs that plans of the corpus find: drawn appointments never cross.
var replayed = []protocoltest.Replayed{
	{
		Mutant: protocoltest.Mutant{
			ID: "of two appointments in one term that counts which comes first", File: "impl/rsdp/failover.go",
			Anchor:      "if body.Term > s.Term || body.Term == s.Term && body.Leader > s.Leader {",
			Replacement: "if body.Term > s.Term {",
			Says:        []string{"OneActsAtLast fails"},
		},
		Plan: "t3-two-in-one-term",
	},
}
