package rsdp

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// The mutants of the facts sheet, by who catches them:
//
//	a property, in a campaign        M1 to M5, M8, M10, M12 to M16, M18    sheetPlanted
//	equality                         M6, M7, M9 to M11, M13, M17           sheetSabotage
//	a test of its package            M10, M12, M13, M19, M20               tested
//
// No property of runs sees M6, M7, M9 and M11: replicas that agree on what they find wrongly agree all
// the same. M12, a leader that is no member, M13, the order of a list, and M10, a score that overflows,
// come to nothing in the reducers' runs, which cannot bring them about: only the reducers' tests can.

// Configurations in which a bug shows itself in one way, whatever else is drawn.
var (
	// No session but the first is begun.
	oneSession = []string{"syncMs=0", "resyncs=0", "rejoins=0"}
	// One replica is alone, in windows that always wait.
	alone = []string{"nodes=1", "statusMs=2000", "shareMs=500", "syncMs=7500", "rejoins=0"}
	// One joins another, which then follows it.
	joined = append([]string{
		"nodes=2", "addresses=[0,1]", "leavers=[]", "statusMs=2000",
		`views=[{"members":[0],"leader":0},{"members":[],"leader":-1}]`,
	}, oneSession...)
	// Two know each other,
	two = []string{
		"nodes=2", "leavers=[]", "statusMs=1500", "shareMs=500",
		`views=[{"members":[0,1],"leader":1},{"members":[0,1],"leader":1}]`,
	}
	// and one of them is told to synchronise, or both do at a time.
	resynced = append([]string{"syncMs=0", "resyncers=[0]", "resyncs=1"}, two...)
	clocked  = append([]string{"syncMs=6000"}, two...)
)

// sheetPlanted are those that a campaign finds, and the fewest faults and pins by which each can fail.
var sheetPlanted = []protocoltest.Planted{
	{
		Mutant: protocoltest.Mutant{
			ID: "one's own answers and SHAREs do not come (M1, a1)", File: "impl/rsdp/node.go",
			Anchor:      "from == e.id && e.cfg.Interprets(words.NoEcho) && body.Kind() != words.KindStatus",
			Replacement: "from == e.id && body.Kind() != words.KindHello",
		},
		Property: sessionName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the least leads (M2)", File: "impl/rsdp/reducer.go",
			Anchor: "return list[len(list)-1]", Replacement: "return list[0]",
		},
		Property: sessionName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "members are not sorted by their addresses (M3)", File: "impl/rsdp/election.go",
			Anchor: "\tif e.arrays && !e.union { // a11\n\t\tmembers := make([]spec.NodeID, len(statuses))\n" +
				"\t\tfor i, status := range statuses {\n\t\t\tmembers[i] = status.From\n\t\t}\n" +
				"\t\tslices.SortFunc(members, r.Compare)\n",
			Replacement: "\tif !e.union {\n\t\tmembers := make([]spec.NodeID, len(statuses))\n" +
				"\t\tfor i, status := range statuses {\n\t\t\tmembers[i] = status.From\n\t\t}\n",
		},
		Property: sessionName, Elements: 0, // the addresses are in another order than the ids
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "one replica compares addresses as text (M4, a13)", File: "impl/rsdp/reducer.go",
			Anchor:      "\tr := &Replica{Self: self",
			Replacement: "\tif self == 1 {\n\t\tcfg.AsText = spec.NewSet(self)\n\t}\n\tr := &Replica{Self: self",
		},
		Property: sessionName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a second answer is kept beside the first (M5)", File: "impl/rsdp/debates.go",
			Anchor:      "if found && !e.cfg.Interprets(words.KeepsRepeats) {",
			Replacement: "if found && e.cfg.Interprets(words.KeepsRepeats) {",
		},
		Property: oneVoteEachName, Elements: 1, // a duplicate
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a second SHARE is a second vote (M8, A4.4)", File: "impl/rsdp/share.go",
			Anchor:      "if !e.cfg.Interprets(words.KeepsRepeats) {",
			Replacement: "if e.cfg.Interprets(words.KeepsRepeats) {",
		},
		Set: oneSession, Property: oneVoteEachName, Elements: 1, // a duplicate
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the first of a ballot has the most points (M10)", File: "impl/rsdp/electionvotes.go",
			Anchor: "scoreOf(id).add(exponent)", Replacement: "scoreOf(id).add(len(ballot) - 1 - exponent)",
		},
		Property: sessionName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a view is taken in which the replica is not (M12)", File: "impl/rsdp/election.go",
			Anchor:      "\tif !slices.Contains(v.Members, r.Self) {\n\t\treturn nil, false\n\t}\n",
			Replacement: "",
		},
		Property: saneName, Elements: 1, // a loss
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the client does not hear what a CLOSE changes (M13, a14)", File: "impl/rsdp/close.go",
			Anchor: "\t\te.tellUnlessSilent(r, k)\n", Replacement: "",
		},
		Property: clientsKnowName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a leader who leaves still leads (M14)", File: "impl/rsdp/election.go",
			Anchor: "left := view(without(own.(words.View).Members, closers))",
			Replacement: "left := own.(words.View)\n" +
				"\tleft.Members = without(left.Members, closers)",
		},
		Property: saneName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the worst of a ranked vote succeeds (M14, a15)", File: "impl/rsdp/election.go",
			Anchor:      "cfg.Interprets(words.CloseLast) && name == words.Ranked",
			Replacement: "name == words.Ranked",
		},
		Set: append([]string{
			`reducers=["ranked"]`, "nodes=3", "leavers=[2]",
			`views=[{"members":[0,1,2],"leader":2},{"members":[0,1,2],"leader":2},{"members":[0,1,2],"leader":2}]`,
		}, oneSession...),
		Property: sessionName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "nothing is aggregated and the mutex is held for ever (M15)", File: "impl/rsdp/debates.go",
			Anchor:      "\taggregates := e.aggregate()\n",
			Replacement: "\tif len(e.Statuses) == 0 {\n\t\treturn\n\t}\n\taggregates := e.aggregate()\n",
		},
		Set: alone, Property: rightName, Elements: 1, // a loss, or a window that does not wait
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a HELLO waits for the mutex (M15, a4)", File: "impl/rsdp/debates.go",
			Anchor: "if e.Debating && e.mustWait(from) {", Replacement: "if e.Debating {",
		},
		Set: alone, Property: sessionName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "each SHARE begins the window anew (M16)", File: "impl/rsdp/share.go",
			Anchor: "\tif len(e.Shares) == 0 {\n", Replacement: "\tif !e.Due {\n",
		},
		Set: clocked, Property: windowsEndName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "an answer is kept outside of DEBATES (M18)", File: "impl/rsdp/debates.go",
			Anchor: "if !e.Debating || body.Session", Replacement: "if body.Session",
		},
		Set: alone, Property: ownAnswersName, Elements: 1, // a window that does not wait
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "an answer to an earlier session counts (M18, a5)", File: "impl/rsdp/debates.go",
			Anchor:      "body.Session != e.session() && !e.cfg",
			Replacement: "body.Session.Life != e.session().Life && !e.cfg",
		},
		Property: ownAnswersName, Elements: 1,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "an answer to an earlier life counts (M18, a5)", File: "impl/rsdp/debates.go",
			Anchor:      "body.Session != e.session() && !e.cfg",
			Replacement: "body.Session.Number != e.session().Number && !e.cfg",
		},
		Property: ownAnswersName, Elements: 1,
	},
}

