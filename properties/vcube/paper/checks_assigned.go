package paper

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	elections "github.com/scrutineer-go/scrutineer/properties/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// clustering is c_{i,s} of so many processes.
type clustering func(i spec.NodeID, s, nodes int) []spec.NodeID

// printedClusters is the paper's Table 1, a row for each s.
func printedClusters() [3][8][]spec.NodeID {
	return [3][8][]spec.NodeID{
		{{1}, {0}, {3}, {2}, {5}, {4}, {7}, {6}},
		{{2, 3}, {3, 2}, {0, 1}, {1, 0}, {6, 7}, {7, 6}, {4, 5}, {5, 4}},
		{
			{4, 5, 6, 7},
			{5, 4, 7, 6},
			{6, 7, 4, 5},
			{7, 6, 5, 4},
			{0, 1, 2, 3},
			{1, 0, 3, 2},
			{2, 3, 0, 1},
			{3, 2, 1, 0},
		},
	}
}

// equation1 is c_{i,s} as equation (1) has it.
func equation1(i spec.NodeID, s int) []spec.NodeID {
	first := i ^ 1<<(s-1)
	list := []spec.NodeID{first}
	for smaller := 1; smaller < s; smaller++ {
		list = append(list, equation1(first, smaller)...)
	}
	return list
}

// checkClusters is VC-1: Table 1, and equation (1) for up to 64 processes.
func checkClusters(cluster clustering) (string, error) {
	for s, row := range printedClusters() {
		for i, want := range row {
			if got := cluster(spec.NodeID(i), s+1, 8); !slices.Equal(got, want) {
				return "", fmt.Errorf("c_{%d,%d} is %v, printed is %v", i, s+1, got, want)
			}
		}
	}
	lists := 0
	for nodes := 2; nodes <= 64; nodes *= 2 {
		for i := range spec.NodeID(nodes) {
			for s := 1; s <= asRead(nodes).Dimension(); s++ {
				if got, want := cluster(i, s, nodes), equation1(i, s); !slices.Equal(got, want) {
					return "", fmt.Errorf("c_{%d,%d} of %d is %v, by equation (1) %v", i, s, nodes, got, want)
				}
				lists++
			}
		}
	}
	return fmt.Sprintf("the 24 lists are as printed, and %d lists of 2 to 64 processes as equation (1) has them",
		lists), nil
}

// figures1And2 are whom each process tests in a round, in order: with all up, without p0, and
// without p4; nobody where the process is down.
func figures1And2() map[string][][]spec.NodeID {
	return map[string][][]spec.NodeID{
		"{}": {{1, 2, 4}, {0, 3, 5}, {3, 0, 6}, {2, 1, 7}, {5, 6, 0}, {4, 7, 1}, {7, 4, 2}, {6, 5, 3}},
		"{0}": {
			nil, {0, 3, 2, 5, 4}, {3, 0, 6}, {2, 1, 7}, {5, 6, 0}, {4, 7, 1}, {7, 4, 2}, {6, 5, 3},
		},
		"{4}": {
			{1, 2, 4}, {0, 3, 5}, {3, 0, 6}, {2, 1, 7}, nil, {4, 7, 6, 1, 0}, {7, 4, 2}, {6, 5, 3},
		},
	}
}

// checkAssignments is VC-2: who tests whom in Figures 1 and 2.
func checkAssignments(cfg words.Config) (string, error) {
	want := figures1And2()
	for _, down := range []spec.Set{nil, {0}, {4}} {
		got := make([][]spec.NodeID, 8)
		for _, t := range settled(cfg, down).Round(true) {
			got[t.By] = append(got[t.By], t.Of)
		}
		for i := range got {
			if list := want[down.String()][i]; !slices.Equal(got[i], list) {
				return "", fmt.Errorf("without %s p%d tests %v, want %v", down, i, got[i], list)
			}
		}
	}
	return "i tests i xor 1, 2 and 4; without p0 p1 tests p0, p3, p2, p5 and p4; without p4 p5 tests p0 and p6, " +
		"and p0 goes on to test p4", nil
}

// place is a process and the number of a cluster.
type place struct {
	of spec.NodeID
	s  int
}

// witnessed are the clusters of everybody in which somebody is up who can test him.
func witnessed(nodes int, down spec.Set) []place {
	var all []place
	for j := range spec.NodeID(nodes) {
		for s := 1; s <= asRead(nodes).Dimension(); s++ {
			cluster := implementation.Cluster(j, s, nodes)
			if slices.ContainsFunc(cluster, func(i spec.NodeID) bool { return !down.Has(i) }) {
				all = append(all, place{j, s})
			}
		}
	}
	return all
}

