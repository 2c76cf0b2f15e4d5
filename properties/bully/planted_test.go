package bully

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

const node = "impl/bully/node.go"

// planted are bugs that a campaign finds without the specification, and the fewest faults and pins by which each can
// fail.
var planted = []protocoltest.Planted{{
	Mutant: protocoltest.Mutant{
		ID: "epochs are everybody's", File: node,
		Anchor: "n.state.Known += 1 + ahead", Replacement: "n.state.Known++",
	},
	Property: perEpochName, Elements: 1, // a timeout that is premature
}, {
	Mutant: protocoltest.Mutant{
		ID: "who comes up again forgets its epochs", File: node,
		Anchor:      "\t\t\tn.state.Known = saved.Epoch\n",
		Replacement: "\t\t\tn.state.Known = min(saved.Epoch, words.NoEpoch)\n",
	},
	Property: anewName, Elements: 2, // a timeout that is early, and a crash
}, {
	Mutant: protocoltest.Mutant{
		ID: "the epoch is told before it is saved", File: node,
		Anchor:      "\t\tout.Save(words.Record{Epoch: n.state.Known})\n\t}\n\tn.tell(",
		Replacement: "\t}\n\tn.tell(",
	},
	Property: anewName, Elements: 1, // a crash
}, {
	Mutant: protocoltest.Mutant{
		ID: "an earlier epoch takes the place of a later one", File: node,
		Anchor: "n.state.Known = max(n.state.Known, epoch)", Replacement: "n.state.Known = epoch",
	},
	Seed: 2, Property: growName, Elements: 0,
}, {
	Mutant: protocoltest.Mutant{
		ID: "who is answered does not wait", File: node,
		Anchor: "\t\t\tout.StopTimer(words.TimerAnswer)\n", Replacement: "",
	},
	Property: oneLeaderName, Elements: 1,
}, {
	Mutant: protocoltest.Mutant{
		ID: "who is down is waited for", File: node,
		Anchor: "\t\tn.win(out)\n\tcase words.ClockBeat:", Replacement: "\t\tn.elect(out)\n\tcase words.ClockBeat:",
	},
	Property: highestName, Elements: 1, // a crash
}, {
	Mutant: protocoltest.Mutant{
		ID: "the lowest of those who are asked is forgotten", File: node,
		Anchor: "for peer := int(n.id) + 1; peer", Replacement: "for peer := int(n.id) + 2; peer",
	},
	Property: oneLeaderName, Elements: 1, // a crash
}, {
	Mutant: protocoltest.Mutant{
		ID: "nobody beyond the ninth is followed", File: node,
		Anchor:      "n.state.Role, n.state.Master = Follows, leader",
		Replacement: "n.state.Role, n.state.Master = Follows, min(leader, 8)",
		Seldom:      true,
	},
	Property: highestName, Elements: 0,
}}

// refused are bugs that no property of runs sees.
var refused = []protocoltest.Mutant{{
	ID: "who leads says it to the one alone that asks in a new epoch", File: node,
	Anchor: "\tover := epoch < n.state.Known\n", Replacement: "\tover := epoch <= n.state.Known\n",
	Says: []string{"DeliverElection"},
}, {
	ID: "a question is answered twice", File: node,
	Anchor:      "\tcase over || n.elects():\n\t\tout.Send(by, words.Answer{})\n",
	Replacement: "\tcase over || n.elects():\n\t\tout.Send(by, words.Answer{})\n\t\tout.Send(by, words.Answer{})\n",
	Says:        []string{"DeliverElection"},
}, {
	ID: "who waits for a Coordinator does not wait for the elections of others", File: "properties/bully/bully.go",
	Anchor: "copy.From == at || waits && copy.From > at", Replacement: "copy.From == at",
	Says: []string{"TimeoutCoordinator"},
}}

// unseen are bugs of what is drawn.
var unseen = []protocoltest.Unseen{{
	Mutant: protocoltest.Mutant{
		ID: "draws: nobody crashes", File: "properties/bully/bully.go",
		Anchor:      "Rounds: 4,\n",
		Replacement: "Rounds: 4,\n\t\tWithout: []string{\"crash\", \"crashIn\"},\n",
	},
	Witnesses: "Returned",
}}
