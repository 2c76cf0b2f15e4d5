package vcube

import (
	"math/bits"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// begin begins a round, unless the last one goes on (lines 11 to 15).
func (n *Node) begin(out *impl.Effects) {
	if n.state.Testing != spec.None {
		return
	}
	n.self.Freeze()
	n.from(1, out)
}

// from goes on with the s-th cluster, or with the first after it in which there is somebody to
// test. Who that is depends on what the round has brought so far (V5). After the last cluster the
// process elects.
func (n *Node) from(s int, out *impl.Effects) {
	for ; s <= n.self.Config.Dimension(); s++ {
		if list := n.toTest(s); len(list) > 0 {
			n.test(list, out)
			return
		}
	}
	n.state.Testing, n.state.Left = spec.None, nil
	n.self.Elect(out)
}

// toTest is whom the process tests of its s-th cluster.
func (n *Node) toTest(s int) []spec.NodeID {
	if n.self.Config.Interprets(words.Scan) {
		return Cluster(n.self.ID, s, n.self.Config.Nodes)
	}
	return n.assigned(s)
}

// test tests the first of the list; the others are left for later.
func (n *Node) test(list []spec.NodeID, out *impl.Effects) {
	n.state.Testing, n.state.Left = list[0], list[1:]
	n.self.NextTest()
	n.self.Ask(list[0], out)
	out.SetTimer(words.TimerTest, n.self.Timeout())
}

// next goes on after a test: with who is left, or with the next cluster. The one that holds j
// is told by the highest bit in which j differs from the process.
func (n *Node) next(out *impl.Effects) {
	if len(n.state.Left) > 0 {
		n.test(n.state.Left, out)
		return
	}
	n.from(bits.Len(uint(n.self.ID^n.state.Testing))+1, out)
}
