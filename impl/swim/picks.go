package swim

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The reasons of the picks.
const (
	whyTarget  = "target"
	whyHelpers = "helpers"
)

// pick picks k members of from by their weights.
func (n *Node) pick(out *impl.Effects, why string, from spec.Set, k int, weights []int) spec.Set {
	if !n.cfg.Picks.OnMap() {
		return out.Pick(why, from, k)
	}
	theirs := make([]int, len(from))
	for i, id := range from {
		theirs[i] = weights[id]
	}
	return out.PickBy(why, from, k, theirs)
}

// pickTarget picks a member of the list, from the bag if there is one.
func (n *Node) pickTarget(out *impl.Effects, list spec.Set) spec.NodeID {
	if !n.cfg.Picks.InRounds() {
		return n.pick(out, whyTarget, list, 1, n.weights)[0]
	}
	in := n.inBag(list)
	if len(in) == 0 {
		n.state.Bag, in = n.weights, list
	}
	target := n.pick(out, whyTarget, in, 1, n.state.Bag)[0]
	n.state.Bag = append([]int(nil), n.state.Bag...)
	n.state.Bag[target] = max(n.state.Bag[target]-n.least, 0)
	return target
}

// inBag returns the members of the list that have weight left in the bag.
func (n *Node) inBag(list spec.Set) (in spec.Set) {
	for _, id := range list {
		if n.state.Bag[id] != 0 {
			in = append(in, id)
		}
	}
	return in
}

// fullBag returns a full bag, nil if targets are not picked in rounds.
func (n *Node) fullBag() []int {
	if !n.cfg.Picks.InRounds() {
		return nil
	}
	return n.weights
}
