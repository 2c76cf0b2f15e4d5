package vcube

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Table 1 of the paper: the clusters of eight processes.
func TestTable1(t *testing.T) {
	type ids = []spec.NodeID
	want := [8][3][]spec.NodeID{
		{ids{1}, ids{2, 3}, ids{4, 5, 6, 7}},
		{ids{0}, ids{3, 2}, ids{5, 4, 7, 6}},
		{ids{3}, ids{0, 1}, ids{6, 7, 4, 5}},
		{ids{2}, ids{1, 0}, ids{7, 6, 5, 4}},
		{ids{5}, ids{6, 7}, ids{0, 1, 2, 3}},
		{ids{4}, ids{7, 6}, ids{1, 0, 3, 2}},
		{ids{7}, ids{4, 5}, ids{2, 3, 0, 1}},
		{ids{6}, ids{5, 4}, ids{3, 2, 1, 0}},
	}
	for i, row := range want {
		for s, list := range row {
			if got := Cluster(spec.NodeID(i), s+1, 8); !slices.Equal(got, list) {
				t.Errorf("cluster %d of %d is %v, want %v", s+1, i, got, list)
			}
		}
	}
}

// recursive is the paper's definition: c_{i,s} is i xor 2^(s-1), and then the clusters 1 to s-1
// of that one.
func recursive(i spec.NodeID, s int) []spec.NodeID {
	j := i ^ 1<<(s-1)
	list := []spec.NodeID{j}
	for smaller := 1; smaller < s; smaller++ {
		list = append(list, recursive(j, smaller)...)
	}
	return list
}

func TestClustersAreThePapers(t *testing.T) {
	for nodes := 1; nodes <= 64; nodes++ {
		d := words.Config{Nodes: nodes}.Dimension()
		for i := range spec.NodeID(nodes) {
			all := []spec.NodeID{i}
			for s := 1; s <= d; s++ {
				want := slices.DeleteFunc(recursive(i, s), func(j spec.NodeID) bool { return int(j) >= nodes })
				got := Cluster(i, s, nodes)
				if !slices.Equal(got, want) {
					t.Fatalf("cluster %d of %d among %d is %v, want %v", s, i, nodes, got, want)
				}
				all = append(all, got...)
			}
			if !spec.NewSet(all...).Equal(spec.AllNodes(nodes)) {
				t.Fatalf("%d among %d and its clusters are %v", i, nodes, all)
			}
		}
	}
}

// trusting returns a process that holds the others for correct as the bits of a number say, and
// itself.
func trusting(id spec.NodeID, nodes int, others uint) *Node {
	n := New(id, words.Config{Nodes: nodes}.WithDefaults())
	n.state.Correct = make([]bool, nodes)
	for q := range n.state.Correct {
		n.state.Correct[q] = others>>q&1 == 1
	}
	n.state.Correct[id] = true
	return n
}

// firstCorrect is line 14 to the letter: those of the cluster in whose cluster i is the first
// that it holds for correct.
func firstCorrect(n *Node, s int) []spec.NodeID {
	var list []spec.NodeID
	for _, j := range Cluster(n.self.ID, s, n.self.Config.Nodes) {
		cluster := Cluster(j, s, n.self.Config.Nodes)
		first := slices.IndexFunc(cluster, func(k spec.NodeID) bool { return n.state.Correct[k] })
		if first >= 0 && cluster[first] == n.self.ID {
			list = append(list, j)
		}
	}
	return list
}

// Whom a process tests is worked out from the clusters that it suspects; whatever it holds for
// correct, that is who line 14 says.
func TestAssignedAreThoseOfTheAlgorithm(t *testing.T) {
	for nodes := 1; nodes <= 11; nodes++ {
		for others := range uint(1) << nodes {
			for i := range spec.NodeID(nodes) {
				n := trusting(i, nodes, others)
				for s := 1; s <= n.self.Config.Dimension(); s++ {
					if d := cmp.Diff(firstCorrect(n, s), n.assigned(s)); d != "" {
						t.Fatalf("%d of %d, trusting %b, in cluster %d (-want +got):\n%s", i, nodes, others, s, d)
					}
				}
			}
		}
	}
}

// Who does not hold itself for correct is nobody's first.
func TestWhoHasLeftTestsNobody(t *testing.T) {
	n := trusting(1, 4, 0b1111)
	n.state.Correct[1] = false
	for s := 1; s <= 2; s++ {
		if list := n.assigned(s); list != nil {
			t.Errorf("it tests %v", list)
		}
	}
}

// The tests of Figures 1 and 2: everybody is up, 0 is dead, 4 is dead, and everybody knows.
func TestFigures1And2(t *testing.T) {
	type table = map[spec.NodeID][]spec.NodeID
	up := table{}
	for i := range spec.NodeID(8) {
		up[i] = []spec.NodeID{i ^ 1, i ^ 2, i ^ 4}
	}
	for _, c := range []struct {
		dead spec.NodeID
		want table
	}{
		{spec.None, up},
		{0, table{
			1: {0, 3, 2, 5, 4}, 2: {3, 0, 6}, 3: {2, 1, 7}, 4: {5, 6, 0}, 5: {4, 7, 1}, 6: {7, 4, 2}, 7: {6, 5, 3},
		}},
		{4, table{
			0: {1, 2, 4}, 1: {0, 3, 5}, 2: {3, 0, 6}, 3: {2, 1, 7}, 5: {4, 7, 6, 1, 0}, 6: {7, 4, 2}, 7: {6, 5, 3},
		}},
	} {
		for i, want := range c.want {
			others := ^uint(0)
			if c.dead != spec.None {
				others &^= 1 << c.dead
			}
			n := trusting(i, 8, others)
			if got := slices.Concat(n.assigned(1), n.assigned(2), n.assigned(3)); !slices.Equal(got, want) {
				t.Errorf("where %s is dead %d tests %v, want %v", c.dead, i, got, want)
			}
		}
	}
}
