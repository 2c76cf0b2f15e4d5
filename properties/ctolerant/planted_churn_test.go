package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// plantedInChurn are bugs in what processes do when the membership changes and where there are
// several initiators, and the fewest faults and pins by which each can fail.
var plantedInChurn = []protocoltest.Planted{
	{
		Mutant: protocoltest.Mutant{
			ID: "the leader announces itself to its own list (M19)", File: "impl/ctolerant/node.go",
			Anchor: "\tout.Multicast(words.Leader(tag))\n",
			Replacement: "\tfor id, member := range n.state.List {\n\t\tif member {\n" +
				"\t\t\tout.Send(spec.NodeID(id), words.Leader(tag))\n\t\t}\n\t}\n",
		},
		Set:      still("c=1", "f=0", "lists=[[0,2],[0,1,2],[0,1,2]]"),
		Property: Agreement, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "both initiators abandon (M21)", File: "impl/ctolerant/rivals.go",
			Anchor: "return e != nil && before(other, n.own()) &&",
			Replacement: "return e != nil && " +
				"other.Number > 0 && other != n.own() &&",
		},
		Set:      churned("churn=[]", "c=2", "f=0", "rivals=[1]", `interpretations=["no-takeover"]`),
		Property: EverybodyLed, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the higher initiator wins (M21)", File: "impl/ctolerant/rivals.go",
			Anchor:      "a.Number == b.Number && a.Initiator < b.Initiator",
			Replacement: "a.Number == b.Number && a.Initiator > b.Initiator",
		},
		Set:      churned("churn=[]", "c=2", "f=0", "rivals=[1]"),
		Property: Yields, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "whom it forgets a process keeps", File: "impl/ctolerant/membership.go",
			Anchor: "n.lose(in.Node)", Replacement: "_ = in",
		},
		Set:      churned(`churn=["1 forgets 0"]`, "c=1", "f=0", "rivals=[]", "lists=[[0,1,2],[0,1,2],[0,1,2]]"),
		Property: Lists, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "QUERYs are counted twice (M22)", File: "properties/ctolerant/books.go",
			Anchor:      "t.Queries++",
			Replacement: "t.Queries += 2",
		},
		Set:      anyOne,
		Property: MessageCount, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "LEADERs are counted copy by copy (M22)", File: "properties/ctolerant/books.go",
			Anchor:      "t.Multicasts++",
			Replacement: "t.Multicasts += 3",
		},
		Set:      anyOne,
		Property: MessageCount, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "nobody takes over (D16)", File: "impl/ctolerant/node.go",
			Anchor:      "case words.TimerTakeover:\n\t\tn.initiate(out)\n",
			Replacement: "case words.TimerTakeover:\n",
		},
		Set:      churned("churn=[]", "c=0", "f=1", "rivals=[1]"),
		Property: RunEnds, Elements: 1, // the lower initiator crashes
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a run that waits does not go on", File: "impl/ctolerant/election.go",
			Anchor:      "if len(known) < n.fewest() {\n\t\treturn\n\t}\n\te.Blocked = false\n",
			Replacement: "if true {\n\t\treturn\n\t}\n\te.Blocked = false\n",
		},
		Set:      churned(`churn=["2 learns 0","2 learns 1"]`, "c=1", "f=0", "lists=[[0,1,2],[0,1],[2]]", "rivals=[]"),
		Property: EverybodyLed, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "those that join are not answered (D20)", File: "impl/ctolerant/membership.go",
			Anchor: "if a := n.state.Announced; a.Run > 0 && !later(n.state.Tag, a) {",
			Replacement: "if a := " +
				"n.state.Announced; false {",
		},
		Set:      churned(`churn=["1 joins"]`, "c=0", "f=0", "rivals=[]"),
		Property: Agreement, Elements: 1, // it joins late
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "what is learned is not put into the list", File: "impl/ctolerant/membership.go",
			Anchor:      "n.state.List[id] = true\n",
			Replacement: "n.state.List[id] = n.state.List[id] || n.left()\n",
		},
		Set:      churned(`churn=["2 learns 0","2 learns 1"]`, "c=1", "f=0", "lists=[[0,1,2],[0,1],[2]]", "rivals=[]"),
		Property: Lists, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "where others initiate a process is notified twice", File: "impl/ctolerant/election.go",
			Anchor: "\tout.Send(e.ID, words.Notify{Run: n.state.Run, Seq: e.Seq, Election: n.own()})\n",
			Replacement: "\tfor range 1 + min(1, len(n.cfg.Rivals)) {\n" +
				"\t\tout.Send(e.ID, words.Notify{Run: n.state.Run, Seq: e.Seq, Election: n.own()})\n\t}\n",
		},
		Set:      churned("churn=[]", "c=2", "f=0", "rivals=[1]"),
		Property: MessageCount, Elements: 0,
	},
}