// places are the clusters in which processes were tested, sorted: a tester and who is tested differ
// first in the bit of the cluster.
func places(tests []elections.Test) []place {
	all := make([]place, len(tests))
	for i, t := range tests {
		all[i] = place{t.Of, bits.Len(uint(t.By ^ t.Of))}
	}
	slices.SortFunc(all, func(a, b place) int {
		if a.of != b.of {
			return int(a.of - b.of)
		}
		return a.s - b.s
	})
	return all
}

// settledRound is a round in which all know who is down: how many tests there are, and how many
// messages, at least and at most, in how many crash sets.
type settledRound struct {
	sets, fewest, most, low, high int
}

// settledRounds are those after all crash sets of so many: whoever is up or down must be tested once
// in each of its clusters in which somebody is up, and by nobody else, at most N log2 N tests. One is
// two messages, or one where nobody answers.
func settledRounds(nodes int, read ...words.Interpretation) (settledRound, error) {
	cfg := asRead(nodes, read...)
	r := settledRound{fewest: nodes * nodes, low: 2 * nodes * nodes}
	return r, downSets(nodes, func(down spec.Set) error {
		tests, want := settled(cfg, down).Round(true), witnessed(nodes, down)
		if !slices.Equal(places(tests), want) || len(tests) > nodes*cfg.Dimension() {
			return fmt.Errorf("of %d without %s: %d tests in a round, want %d, one for each cluster", nodes, down,
				len(tests), len(want))
		}
		messages, due := messagesOf(tests), 0
		for _, p := range want {
			due += 1 + answers(!down.Has(p.of))
		}
		if messages != due {
			return fmt.Errorf("of %d without %s: %d messages in a round, want %d", nodes, down, messages, due)
		}
		r.fewest, r.most, r.sets = min(r.fewest, len(tests)), max(r.most, len(tests)), r.sets+1
		r.low, r.high = min(r.low, messages), max(r.high, messages)
		return nil
	})
}

// checkSettledTests is VC-3 where all know the same.
func checkSettledTests(read ...words.Interpretation) (string, error) {
	four, err := settledRounds(4, read...)
	if err != nil {
		return "", err
	}
	eight, err := settledRounds(8, read...)
	return fmt.Sprintf("one tester for each cluster in which somebody is up: in the %d of N = 4 %d to %d tests, "+
		"where N log2 N is 8, and in the %d of N = 8 %d to %d, where it is 24",
		four.sets, four.fewest, four.most, eight.sets, eight.fewest, eight.most), err
}

// checkSettledMessages is VC-16: what a round sends after any crashes.
func checkSettledMessages(read ...words.Interpretation) (string, error) {
	four, err := settledRounds(4, read...)
	if err != nil {
		return "", err
	}
	eight, err := settledRounds(8, read...)
	if err != nil {
		return "", err
	}
	one := messagesOf(settled(asRead(8, read...), spec.Set{0}).Round(true))
	return fmt.Sprintf("two for each test, or one where nobody answers: %d to %d in the %d of N = 4, %d to %d in "+
		"the %d of N = 8; without p0 of 8 they are %d",
		four.low, four.high, four.sets, eight.low, eight.high, eight.sets, one), nil
}

// answers is how many replies there are to a request.
func answers(is bool) int {
	if is {
		return 1
	}
	return 0
}

// messagesOf counts the requests and replies of tests.
func messagesOf(tests []elections.Test) int {
	messages := 0
	for _, t := range tests {
		messages += 1 + answers(t.Answered)
	}
	return messages
}

// checkTransientTests is VC-3 where not everybody knows the same: more tests than N log2 N.
func checkTransientTests() (string, error) {
	var suspicions, hopeless []string
	for _, nodes := range []int{4, 8, 16} {
		most, all := afterSuspicion(nodes), givenUp(nodes)
		bound := nodes * asRead(nodes).Dimension()
		if most <= bound || all <= bound {
			return "", fmt.Errorf("of %d: at most %d tests after a false suspicion, and %d where no answer comes: "+
				"the bound %d holds", nodes, most, all, bound)
		}
		suspicions = append(suspicions, fmt.Sprintf("%d of %d", most, bound))
		hopeless = append(hopeless, fmt.Sprint(all))
	}
	inside, around := insideOfRound(4), aroundRounds()
	if inside <= 8 || slices.Max(around) <= 24 {
		return "", fmt.Errorf("%d tests of four, %v of eight: the bounds 8 and 24 hold", inside, around)
	}
	return fmt.Sprintf("in a round of 4, 8 and 16 one false suspicion brings %s tests, and where no answer is "+
		"waited for long enough there are N(N-1), %s; without false suspicions one crash within a round of 4 "+
		"brings %d of 8, and where p0 of 8 comes up after two rounds as p1 fails and comes up the next rounds "+
		"have %s of 24",
		strings.Join(suspicions, ", "), strings.Join(hopeless, ", "), inside, numbers(around)), nil
}

