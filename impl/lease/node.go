// Package lease implements the small protocol on which clocks are tried: a lessor grants a
// lease to one process at a time, and each trusts its own clock to say when it is over.
//
// Start reading at [New].
package lease

import (
	"time"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/lease/words"
)

// Node is one process.
type Node struct {
	id             spec.NodeID
	nodes          int
	length, margin time.Duration
	forgets, dated bool
	state          State
}

// State is all of a Node that changes.
type State struct {
	// Leased tells that the lessor has granted the lease To somebody, and at another process
	// that it was granted it, Until the process's clock reads so much.
	Leased bool
	To     spec.NodeID
	Until  time.Duration
}

// Holds tells whether the process, whose clock reads so much, takes the lease for granted.
func (s *State) Holds(now time.Duration) bool { return s.Leased && now < s.Until }

// New returns a process of a group with that configuration.
func New(id spec.NodeID, cfg words.Config) *Node {
	return &Node{
		id: id, nodes: cfg.Nodes, length: time.Duration(cfg.Length) * time.Millisecond,
		margin: time.Duration(cfg.Margin) * time.Millisecond, forgets: cfg.Forgets, dated: cfg.Dated,
	}
}

// Period is how often a process asks that does not hold the lease. It is no part of a lease, so
// that it is not always the holder who asks first when that is over.
func Period(length time.Duration) time.Duration { return whole(length * 2 / 7) }

// whole is so many whole milliseconds: times of plans are not fine enough for all fractions.
func whole(d time.Duration) time.Duration { return d.Truncate(time.Millisecond) }

// State returns the process's state.
func (n *Node) State() any { return &n.state }

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted, impl.Recovered:
		switch {
		case n.id != words.Lessor:
			inTurn := Period(n.length) * time.Duration(n.id) / time.Duration(n.nodes)
			out.SetTimer(words.ClockRetry, whole(inTurn))
		case ev.Kind == impl.Recovered && !n.forgets: // somebody may have the lease, and it is not known who
			n.state = State{Leased: true, To: spec.None, Until: ev.Now + n.length}
		}
	case impl.Fired:
		out.SetTimer(words.ClockRetry, Period(n.length))
		if !n.state.Holds(ev.Now) {
			n.state = State{}
			out.Send(words.Lessor, words.Ask{At: ev.Now})
		}
	case impl.Delivered:
		switch body := ev.Body.(type) {
		case words.Ask:
			n.asked(ev, body, out)
		case words.Grant:
			n.granted(body)
		}
	}
}

// asked grants the lease unless another one may have it, by the lessor's clock.
func (n *Node) asked(ev impl.Event, body words.Ask, out *impl.Effects) {
	if n.state.Holds(ev.Now) && n.state.To != ev.From {
		return
	}
	n.state = State{Leased: true, To: ev.From, Until: ev.Now + n.length}
	begins := body.At
	if n.dated {
		begins = ev.Now
	}
	out.Send(ev.From, words.Grant{At: begins})
}

// granted takes the lease for granted from when it was asked for: by then the lessor's clock
// had not begun to count. A dated lease counts by the lessor's clock, which the holder's own
// may lag behind by the margin. An old Grant is over when it comes.
func (n *Node) granted(body words.Grant) {
	until := body.At + n.length - n.margin
	if !n.state.Leased || until > n.state.Until {
		n.state = State{Leased: true, To: n.id, Until: until}
	}
}