// sheetSabotage are those that equality refuses.
var sheetSabotage = []protocoltest.Mutant{
	{
		ID: "impl: of equally popular views the first wins (M9, a9)", File: "impl/rsdp/electionvotes.go",
		Anchor:      "return cmp.Or(cmp.Compare(len(a.view.Members), len(b.view.Members)), leaders, lists)",
		Replacement: "return 0",
		Case:        "rsdp/rsdp-popular-loss", Says: []string{"TimeoutShare at", "Values[0].(View)"},
	},
	{
		ID: "impl: points go by the longest ballot (M10)", File: "impl/rsdp/electionvotes.go",
		Anchor: "scoreOf(id).add(exponent)", Replacement: "scoreOf(id).add(longest - len(ballot) + exponent)",
		Case: "rsdp/rsdp-ranked-loss", Says: []string{"TimeoutShare at", "Leader: 0 in the implementation, 1"},
	},
	{
		ID: "impl: of equal scores the least leads (M11)", File: "impl/rsdp/electionvotes.go",
		Anchor:      "scoreOf(id).compare(scoreOf(result.Leader)) >= 0",
		Replacement: "scoreOf(id).compare(scoreOf(result.Leader)) > 0",
		Case:        "rsdp/rsdp-ranked-loss", Says: []string{"TimeoutShare at", "Leader: 0 in the implementation, 1"},
	},
	{
		ID: "impl: a session's aggregate takes the place of what is known (M6)", File: "impl/rsdp/debates.go",
		Anchor:      "if reducer.IsBeginning(e.Values[k]) {",
		Replacement: "if reducer.IsBeginning(e.Values[k]) || len(e.Statuses) > 0 {",
		Case:        "rsdp/rsdp-resync-two",
		Says:        []string{"TimeoutStatus at 0", "Nodes[0].Values[0].(View).Leader: 1 in the implementation, 0 in"},
	},
	{
		ID: "impl: the first SHARE counts, not the latest (M7)", File: "impl/rsdp/electionvotes.go",
		Anchor: "shares[len(shares)-1].Data", Replacement: "shares[0].Data",
		Case: "rsdp/rsdp-unbound-arrival", Says: []string{"TimeoutShare at", "Values[1]"},
	},
	{
		ID: "impl: a value is compared with itself (M13, a14)", File: "impl/rsdp/share.go",
		Anchor:      "reducer.ShouldReload(r, own, valid)",
		Replacement: "reducer.ShouldReload(r, e.Values[k], valid)",
		Case:        "rsdp/rsdp-leader-outside", Says: []string{"TimeoutShare at", "Told["},
	},
	{
		ID: "impl: SHAREs count in the next batch too (M17)", File: "impl/rsdp/share.go",
		Anchor: "\t}\n\te.Shares = nil\n}", Replacement: "\t}\n}",
		Case: "rsdp/rsdp-resync-two", Says: []string{"TimeoutShare at", "Shares: [{From:"},
	},
}

// Every mutant of the facts sheet has a row that names what kills it.
func TestEveryMutantHasARow(t *testing.T) {
	ids := slices.Concat(protocoltest.PlantedIDs(sheetPlanted), protocoltest.IDs(sheetSabotage))
	for _, row := range tested {
		ids = append(ids, row.ID)
	}
	protocoltest.EveryMutantHasARow(t, "M", 20, ids...)
}

// Every property that the monitor judges finds some bug.
func TestEveryPropertyFindsABug(t *testing.T) {
	protocoltest.EveryPropertyFindsABug(t, monitored(), slices.Concat(sheetPlanted, planted))
}
