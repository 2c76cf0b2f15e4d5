package rsdp

import "github.com/scrutineer-go/scrutineer/properties/protocoltest"

// planted are bugs beside those of the facts sheet, and the fewest faults and pins by which each can
// fail.
var planted = []protocoltest.Planted{
	{
		Mutant: protocoltest.Mutant{
			ID: "the client is told what was", File: "impl/rsdp/share.go",
			Anchor: "\t\te.Values[k] = reducer.UpdateState(r, own, valid)\n" +
				"\t\tif !e.cfg.Interprets(words.Silent) || reducer.ShouldReload(r, own, valid) {\n" +
				"\t\t\te.tell(r, k)\n\t\t}\n",
			Replacement: "\t\tif !e.cfg.Interprets(words.Silent) || reducer.ShouldReload(r, own, valid) {\n" +
				"\t\t\te.tell(r, k)\n\t\t}\n" +
				"\t\te.Values[k] = reducer.UpdateState(r, own, valid)\n",
		},
		Set: joined, Property: clientsKnowName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who starts winds no clock", File: "impl/rsdp/lives.go",
			Anchor: "\te.begin(out)\n\te.wind(out)\n", Replacement: "\te.begin(out)\n",
		},
		Set: alone, Property: rightName, Elements: 1,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who is settled winds no clock", File: "impl/rsdp/lives.go",
			Anchor: "\tcase e.On:\n\t\te.wind(out)\n", Replacement: "\tcase e.On && e.Debating:\n\t\te.wind(out)\n",
		},
		Property: agreeName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the first aggregate need not be valid (A-12)", File: "impl/rsdp/debates.go",
			Anchor: "if e.cfg.Interprets(words.InitialUnsanitised) {", Replacement: "if len(e.Statuses) > 0 {",
		},
		Property: saneName, Elements: 1, // a loss
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "an answer has the session of who answers", File: "impl/rsdp/debates.go",
			Anchor: "words.Status{Session: hello.Session,", Replacement: "words.Status{Session: e.session(),",
		},
		Set: resynced, Property: sessionName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a batch does not wait for the mutex (A-03)", File: "impl/rsdp/share.go",
			Anchor: "\tif e.Debating {\n\t\te.Due = true\n\t\treturn\n\t}\n", Replacement: "",
		},
		Property: mutexExcludesName, Elements: 1,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a session begins while another goes on", File: "impl/rsdp/debates.go",
			Anchor: "\tcase !e.Debating:\n", Replacement: "\tcase e.On:\n",
		},
		Property: ownAnswersName, Elements: 1,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "every session has the same number", File: "impl/rsdp/debates.go",
			Anchor: "e.Number = (e.Number + 1) % e.cfg.Sessions", Replacement: "e.Number %= e.cfg.Sessions",
		},
		Property: freshNamesName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who leaves does not say so", File: "impl/rsdp/lives.go",
			Anchor:      "\tout.Broadcast(words.TopicReplicas, words.Close{Life: e.lifeSent()})\n",
			Replacement: "",
		},
		Property: sessionName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a STATUS window does not await one's own HELLO", File: "properties/rsdp/protocol.go",
			Anchor:      "return timer == words.TimerStatus && copy.From == at",
			Replacement: "return timer == words.TimerSync && copy.From == at",
		},
		Set: append([]string{"nodes=1", "statusMs=100"}, oneSession...), Property: sessionName, Elements: 1,
	},
}

// refused are bugs that no property of runs sees, and what the specification says of them.
var refused = []protocoltest.Mutant{
	{
		ID: "a message's list is written to", File: "impl/rsdp/reducer.go",
		Anchor:      "return slices.DeleteFunc(slices.Clone(list), gone)",
		Replacement: "return slices.DeleteFunc(list, gone)",
		Says:        []string{"field "},
	},
	{
		ID: "the lives that a SHARE tells of are not noted", File: "impl/rsdp/share.go",
		Anchor: "\tfor _, other := range body.Lives {\n\t\te.heard(other.Of, other.Life)\n\t}\n", Replacement: "",
		Says: []string{"DeliverShare", "Lives["},
	},
	{
		ID: "the life that a CLOSE tells of is not noted", File: "impl/rsdp/lives.go",
		Anchor: "\te.heard(c.From, c.Life)\n", Replacement: "",
		Says: []string{"Lives["},
	},
}

// unseen are bugs of what is drawn.
var unseen = []protocoltest.Unseen{
	{
		Mutant: protocoltest.Mutant{
			ID: "draws: nobody leaves", File: "properties/rsdp/draw.go",
			Anchor:      `return some(c, "leavers", all)`,
			Replacement: `return some(c, "leavers", all).Minus(all)`,
		},
		Witnesses: "Forgotten, Left",
	},
}

// replayed are bugs that plans of the corpus find.
var replayed = []protocoltest.Replayed{
	{
		Mutant: protocoltest.Mutant{
			ID: "of equally popular views that with the greatest list wins (a9)", File: "impl/rsdp/electionvotes.go",
			Anchor:      "return cmp.Or(cmp.Compare(len(a.view.Members), len(b.view.Members)), leaders, lists)",
			Replacement: "return cmp.Or(lists, leaders)",
			Says:        []string{"SessionSettles"},
		},
		Plan: "a9-ties",
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "nobody remembers who has left (A4.3)", File: "impl/rsdp/lives.go",
			Anchor:      "if !e.cfg.Interprets(words.NoTombstones) {",
			Replacement: "if len(e.Gone) == 0 {",
			Says:        []string{"SessionSettles"},
		},
		Plan: "a43-ghost-leader",
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "monitor: what is lost is no fault", File: "properties/rsdp/span.go",
			Anchor: "case a.Class() == spec.ClassDrop, ", Replacement: "case ",
			Says: []string{"SessionSettles"},
		},
		Plan: "a43-lost-hello",
	},
}
