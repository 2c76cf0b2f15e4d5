package swim

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// set changes the status of a member. With times its entry has the time of the change; else the incarnation stays.
func (n *Node) set(member spec.NodeID, status string) {
	if n.state.Known[member].Status == status {
		return
	}
	n.state.Known = slices.Clone(n.state.Known)
	if n.cfg.Timed() {
		n.state.Known[member].Incarnation = n.time()
	}
	n.state.Known[member].Status = status
	n.rumour(member)
}

// begin begins an incarnation of the process, and saves it before any message carries it.
func (n *Node) begin(incarnation int, out *impl.Effects) {
	n.state.Known = slices.Clone(n.state.Known)
	n.state.Known[n.id].Incarnation = incarnation
	n.rumour(n.id)
	out.Save(words.Record{Incarnation: incarnation})
}

// learn replaces the entries of members with newer ones. It refutes a suspicion, or a removal, of the process itself.
func (n *Node) learn(news words.News, out *impl.Effects) {
	copied := false // Known is copied once if anything in it changes
	for _, e := range news {
		switch {
		case e.Member == n.id:
			if n.doubted(e) {
				n.begin(e.Incarnation+1, out)
				copied = true
			}
		case n.replaces(e):
			if !copied {
				n.state.Known, copied = slices.Clone(n.state.Known), true
			}
			n.take(e, out)
		}
	}
}

// doubted reports whether the process must refute an entry of itself. With times its next entry is news anyway.
func (n *Node) doubted(e words.Entry) bool {
	if n.cfg.Timed() {
		return false
	}
	if e.Status == words.Alive || e.Status == words.Unknown || e.Status == words.Dead && !n.cfg.Returns {
		return false
	}
	return e.Incarnation >= n.state.Known[n.id].Incarnation
}

// replaces reports whether e replaces the entry that the process has of its member.
func (n *Node) replaces(e words.Entry) bool {
	if n.cfg.Timed() {
		return n.fresher(e)
	}
	return n.newer(e, n.state.Known[e.Member])
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
	return slices.Index([]string{words.Unknown, words.Alive, words.Suspect, words.Dead}, status)
}

// take replaces the entry of a member, and sets or stops the timer of its suspicion.
func (n *Node) take(e words.Entry, out *impl.Effects) {
	n.state.Known[e.Member] = e
	n.rumour(e.Member)
	if e.Status == words.Suspect {
		out.SetTimer(words.Suspicion(e.Member), n.cfg.SuspicionTime())
		return
	}
	out.StopTimer(words.Suspicion(e.Member))
}
