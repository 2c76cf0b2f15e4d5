package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// outside reports whether this process has yet to join or has left.
func (n *Node) outside() bool { return n.plan.joins && n.state.Version == 0 || n.left() }

// left reports whether this process has left.
func (n *Node) left() bool { return n.plan.gone > 0 && n.state.Version >= n.plan.gone }

// ignores reports whether a message is lost on this process, because it is outside the
// group. Under LeftObeys one that has left still lets itself be made the leader (D18).
func (n *Node) ignores(body spec.Body) bool {
	if !n.outside() {
		return false
	}
	_, notify := body.(words.Notify)
	return !notify || !n.left() || !n.cfg.Interprets(words.LeftObeys)
}

// change makes the next change of the membership at this process. Forget and Learn are
// what its membership service says, rightly or not; to join or to leave is to tell all.
func (n *Node) change(in spec.Body, out *impl.Effects) {
	n.state.Version++
	switch in := in.(type) {
	case words.Forget:
		n.lose(in.Node)
	case words.Learn:
		n.learn(in.Node, out)
	case words.Join:
		out.Multicast(words.Joined{})
	case words.Leave:
		out.Multicast(words.Left{})
	}
	n.replace(in, out)
}

// lose takes a process out of the list: it is dead, has left, or is said to be gone.
func (n *Node) lose(id spec.NodeID) {
	if n.state.List[id] && n.asksTwice() {
		n.state.Lost = n.state.Lost.With(id)
	}
	n.state.List[id] = false
}

// replace begins an election if a detector has lost the leader and this process takes part in no election.
func (n *Node) replace(in spec.Body, out *impl.Effects) {
	s := &n.state
	lost, forgets := in.(words.Forget)
	if forgets && n.cfg.Detectors && s.Leader == lost.Node && s.Election == nil && s.Rival.Number == 0 {
		n.initiate(out)
	}
}

// learn puts a process into the list. A run may have waited for that (D7).
func (n *Node) learn(id spec.NodeID, out *impl.Effects) {
	n.state.List[id] = true
	n.state.Lost = n.state.Lost.Without(id)
	n.unblock(out)
}

// welcome puts a process that has joined into the list. Whoever leads announces itself
// anew: the LEADER that the others follow was sent before the process came, so that it would
// never follow anybody (D20). Who has announced itself but follows a later LEADER since then
// leaves that to the sender of the later one. It sends to all, not knowing whom its first
// LEADER missed.
func (n *Node) welcome(id spec.NodeID, out *impl.Effects) {
	if id == n.id {
		return
	}
	n.learn(id, out)
	// Under Run, Tag has no Seq, and therefore is never later than Announced by Seq alone.
	if a := n.state.Announced; a.Run > 0 && !later(n.state.Tag, a) {
		out.Multicast(words.Leader(a))
	}
}
