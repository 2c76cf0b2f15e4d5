package ctolerant

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/verify"
)

// judged are the properties of every exploration.
var judged = []string{
	"TypeOK", Agreement, LowestLately, Preference, CT1, FewRestarts, "Answers", "NotifyAfterLoop",
	"RestartsHaveCause", EverybodyLed, RunEnds,
}

// explorations are bounds that are too large to be compared in all columns: faults that
// meet each other in one run, as no case has them.
func explorations() []verify.Exploration {
	all := slices.Concat(streamless(), streaming(), churning())
	for i := range all {
		all[i].MayCrash, all[i].Properties, all[i].Specification = []int{0, 1}, judged, "MCFairSpec"
	}
	return all
}

// oneOf is the budget of one run more and of one fault of each kind.
func oneOf(lines ...string) map[string]int {
	budget := map[string]int{"restart": 1}
	for _, line := range lines {
		budget[line] = 1
	}
	return budget
}

// streamless are those of Base and Preferred.
func streamless() []verify.Exploration {
	return []verify.Exploration{
		{
			ID:     "base-four-faults",
			Why:    "a crash, a premature timeout, a loss and a duplicate in one run, in any order",
			Config: `{"nodes": 3, "c": 0, "f": 1, "rule": "tagged", "initiator": 2}`,
			Budget: oneOf("crash", "premature", "loss", "duplicate"),
			States: 1_013_416, Edges: 6_787_560, // TLC counts the same, see BenchmarkBesideTLC
		},
		{
			ID:  "preferred-premature-loss-duplicate",
			Why: "a premature timeout, a loss and a duplicate, where the answers may leave nobody",
			Config: `{"nodes": 3, "protocol": "preferred", "c": 1, "f": 0, "x": 1, "y": 1, "initiator": 2,
				"suspicions": [[0,1,0],[1,0,0],[0,0,0]]}`,
			Budget: oneOf("premature", "loss", "duplicate"),
			States: 156_776, Edges: 715_319,
		},
		{
			ID:  "preferred-four-faults",
			Why: "a crash, a premature timeout, a loss and a duplicate; process 1 suspects 0",
			Config: `{"nodes": 3, "protocol": "preferred", "c": 0, "f": 1, "x": 1, "y": 1, "initiator": 2,
				"suspicions": [[0,0,0],[1,0,0],[0,0,0]]}`,
			Budget: oneOf("crash", "premature", "loss", "duplicate"), Long: true,
			States: 1_700_033, Edges: 11_704_562,
		},
	}
}

// streaming are those of Optimistic and Hybrid.
func streaming() []verify.Exploration {
	const hybrid = `{"nodes": 3, "protocol": "hybrid", "c": 1, "f": 1, "x": 1, "y": 1, "initiator": 2,
		"suspicions": [[0,0,0],[1,0,0],[0,0,0]]}`
	return []verify.Exploration{
		{
			ID:     "optimistic-crash-loss-duplicate",
			Why:    "a crash, a loss and a duplicate; c = 1 and f = 1",
			Config: `{"nodes": 3, "protocol": "optimistic", "c": 1, "f": 1, "initiator": 2}`,
			Budget: oneOf("crash", "loss", "duplicate"),
			States: 43_644, Edges: 195_399,
		},
		{
			ID:  "optimistic-premature-loss-duplicate",
			Why: "a premature timeout, a loss and a duplicate; the list of process 1 lacks 0",
			Config: `{"nodes": 3, "protocol": "optimistic", "c": 1, "f": 0, "initiator": 2,
				"lists": [[0,1,2],[1,2],[0,1,2]]}`,
			Budget: oneOf("premature", "loss", "duplicate"), Long: true,
			States: 1_195_663, Edges: 7_977_028,
		},
		{
			ID:     "hybrid-crash-premature",
			Why:    "a crash and a premature timeout, for which TLC takes too long; process 1 suspects 0",
			Config: hybrid, Budget: oneOf("crash", "premature"),
			States: 709_611, Edges: 4_964_925,
		},
		{
			ID:     "hybrid-crash-loss-duplicate",
			Why:    "a crash, a loss and a duplicate; process 1 suspects 0",
			Config: hybrid, Budget: oneOf("crash", "loss", "duplicate"),
			States: 126_609, Edges: 630_630,
		},
		{
			ID:  "hybrid-premature-loss-duplicate",
			Why: "a premature timeout, a loss and a duplicate; process 1 suspects 0",
			Config: `{"nodes": 3, "protocol": "hybrid", "c": 1, "f": 0, "x": 1, "y": 1, "initiator": 2,
				"suspicions": [[0,0,0],[1,0,0],[0,0,0]]}`,
			Budget: oneOf("premature", "loss", "duplicate"), Long: true,
			States: 1_262_473, Edges: 8_355_721,
		},
	}
}

// churning are those in which the membership changes, or two processes initiate.
func churning() []verify.Exploration {
	return []verify.Exploration{
		{
			ID:     "base-churn-crash-four",
			Why:    "four processes, a crash; 1 forgets 0 and learns it again",
			Config: `{"nodes": 4, "c": 1, "f": 1, "initiator": 3, "churn": ["1 forgets 0", "1 learns 0"]}`,
			Budget: oneOf("crash"),
			States: 35_957, Edges: 132_851,
		},
		{
			ID:     "base-churn-premature-loss",
			Why:    "a premature timeout and a loss; 1 forgets 0 and learns it again",
			Config: `{"nodes": 3, "c": 1, "f": 0, "initiator": 2, "churn": ["1 forgets 0", "1 learns 0"]}`,
			Budget: oneOf("premature", "loss"),
			States: 19_559, Edges: 75_062,
		},
		{
			ID:     "base-two-initiators-premature-loss",
			Why:    "two initiators, a premature timeout and a loss",
			Config: `{"nodes": 3, "c": 0, "f": 0, "initiator": 2, "rivals": [1]}`,
			Budget: oneOf("premature", "loss"),
			States: 128_097, Edges: 540_119,
		},
		{
			ID:     "optimistic-two-of-three",
			Why:    "two initiators, c = 1: both stream",
			Config: `{"nodes": 3, "protocol": "optimistic", "c": 1, "f": 0, "initiator": 2, "rivals": [1]}`,
			Budget: oneOf(),
			States: 48_326, Edges: 213_903,
		},
		{
			ID:     "base-join-premature-loss",
			Why:    "1 joins, with a premature timeout and a loss",
			Config: `{"nodes": 3, "c": 0, "f": 0, "initiator": 2, "churn": ["1 joins"]}`,
			Budget: oneOf("premature", "loss"),
			States: 57_617, Edges: 232_074,
		},
	}
}
