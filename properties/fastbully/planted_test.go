package fastbully

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// node is where the bugs are planted.
const node = "impl/fastbully/node.go"

// planted are bugs, and the fewest faults and pins by which each can fail.
var planted = []protocoltest.Planted{
	{
		Mutant: protocoltest.Mutant{
			ID: "the worst leads", File: node,
			Anchor: "			return a - b\n", Replacement: "			return b - a\n",
		},
		Property: bestName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "of equal scores the highest number leads", File: node,
			Anchor: "		return int(i - j)\n", Replacement: "		return int(j - i)\n",
		},
		Property: bestName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "whoever says so is followed", File: node,
			Anchor: "case !worse || n.cfg.Interprets(words.AcceptsWorse):", Replacement: "case !worse || c.Epoch > 0:",
		},
		Property: bestName, Elements: 1,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "what is stale is followed", File: node,
			Anchor: "	if c.Epoch < n.state.Epoch {\n", Replacement: "	if c.Epoch < 0 {\n",
		},
		Property: epochGrowsName, Elements: 1,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "epochs are nobody's own", File: node,
			Anchor: "	case n.cfg.Interprets(words.SharedEpochs):\n", Replacement: "	case last >= 0:\n",
		},
		Property: perEpochName, Elements: 1,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a claim takes the epoch before", File: node,
			Anchor: "	return round + n.cfg.Nodes + int(who)\n", Replacement: "	return round + int(who)\n",
		},
		Property: epochGrowsName, Elements: 1,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "all substitutes wait for the same time", File: node,
			Anchor:      "	further := len(n.state.Ahead(n.id)) - 1\n",
			Replacement: "	further := min(0, len(n.state.Ahead(n.id)))\n",
		},
		Property: turnName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the next substitute is passed over", File: node,
			Anchor:      "	if len(n.state.Silent) == len(n.state.Ahead(n.id)) {\n",
			Replacement: "	if len(n.state.Silent) >= min(2, len(n.state.Ahead(n.id))) {\n",
		},
		Set: []string{"nodes=4", "detector=told", "start=warm"}, Property: oneLeaderName, Elements: 2,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "nobody takes over", File: node,
			Anchor:      "	case words.TimerWait:\n		n.takeOver(out)\n",
			Replacement: "	case words.TimerWait:\n		n.wait(out)\n",
		},
		Property: agreeName, Elements: 1, // a crash: of a group of two, in which nobody else can take over
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who takes over tells only its substitutes", File: node,
			Anchor: "	n.tell(n.announcement(), out)\n}\n\nfunc (n *Node) announcement",
			Replacement: "	for _, j := range heirs[1:max(1, len(heirs)-1)] {\n" +
				"		out.Send(j, n.announcement())\n	}\n}\n\nfunc (n *Node) announcement",
		},
		Seed: 2, Property: announcesOnceName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a beat is sent twice", File: node,
			Anchor: "		n.tell(words.Beat(n.announcement()), out)\n",
			Replacement: "		n.tell(words.Beat(n.announcement()), out)\n" +
				"		n.tell(words.Beat(n.announcement()), out)\n",
		},
		Property: quietName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a beat says nothing", File: node,
			Anchor: "		n.announced(from, words.Coordinator(body), out)\n", Replacement: "		n.wait(out)\n",
		},
		Set: []string{"detector=beats"}, Property: agreeName, Elements: 1, // a loss
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "there is one beat only", File: node,
			Anchor:      "		out.SetTimer(words.TimerBeat, n.cfg.BeatTime())\n		n.tell(",
			Replacement: "		n.tell(",
		},
		Property: turnName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who gives way goes on to beat", File: node,
			Anchor: "	out.StopTimer(words.TimerBeat)\n", Replacement: "",
		},
		Property: quietName, Elements: 1,
	},
}

// refused are bugs that no property of runs sees, and what the specification says of them.
var refused = []protocoltest.Mutant{
	{
		ID: "who takes over leaves the others before it in front", File: node,
		Anchor:      "	return slices.Concat(n.state.Heirs[at:], n.state.Heirs[:at])\n",
		Replacement: "	return slices.Concat(n.state.Heirs[at:at+1], n.state.Heirs[:at], n.state.Heirs[at+1:])\n",
		Says:        []string{"field Nodes["},
	},
}

// sabotage are changes that equality refuses.
var sabotage = []protocoltest.Mutant{
	{
		ID: "impl: a follower keeps its own list", File: node,
		Anchor:      "Heirs: slices.Concat([]spec.NodeID{leader}, substitutes),",
		Replacement: "Heirs: n.byScore(func(j spec.NodeID) (int, bool) { return 0, j == leader }),",
		Case:        "fastbully/fastbully-warm-twice", Property: sameHeirsName,
		Says: []string{"DeliverCoordinator", "Line"},
	},
	{
		ID: "impl: who is ignored is not told of a later reign", File: node,
		Anchor: "		out.Send(other, words.Newer{Epoch: n.state.Epoch})\n", Replacement: "		_ = other\n",
		Case: "fastbully/fastbully-warm-twice", Says: []string{"Newer"},
	},
	{
		ID: "impl: who gathers again asks for nothing", File: node,
		Anchor: "	n.tell(asking, out)\n",
		Replacement: "	if _, collects := asking.(words.Collect); !collects {\n" +
			"		n.tell(asking, out)\n	}\n",
		Case: "fastbully/fastbully-regathers", Says: []string{"Flight"},
	},
	{
		ID: "spec: a coordinator's list is its whole line", File: "spec/fastbully/fastbully.go",
		Anchor: "Key: b.Scores[i], Substitutes: line[1:]}),", Replacement: "Key: b.Scores[i], Substitutes: line}),",
		Case: "fastbully/fastbully-warm-twice", Says: []string{"Substitutes"},
	},
}

// sabotageOfTLA are changes of the module that equality refuses.
var sabotageOfTLA = []protocoltest.Mutant{
	{
		ID: "tla: who takes over drops those before it", File: "tla/fastbully/FastBully.tla",
		Anchor:      "SubSeq(l, Place(l, i), N) \\o SubSeq(l, 1, Place(l, i) - 1)",
		Replacement: "<<i>> \\o SubSeq(l, 1, Place(l, i) - 1) \\o SubSeq(l, Place(l, i) + 1, N)",
		Case:        "fastbully/fastbully-warm-twice", Says: []string{"field line[1]"},
	},
	{
		ID: "tla: who is told that it is late does not claim again", File: "tla/fastbully/FastBully.tla",
		Anchor: "leader[i] = i /\\ m.epoch > epoch[i]", Replacement: "leader[i] = i /\\ m.epoch < epoch[i]",
		Case: "fastbully/fastbully-warm-twice", Says: []string{"DeliverNewer"},
	},
}
