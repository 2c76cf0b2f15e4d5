package swim

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// time returns the number of periods that the process has counted. Its own entry carries it.
func (n *Node) time() int { return n.state.Known[n.id].Incarnation }

// count counts a period, and reports whether more are to come. Without times it counts nothing.
func (n *Node) count() bool {
	if !n.cfg.Timed() {
		return true
	}
	n.state.Known = slices.Clone(n.state.Known)
	n.state.Known[n.id].Incarnation++
	return n.time() < n.cfg.Times
}

// fresher reports whether e, an entry with a time, replaces the one that the process has of the same member.
func (n *Node) fresher(e words.Entry) bool {
	old := n.state.Known[e.Member]
	switch old.Status {
	case words.Unknown:
		return e.Status != words.Unknown
	case words.Suspect:
		if e.Status == words.Dead {
			return true
		}
		if e.Status == words.Suspect {
			return false
		}
	case words.Dead:
		if e.Status == words.Suspect || e.Status == words.Alive && n.stale(e) {
			return false
		}
	}
	return e.Status != words.Unknown && old.Incarnation < e.Incarnation
}

// stale reports whether an entry is older than a period and the suspicion time together.
func (n *Node) stale(e words.Entry) bool { return e.Incarnation+n.cfg.Patience+1 < n.time() }
