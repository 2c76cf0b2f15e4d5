package swim

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// set changes the status of a member, and leaves its incarnation.
func (n *Node) set(member spec.NodeID, status string) {
	n.state.Known = slices.Clone(n.state.Known)
	n.state.Known[member].Status = status
}

// begin begins an incarnation of the process, and saves it before any message carries it.
func (n *Node) begin(incarnation int, out *impl.Effects) {
	n.state.Known = slices.Clone(n.state.Known)
	n.state.Known[n.id].Incarnation = incarnation
	out.Save(words.Record{Incarnation: incarnation})
}

// learn replaces the entries of members with newer ones, and refutes a suspicion of the process itself.
func (n *Node) learn(news []words.Entry, out *impl.Effects) {
	n.state.Known = slices.Clone(n.state.Known)
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

// doubted reports whether the process must refute an entry of itself.
func (n *Node) doubted(e words.Entry) bool {
	if e.Status == words.Alive || e.Status == words.Dead && !n.cfg.Returns {
		return false
	}
	return e.Incarnation >= n.state.Known[n.id].Incarnation
}

// newer reports whether e replaces old, an entry of the same member.
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

// take replaces the entry of a member, and sets or stops the timer of its suspicion.
func (n *Node) take(id spec.NodeID, e words.Entry, out *impl.Effects) {
	n.state.Known[id] = e
	if e.Status == words.Suspect {
		out.SetTimer(words.Suspicion(id), n.cfg.SuspicionTime())
		return
	}
	out.StopTimer(words.Suspicion(id))
}
