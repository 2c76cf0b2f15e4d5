package pipeline

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

// changed is a row: what a change is called, where it is made, and the test that must fail of it.
func changed(by, id, file, anchor, replacement string) protocoltest.Tested {
	return protocoltest.Tested{By: by, Mutant: protocoltest.Mutant{
		ID: id, File: "impl/gossip/pipeline/" + file, Anchor: anchor, Replacement: replacement,
	}}
}

// sheet are mutants 21 and 22 of the facts sheet, each part in one row at least.
func sheet() []protocoltest.Tested {
	return []protocoltest.Tested{
		changed("TestVerify", "stages may stand in any order (21)", "plan.go",
			"|| p.Clusters[c].Stage != k+1 {", "|| p.Clusters[c].Stage > p.Stages {"),
		changed("TestOneIsTheBest", "a path stays in its stage (21)", "route.go",
			"t.onward(t.Delays[c], k+1, at.scale)", "t.onward(t.Delays[c], k, at.scale)"),
		changed("TestVerify", "a plan's capacity is looked at by stage (21)", "plan.go",
			"\t\tif capacity := cluster.Capacity(); load[c] > capacity {",
			"\t\tcapacity, all := int64(0), int64(0)\n\t\tfor d, other := range p.Clusters {\n"+
				"\t\t\tif other.Stage == cluster.Stage {\n"+
				"\t\t\t\tcapacity += other.Capacity()\n\t\t\t\tall += load[d]\n"+
				"\t\t\t}\n\t\t}\n\t\tif all > capacity {"),
		changed("TestSearchIsTheBest", "the search's capacity is that of the stage (21)", "branch.go",
			"b.room[next.c] -= demand", "_ = demand"),
		changed("TestFlowIsTheBest", "the flow through a cluster is not bounded (21)", "flow.go",
			"min(all, t.capacity[c]/demand)", "min(all, all*demand)"),
		changed("TestGreedyCostsMore", "greedy is presented as the best (21)", "supervisor.go",
			"\t\tplan, cost := t.flow(t.Streams[0].Demand)\n",
			"\t\tplan := Greedy(t.Problem)\n\t\tcost := t.Cost(plan)\n"),
		changed("TestCapacity", "the master carries streams (22)", "problem.go", "&& i != c.Master &&", "&&"),
		changed("TestFail", "the substitute carries streams still (22)", "supervisor.go",
			"\tc.Master = substitute\n", ""),
		changed("TestFail", "who had failed carries streams (22)", "supervisor.go",
			"\tc.Down = append(slices.Clone(c.Down), c.Master)\n", ""),
	}
}

// beside are others, which make mutants runs, and make test does not.
func beside() []protocoltest.Tested {
	rows := []protocoltest.Tested{
		changed("TestParseRefuses", "a master may be down", "problem.go",
			"case slices.Contains(c.Down, c.Master):", "case slices.Contains(c.Down, -c.Master-1):"),
		changed("TestBranchIsTheBest", "what costs as much as the bound says is not looked for", "branch.go",
			"if next.least >= b.cost {", "if next.least >= b.cost-1 {"),
		changed("TestBranchIsTheBest", "what is given back for prices is forgotten", "branch.go",
			"+ b.priced.rest[i+1] - b.priced.back", "+ b.priced.rest[i+1]"),
		changed("TestSearchIsTheBest", "a bound by prices takes all capacities for full", "bound.go",
			"value -= at.of[c] * t.offered(c)", "value -= at.of[c] * t.offered(c) / 2"),
		changed("TestSearchIsTheBest", "a bound by a flow of the greatest demand", "bound.go",
			"slices.MinFunc(t.Streams", "slices.MaxFunc(t.Streams"),
		changed("TestFlowIsTheBest", "a flow is never taken back", "flow.go",
			"\t\tg.room[g.by[v]^1] += most\n", "\t\tif g.by[v]%2 == 0 {\n\t\t\tg.room[g.by[v]^1] += 0\n\t\t}\n"),
		changed("TestFlowIsTheBest", "a flow takes the path of fewest links", "flow.go",
			"far := at.far + g.cost[e] + g.height[at.v] - g.height[w]", "far := at.far + 1"),
		changed("TestReplanMovesTheFewest", "to move is as cheap as any delay", "supervisor.go",
			"t.keep, t.penalty = earlier, dearest+1", "t.keep, t.penalty = earlier, min(dearest+1, 1)"),
		changed("TestReplanMovesTheFewest", "who has left its path may come back to it at no cost", "branch.go",
			"if on && !next.on {", "if on && !next.on && k == b.Stages-1 {"),
		changed("TestPlaceSearches", "first fit has the last word", "place.go",
			"\t\tp.room[n] += demand\n", "\t\treturn false\n"),
		changed("TestAssign", "a master's refusal is not heard", "place.go", "refused = true", "refused = false"),
	}
	for i := range rows {
		rows[i].Seldom = true
	}
	return rows
}

// Each of these changes fails the test that its row names.
func TestSabotageOfPipelines(t *testing.T) {
	protocoltest.FailTests(t, slices.Concat(sheet(), beside()), "impl/gossip/pipeline/tested_test.go")
}
