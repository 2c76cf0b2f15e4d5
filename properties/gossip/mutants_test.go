package gossip

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// sheetPlanted are the mutants of the facts sheet that a campaign finds, M1 to M20 by its numbers but M5, and
// the fewest faults and pins by which each can fail. M21 and M22 are of the pipelines.
var sheetPlanted = []protocoltest.Planted{
	{
		Mutant: protocoltest.Mutant{
			ID: "the largest score is the best (M1)", File: "impl/gossip/score.go",
			Anchor: "return x < y || ", Replacement: "return x > y || ",
		},
		Property: rankedName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "equals are in no order (M2)", File: "impl/gossip/score.go",
			Anchor: "s.tieBreak && x == y &&", Replacement: "s.tieBreak && x < y &&",
		},
		Property: rankedName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the weights are swapped (M3)", File: "impl/gossip/score.go",
			Anchor:      "int64(cfg.Weights[0]), int64(cfg.Weights[1]), 0}",
			Replacement: "int64(cfg.Weights[1]), int64(cfg.Weights[0]), 0}",
		},
		Property: rankedName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the latency is divided by the number of all (M4)", File: "impl/gossip/score.go",
			Anchor: "latency: w[0] * p * n,", Replacement: "latency: w[0] * p * n / int64(cfg.Nodes),",
		},
		Property: rankedName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "an older version takes the place of a newer one (M6)", File: "impl/gossip/cache.go",
			Anchor: "r.Version <= old.Version", Replacement: "r.Version == old.Version",
		},
		Property: versionsGrowName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the cache knows origins, and no versions (M7)", File: "impl/gossip/cache.go",
			Anchor:      "\tif version < known.Version {\n",
			Replacement: "\tif version < known.Version || known.Version > 0 && ttl <= known.TTL {\n",
		},
		Set: []string{"technique=forward"}, Property: coveredAtLastName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the cache knows versions, and no origins (M8)", File: "impl/gossip/cache.go",
			Anchor: "known := &n.state.Seen[origin]", Replacement: "known := &n.state.Seen[0]",
		},
		Set: []string{"technique=forward"}, Property: coveredAtLastName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a hop counts twice (M9)", File: "impl/gossip/spread.go",
			Anchor: "left := g.TTL - 1", Replacement: "left := max(g.TTL-2, 0)",
		},
		Set: []string{"technique=forward"}, Property: hopsFallName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a hop does not count (M10)", File: "impl/gossip/spread.go",
			Anchor: "left := g.TTL - 1", Replacement: "left := g.TTL",
		},
		Property: hopsFallName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a duplicate is passed on (M11)", File: "impl/gossip/cache.go",
			Anchor: "ttl <= known.TTL)", Replacement: "ttl < known.TTL)",
		},
		Property: passedOnOnceName, Elements: 1, // a delay
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a copy that may go further is a duplicate (M12)", File: "impl/gossip/cache.go",
			Anchor: "ttl <= known.TTL)", Replacement: "ttl > 0)",
		},
		Set: []string{
			"technique=forward", "nodes=4", "edges=[[0,1],[0,2],[1,2],[2,3]]", "fanout=0", "ttl=2", "versions=2",
			"start=warm",
		},
		Seed: 7, Property: coveredAtLastName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who is silent goes on being ranked (M13)", File: "impl/gossip/cache.go",
			Anchor: "\t\tn.state.Suspected[j] = true\n", Replacement: "\t\tn.state.Suspected[j] = false\n",
		},
		Property: oneLeaderAtLastName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "an old record brings back the dead (M14)", File: "impl/gossip/cache.go",
			Anchor: "r.Version <= old.Version", Replacement: "r.Version < old.Version",
		},
		Property: resurrectedByNewsName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "the second of the list leads (M15)", File: "impl/gossip/claim.go",
			Anchor: "first, old := s.Ranking[0],", Replacement: "first, old := s.Ranking[len(s.Ranking)/2],",
		},
		Set: []string{"start=cold"}, Property: followsName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who is silent stays in the list (M16)", File: "impl/gossip/ranking.go",
			Anchor: "return !s.Ranks(j) })", Replacement: "return s.Records[j].Version == 0 })",
		},
		Property: floorName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "a beat does not have the timer begin anew (M17)", File: "impl/gossip/beats.go",
			Anchor: "\tn.watch(from, out)\n\tn.heard(from, out)\n", Replacement: "\tn.heard(from, out)\n",
		},
		Property: suspectsTheDeadName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "any beat has all timers begin anew (M17)", File: "impl/gossip/beats.go",
			Anchor: "\tn.watch(from, out)\n\tn.heard(from, out)\n",
			Replacement: "\tfor j := range n.state.Records {\n\t\tn.watch(spec.NodeID(j), out)\n\t}\n" +
				"\tn.heard(from, out)\n",
		},
		Property: oneLeaderAtLastName, Elements: 1, // a crash
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "T_fail is shorter than T_hb (M18)", File: "impl/gossip/beats.go",
			Anchor:      "out.SetTimer(words.Wait(j), n.cfg.FailTime())",
			Replacement: "out.SetTimer(words.Wait(j), n.cfg.BeatTime()/2)",
		},
		Property: suspectsTheDeadName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who knows itself alone claims (M19)", File: "impl/gossip/node.go",
			Anchor: "n.state.Settled = n.reads.Has(words.ClaimAtStart)", Replacement: "n.state.Settled = true",
		},
		Property: oneMasterName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who asks for what is newer is sent all (M20)", File: "impl/gossip/spread.go",
			Anchor: "r.Origin == from || r.Version <= d.Versions[r.Origin]", Replacement: "r.Origin == from",
		},
		Property: answersName, Elements: 0,
	},
	{
		Mutant: protocoltest.Mutant{
			ID: "who asks for what is newer is sent what is older (M20)", File: "impl/gossip/spread.go",
			Anchor: "r.Version <= d.Versions[r.Origin]", Replacement: "r.Version >= d.Versions[r.Origin]",
		},
		Set: []string{"technique=anti-entropy"}, Property: answersName, Elements: 0,
	},
}

// Every mutant of the facts sheet but those of the pipelines has a row that names what kills it.
func TestEveryMutantHasARow(t *testing.T) {
	ids := slices.Concat(protocoltest.PlantedIDs(sheetPlanted), protocoltest.IDs(sheetSabotage))
	protocoltest.EveryMutantHasARow(t, "M", 20, ids...)
}

// Every property that the monitor judges finds some bug.
func TestEveryPropertyFindsABug(t *testing.T) {
	protocoltest.EveryPropertyFindsABug(t, monitored(), slices.Concat(sheetPlanted, planted))
}
