package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// Groups of three in which a first run has no choice whom to ask, so that the least
// that can go wrong is known: nothing but the faults and pins decides.
var (
	anyOne  = still("c=0", "f=2")
	anyTwo  = still("c=1", "f=1", "lists=[[0,1,2],[1,2],[0,1,2]]")
	allMust = still("c=2", "f=0")
)

// still is a group of Base without churn.
func still(set ...string) []string { return churned("churn=[]", append(set, "rivals=[]")...) }

// churned is a group of Base with that churn.
func churned(churn string, set ...string) []string {
	return append([]string{"nodes=3", "protocol=base", "initiator=2", churn}, set...)
}

// planted are bugs in Base, and the fewest faults and pins by which each can fail.
var planted = []protocoltest.Planted{
	{
		Mutant: protocoltest.Mutant{
			ID: "the tag is not compared", File: "impl/ctolerant/node.go",
			Anchor: "case words.Tagged:\n\t\tif later(tag, s.Tag) {", Replacement: "case words.Tagged:\n\t\tif true {",
		},
		Set: anyOne, Property: Agreement, Elements: 2, // X1: a crash, a late LEADER
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the lowest LEADER wins (M8)", File: "impl/ctolerant/node.go",
			Anchor:      "case words.Tagged:\n\t\tif later(tag, s.Tag) {",
			Replacement: "case words.Tagged:\n\t\tif s.Leader == spec.None || from < s.Leader {",
		},
		Set: anyOne, Property: LowestLately, Elements: 2, // X2: a crash, a late LEADER
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "c responses are enough (M1)", File: "impl/ctolerant/election.go",
			Anchor: "last := e.Count > n.cfg.C\n", Replacement: "last := e.Count >= n.cfg.C\n",
		},
		Set: anyTwo, Property: CT1, Elements: 1, // the one who lacks process 0 answers first
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a RESPONSE counts twice (M2)", File: "impl/ctolerant/election.go",
			Anchor: " || e.Responders[from] {", Replacement: " {",
		},
		Set: anyTwo, Seed: 4, Property: CT1, Elements: 2, // … twice, and before process 0 does
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "QUERY is never sent again (M3)", File: "impl/ctolerant/election.go",
			Anchor:      "func (n *Node) askAgain(out *impl.Effects) { n.ask(n.unanswered(), out) }",
			Replacement: "func (n *Node) askAgain(out *impl.Effects) {}",
		},
		Set: allMust, Property: Targets, Elements: 1, // a loss
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the election never begins again", File: "impl/ctolerant/node.go",
			Anchor: "case words.TimerAwait:\n\t\tn.elect(out)\n", Replacement: "case words.TimerAwait:\n",
		},
		Set: anyOne, Property: EverybodyLed, Elements: 1, // NOTIFY or its receiver is lost
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a purge is not heard", File: "impl/ctolerant/node.go",
			Anchor: "n.lose(in.Node)", Replacement: "_ = in",
		},
		Set: anyOne, Property: Lists, Elements: 1, // process 0 crashes
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "fewer than k known are too few (D7)", File: "impl/ctolerant/election.go",
			Anchor: "least := n.cfg.C + 1", Replacement: "least := n.cfg.Quorum()",
		},
		Set: anyOne, Property: RunEnds, Elements: 1, // process 0 crashes, and 2 are left to be asked
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "every run is the first", File: "impl/ctolerant/election.go",
			Anchor: "\tn.state.Run++\n", Replacement: "\tn.state.Run = 1\n",
		},
		Set: anyOne, Property: MessageCount, Elements: 1, // one that must be repeated
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a restart keeps the candidates (M11)", File: "impl/ctolerant/election.go",
			Anchor: "if before != nil && n.cfg.Interprets(words.KeepAnswers) {", Replacement: "if before != nil {",
		},
		Set: anyOne, Property: RestartsHaveCause, Elements: 1, // process 0 crashes
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "QUERY is sent again to those that have answered (M4)", File: "impl/ctolerant/election.go",
			Anchor: "if member && !n.state.Election.Responders[id] {", Replacement: "if member {",
		},
		Set: allMust, Property: Targets, Elements: 1, // a loss
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "Optimistic notifies the same again (M5)", File: "impl/ctolerant/election.go",
			Anchor: "\tif best == e.ID {\n\t\treturn\n\t}\n", Replacement: "",
		},
		Set: []string{
			"nodes=3", "protocol=optimistic", "c=1", "f=0", "lists=[[0,1,2],[0,1,2],[0,1,2]]", "churn=[]", "rivals=[]",
		},
		Property: MessageCount, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the leader announces itself copy by copy", File: "impl/ctolerant/node.go",
			Anchor: "\tout.Multicast(words.Leader(tag))\n",
			Replacement: "\tfor id := range n.state.List {\n" +
				"\t\tout.Send(spec.NodeID(id), words.Leader(tag))\n\t}\n",
		},
		Set: anyOne, Property: MessageCount, Elements: 0, // and Agreement fails where a copy is lost
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "an older LEADER ends the wait", File: "impl/ctolerant/election.go",
			Anchor: "case tag.Run != n.state.Run:", Replacement: "case false:",
		},
		// A crash, a late LEADER, and one that has not heard of the crash.
		Set: anyOne, Seed: 3, Property: LowestLately, Elements: 3,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "nobody follows the LEADER of a first run", File: "impl/ctolerant/node.go",
			Anchor:      "case words.Tagged:\n\t\tif later(tag, s.Tag) {",
			Replacement: "case words.Tagged:\n\t\tif tag.Run > 1 && later(tag, s.Tag) {",
		},
		Set: anyOne, Property: Agreement, Elements: 0, // all follow nobody, and the election is over
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "one fewer is asked than k", File: "impl/ctolerant/election.go",
			Anchor:      "wanted := n.cfg.Quorum() - n.state.Election.Count\n",
			Replacement: "wanted := n.cfg.Quorum() - max(1, n.state.Election.Count)\n",
		},
		Set: anyTwo, Property: Targets, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "as many are asked again as at first", File: "impl/ctolerant/election.go",
			Anchor: "wanted := n.cfg.Quorum() - n.state.Election.Count\n", Replacement: "wanted := n.cfg.Quorum()\n",
		},
		Set: still("c=1", "f=0"), Property: Targets, Elements: 1, // a loss
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the second lowest is proposed, not the lowest", File: "impl/ctolerant/health.go",
			Anchor:      "if id := spec.NodeID(i); member && id != omitted && !excluded.Has(id) {",
			Replacement: "if id := spec.NodeID(i); member && id != omitted && !excluded.Has(id) && i != x-1 {",
		},
		Set: anyTwo, Property: TrueAnswers, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a failure detector is not heard again", File: "impl/ctolerant/health.go",
			Anchor:      "\tn.state.Suspicions[in.Node] = in.Count\n",
			Replacement: "\tif n.state.Suspicions[in.Node] == 0 {\n\t\tn.state.Suspicions[in.Node] = in.Count\n\t}\n",
		},
		Set: []string{
			"nodes=3", "protocol=preferred", "c=1", "f=0", "x=1", "y=1", "initiator=2",
			"lists=[[0,1,2],[0,1,2],[0,1,2]]",
			"suspicions=[[0,0,0],[0,0,0],[1,2,0]]", `rises=[{"at":2,"of":0,"count":3}]`, "churn=[]", "rivals=[]",
		},
		Property: TrueAnswers, Elements: 0,
	},
}

// refused are bugs that no property sees, and what the specification says of them.
var refused = []protocoltest.Mutant{
	{
		ID: "the collecting timer is not stopped", File: "impl/ctolerant/election.go",
		Anchor:      "\tout.StopTimer(words.TimerCollect)\n\tif e.Confirmed {",
		Replacement: "\tif e.Confirmed {",
		Says:        []string{"DeliverResponse", "field Timers["},
	},
	{
		ID: "a RESPONSE of an older run counts (M10)", File: "impl/ctolerant/election.go",
		Anchor: "if r.Run != n.state.Run && !n.cfg.Interprets(words.AcceptOld) {", Replacement: "if false {",
		Says: []string{"DeliverResponse", "the specification takes this step to another state", "field Nodes["},
	},
	{
		ID: "whoever has crashed still answers (M20)", File: "faults/world/lives.go",
		Anchor:      "p.node, p.timers, p.offers = nil, p.timers[:0], p.offers[:0]",
		Replacement: "p.timers, p.offers = p.timers[:0], p.offers[:0]",
		Says:        []string{"Crash"},
	},
}
