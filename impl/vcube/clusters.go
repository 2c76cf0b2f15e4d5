package vcube

import (
	"iter"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Cluster returns the s-th cluster of a process among so many, c_{i,s}, in its order: i xor
// 2^(s-1) xor k for k = 0 to 2^(s-1)-1, without those who are not there (V14). The paper's
// recursion says the same.
func Cluster(i spec.NodeID, s, nodes int) []spec.NodeID { return slices.Collect(members(i, s, nodes)) }

// members goes through a cluster.
func members(i spec.NodeID, s, nodes int) iter.Seq[spec.NodeID] {
	return func(yield func(spec.NodeID) bool) {
		size := spec.NodeID(1) << (s - 1)
		for k := range size {
			if j := i ^ size ^ k; int(j) < nodes && !yield(j) {
				return
			}
		}
	}
}

// assigned returns those of its s-th cluster whom the process is to test, in the cluster's order:
// those in whose s-th cluster it is the first that it holds for correct (line 14, V1, V2).
//
// Let j be number m of c_{i,s}. Then i is number m of c_{j,s}, and before it stand i xor m xor k
// for k < m. As m is the sum of its bits, these k are, for each bit b of m, the sum of the higher
// ones and any k' < b; so i xor m xor k is then i xor b xor what is less than b: before i stand,
// for each of the bits, the members of i's own cluster with that many. So i tests j if and only
// if i suspects all of these clusters.
func (n *Node) assigned(s int) []spec.NodeID {
	id, nodes := n.self.ID, n.self.Config.Nodes
	if !n.state.Correct[id] {
		return nil // it is nobody's first (V4)
	}
	silent := spec.NodeID(0) // the bits of the smaller clusters that it suspects
	for t := 1; t < s; t++ {
		if !n.trustsIn(t) {
			silent |= 1 << (t - 1)
		}
	}
	var list []spec.NodeID
	for m := spec.NodeID(0); ; {
		if j := id ^ 1<<(s-1) ^ m; int(j) < nodes {
			list = append(list, j)
		}
		if m = (m - silent) & silent; m == 0 { // the next number that has no other bits
			return list
		}
	}
}

// trustsIn tells whether somebody in its cluster is held for correct.
func (n *Node) trustsIn(s int) bool {
	for j := range members(n.self.ID, s, n.self.Config.Nodes) {
		if n.state.Correct[j] {
			return true
		}
	}
	return false
}
