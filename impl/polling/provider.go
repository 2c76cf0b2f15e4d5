package polling

import (
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/polling/words"
)

// serve answers a request if the rate limit (3) allows it.
func (n *Node) serve(now time.Duration, from spec.NodeID, m words.Request, out *impl.Effects) {
	p, key := &n.state.Provider, n.cfg.Key(from)
	p.Window = slices.DeleteFunc(slices.Clone(p.Window), func(a words.Arrival) bool { return !n.isRecent(a.At, now) })
	accepted := n.allows(key)
	p.Window = append(p.Window, words.Arrival{From: from, Slot: m.Slot, At: now, Accepted: accepted})
	switch {
	case accepted && n.cfg.Stores():
		out.Send(from, words.Data{Interval: int(now.Milliseconds()) / n.cfg.Collect})
	case !accepted && n.cfg.Bans:
		p.Banned = p.Banned.With(key)
	}
}

// isRecent reports whether an instant is in the window that ends now.
func (n *Node) isRecent(at, now time.Duration) bool {
	age, window := now-at, time.Duration(n.cfg.Window)*time.Millisecond
	return age < window || n.cfg.Closed && age == window
}

// allows reports whether one request more of a key is allowed.
func (n *Node) allows(key int) bool {
	if n.state.Banned.Has(key) {
		return false
	}
	made := 0
	for _, a := range n.state.Window {
		if n.cfg.Key(a.From) == key && (n.cfg.Attempts || a.Accepted) {
			made++
		}
	}
	slot := n.cfg.Divisions[n.state.Heard].Slot
	if n.cfg.Printed {
		return made*slot < n.cfg.Window
	}
	return (made+1)*slot <= n.cfg.Window
}
