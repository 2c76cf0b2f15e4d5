package swim

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// set gives a member another status, in the incarnation that is known of it.
func (n *Node) set(member spec.NodeID, status string) {
	n.state.Known = slices.Clone(n.state.Known)
	n.state.Known[member].Status = status
}

// begin begins an incarnation, which is on the disk before anybody hears of it.
func (n *Node) begin(incarnation int, out *impl.Effects) {
	n.state.Known = slices.Clone(n.state.Known)
	n.state.Known[n.id].Incarnation = incarnation
	out.Save(words.Record{Incarnation: incarnation})
}

// learn takes over news that are newer than what is known, and refutes a suspicion of the process itself.
func (n *Node) learn(news []words.Entry, out *impl.Effects) {
	for i, e := range news {
		switch id := spec.NodeID(i); {
		case id == n.id:
			if n.doubted(e) {
				n.begin(e.Incarnation+1, out)
			}
		case n.newer(e, n.state.Known[id]):
			n.take(id, e, out)
		}
	}
}

// doubted reports whether an entry says of the process what it must refute.
func (n *Node) doubted(e words.Entry) bool {
	if e.Status == words.Alive || e.Status == words.Dead && !n.cfg.Returns {
		return false
	}
	return e.Incarnation >= n.state.Known[n.id].Incarnation
}

// newer reports whether an entry overrides another of the same member.
func (n *Node) newer(e, old words.Entry) bool {
	switch {
	case old.Status == words.Dead && !n.cfg.Returns:
		return false
	case e.Status == words.Dead && !n.cfg.Returns, e.Incarnation > old.Incarnation:
		return true
	case e.Incarnation < old.Incarnation:
		return false
	}
	return rank(e.Status) > rank(old.Status)
}

// rank orders the statuses of one incarnation.
func rank(status string) int {
	return slices.Index([]string{words.Alive, words.Suspect, words.Dead}, status)
}

// take takes over an entry of another member.
func (n *Node) take(id spec.NodeID, e words.Entry, out *impl.Effects) {
	n.state.Known = slices.Clone(n.state.Known)
	n.state.Known[id] = e
	if e.Status == words.Suspect {
		out.SetTimer(words.Suspicion(id), n.cfg.SuspicionTime())
		return
	}
	out.StopTimer(words.Suspicion(id))
}
