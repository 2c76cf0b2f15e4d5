package ctolerant

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// answer is what a QUERY is answered with (Algorithm 1, line 20; Algorithm 3, lines
// 28 to 31), asked for the asker's election.
func (n *Node) answer(asker words.Election, q words.Query) words.Response {
	unhealthy := n.unhealthiest(q.Y)
	return words.Response{
		Run: q.Run, Candidates: n.lowest(q.X, unhealthy), Unhealthy: unhealthy, Lost: n.state.Lost,
		Rival: n.rivalOf(asker),
	}
}

// unhealthiest returns the y members of the list that are suspected most, fewer
// where fewer are suspected at all, and never this process itself (Algorithm 3, line
// 29). Equals are ranked by their ids, so that the answer is a function of the
// state (D14).
func (n *Node) unhealthiest(y int) spec.Set {
	if y <= 0 {
		return nil
	}
	least, higher := 1, -1 // higher is the sign with which the higher of two equals is compared
	if n.cfg.Interprets(words.ZerosFill) {
		least = 0
	}
	if n.cfg.Interprets(words.LowerFirst) {
		higher = 1
	}
	var ranked spec.Set
	for id, member := range n.state.List {
		if other := spec.NodeID(id); member && other != n.id && n.suspicion(other) >= least {
			ranked = append(ranked, other)
		}
	}
	slices.SortFunc(ranked, func(a, b spec.NodeID) int {
		return cmp.Or(cmp.Compare(n.suspicion(b), n.suspicion(a)), higher*cmp.Compare(a, b))
	})
	return spec.NewSet(ranked[:min(y, len(ranked))]...)
}

// lowest returns the x lowest members of the list, this process among them, that are
// not excluded (Algorithm 3, line 30).
func (n *Node) lowest(x int, excluded spec.Set) spec.Set {
	omitted := spec.None
	if n.cfg.Interprets(words.OmitSelf) {
		omitted = n.id
	}
	var found spec.Set
	for i, member := range n.state.List {
		if len(found) >= x {
			break
		}
		if id := spec.NodeID(i); member && id != omitted && !excluded.Has(id) {
			found = append(found, id)
		}
	}
	return found
}

// suspicion is how often this process suspects another.
func (n *Node) suspicion(id spec.NodeID) int {
	if n.state.Suspicions == nil {
		return 0
	}
	return n.state.Suspicions[id]
}

// suspect takes over what the failure detector has counted.
func (n *Node) suspect(in words.Suspect) {
	if n.state.Suspicions == nil {
		n.state.Suspicions = make([]int, n.cfg.Nodes)
	}
	n.state.Suspicions[in.Node] = in.Count
}
