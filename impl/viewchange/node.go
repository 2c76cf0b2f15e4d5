// Package viewchange implements the view change of Viewstamped Replication (Liskov and Cowling 2012,
// section 4.2) as an election: replicas, views, and a primary for each, but no log. It is here to be
// compared with other elections, and has no specification of its own.
//
// Start reading at [New].
package viewchange

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/viewchange/words"
)

// Node is one replica.
type Node struct {
	id    spec.NodeID
	cfg   words.Config
	state State
}

// State is all of a Node that changes.
type State struct {
	// Leader is the primary of its view, None where it is not normal. Acts tells whether that is itself.
	Leader spec.NodeID
	Acts   bool
	// View is its view number, LastNormal the last view in which its status was normal.
	View, LastNormal int
	// Starts are the others of whom it has a StartViewChange of its view, Dos those whose DoViewChange of it
	// it has, as its primary. Told says that it has sent its own.
	Starts, Dos spec.Set
	Told        bool
	// Behind is the last normal view of those in Dos that is the greatest: that one's log would be taken.
	Behind int
}

// New returns a replica of a group with that configuration, which words.Parse has checked.
func New(id spec.NodeID, cfg words.Config) *Node {
	return &Node{id: id, cfg: cfg, state: State{Leader: spec.None}}
}

// State returns the replica's state.
func (n *Node) State() any { return &n.state }

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted:
		n.normal(0, out)
	case impl.Fired:
		if ev.Timer == words.ClockCommit {
			out.SetTimer(words.ClockCommit, n.cfg.BeatTime())
			n.tell(words.Commit{View: n.state.View}, out)
			return
		}
		n.change(n.state.View+1, out) // its primary is silent, or the change to its view takes too long
	case impl.Delivered:
		n.received(ev.From, ev.Body, out)
	}
}

func (n *Node) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	switch body := body.(type) {
	case words.Commit:
		n.hears(body.View, out)
	case words.StartView:
		n.hears(body.View, out)
	case words.StartViewChange:
		n.join(body.View, out)
		if n.changing(body.View) {
			n.state.Starts = n.state.Starts.With(from)
			n.proceed(out)
		}
	case words.DoViewChange:
		n.join(body.View, out)
		if n.changing(body.View) {
			n.does(from, body.LastNormal, out)
		}
	}
}

// changing tells whether the replica is in the change to that view.
func (n *Node) changing(view int) bool { return view == n.state.View && n.state.Leader == spec.None }

// hears takes into account that the primary of a view says that it has begun.
func (n *Node) hears(view int, out *impl.Effects) {
	switch {
	case view > n.state.View || n.changing(view):
		n.normal(view, out)
	case view == n.state.View:
		n.wait(out)
	}
}

// normal makes the replica normal in a view.
func (n *Node) normal(view int, out *impl.Effects) {
	primary := n.cfg.Primary(view)
	n.state = State{Leader: primary, Acts: primary == n.id, View: view, LastNormal: view}
	if n.state.Acts {
		out.StopTimer(words.TimerWait)
		out.SetTimer(words.ClockCommit, n.cfg.BeatTime())
		return
	}
	out.StopTimer(words.ClockCommit)
	n.wait(out)
}

func (n *Node) wait(out *impl.Effects) { out.SetTimer(words.TimerWait, n.cfg.FailTime()) }

// join has the replica take part in the change to a later view than its own.
func (n *Node) join(view int, out *impl.Effects) {
	if view > n.state.View {
		n.change(view, out)
	}
}

// change begins the change to a view.
func (n *Node) change(view int, out *impl.Effects) {
	n.state = State{Leader: spec.None, View: view, LastNormal: n.state.LastNormal}
	out.StopTimer(words.ClockCommit)
	n.wait(out)
	n.tell(words.StartViewChange{View: view}, out)
	n.proceed(out)
}

// proceed sends its DoViewChange, once, when f others take part.
func (n *Node) proceed(out *impl.Effects) {
	if n.state.Told || len(n.state.Starts) < n.cfg.F() {
		return
	}
	n.state.Told = true
	if primary := n.cfg.Primary(n.state.View); primary != n.id {
		out.Send(primary, words.DoViewChange{View: n.state.View, LastNormal: n.state.LastNormal})
		return
	}
	n.does(n.id, n.state.LastNormal, out)
}

// does counts a DoViewChange at the primary of the view. With f+1 of them, its own among them or not, the
// view begins.
func (n *Node) does(from spec.NodeID, lastNormal int, out *impl.Effects) {
	n.state.Dos = n.state.Dos.With(from)
	n.state.Behind = max(n.state.Behind, lastNormal)
	if len(n.state.Dos) <= n.cfg.F() {
		return
	}
	n.normal(n.state.View, out)
	n.tell(words.StartView{View: n.state.View}, out)
}

// tell sends to all others.
func (n *Node) tell(body spec.Body, out *impl.Effects) {
	for j := range spec.NodeID(n.cfg.Nodes) {
		if j != n.id {
			out.Send(j, body)
		}
	}
}