// afterSuspicion is the largest number of tests in a round of which one fails though all are up.
func afterSuspicion(nodes int) int {
	most := 0
	settled := elections.NewGroup(asRead(nodes))
	for p := range spec.NodeID(nodes) {
		for q := range spec.NodeID(nodes) {
			if p != q {
				g := settled.Clone()
				g.Suspect(p, q)
				most = max(most, len(g.Round(true)))
			}
		}
	}
	return most
}

// givenUp is the number of tests in a round in which every test is given up too early.
func givenUp(nodes int) int {
	g := elections.NewGroup(asRead(nodes))
	for p := range spec.NodeID(nodes) {
		for q := range spec.NodeID(nodes) {
			g.Suspect(p, q)
		}
	}
	return len(g.Round(true))
}

// insideOfRound is the largest number of tests in a round of so many, in which one process after the
// other carries its tests out, and one of them fails when it has.
func insideOfRound(nodes int) int {
	most := 0
	for order := range orders(nodes) {
		for last := range order {
			g, tests := elections.NewGroup(asRead(nodes)), 0
			for turn, p := range order {
				tests += len(g.Go(p))
				if turn == last {
					g.Fail(order[0])
				}
			}
			most = max(most, tests)
		}
	}
	return most
}

// orders yields all orders of so many processes.
func orders(nodes int) func(func([]spec.NodeID) bool) {
	return func(yield func([]spec.NodeID) bool) {
		order := spec.AllNodes(nodes)
		var from func(int) bool
		from = func(at int) bool {
			if at == nodes {
				return yield(slices.Clone(order))
			}
			for i := at; i < nodes; i++ {
				order[at], order[i] = order[i], order[at]
				if !from(at + 1) {
					return false
				}
				order[at], order[i] = order[i], order[at]
			}
			return true
		}
		from(0)
	}
}

// aroundRounds counts the tests of the rounds of eight after p0 has failed for two rounds and comes
// up, and p1 fails and comes up, between two rounds: replies are frozen.
func aroundRounds() []int {
	g := elections.NewGroup(asRead(8))
	g.Fail(0)
	g.Round(true)
	g.Round(true)
	g.Return(0)
	g.Fail(1)
	g.Return(1)
	var counts []int
	for range 3 {
		counts = append(counts, len(g.Round(true)))
	}
	return counts
}

// checkDiameter is VC-5: the graph of the tests of those who are up is strongly connected, and no
// news travel along more than log2 N of its edges.
func checkDiameter(read ...words.Interpretation) (string, error) {
	var found []string
	for _, nodes := range []int{4, 8} {
		cfg := asRead(nodes, read...)
		d, most := cfg.Dimension(), 0
		err := downSets(nodes, func(down spec.Set) error {
			g := settled(cfg, down)
			tests := g.Round(true)
			for _, from := range g.Up() {
				far, all := spread(tests, from)
				if all != len(g.Up()) || far > d {
					return fmt.Errorf("of %d without %s: news of p%s come to %d of %d, after %d rounds",
						nodes, down, from, all, len(g.Up()), far)
				}
				most = max(most, far)
			}
			return nil
		})
		if err != nil {
			return "", err
		}
		found = append(found, fmt.Sprintf("N = %d: at most %d", nodes, most))
	}
	return "the tests between any two processes that are up, for each set of processes that are down: " +
		strings.Join(found, "; "), nil
}

// spread returns how many come to know what one process does, and after how many tests the last.
func spread(tests []elections.Test, from spec.NodeID) (far, all int) {
	knows := spec.NewSet(from)
	for {
		next := knows
		for _, t := range tests {
			if t.Answered && knows.Has(t.Of) {
				next = next.With(t.By)
			}
		}
		if len(next) == len(knows) {
			return far, len(knows)
		}
		knows, far = next, far+1
	}
}
