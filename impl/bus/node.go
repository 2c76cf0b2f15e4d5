// Package bus implements the small publisher and its listeners on which lossy broadcasts and
// the order of copies are tried.
//
// The package must not import spec/bus, which it is compared with. Start reading at [New].
package bus

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/bus/words"
)

// Node is one process: a publisher, a listener, or both.
type Node struct {
	cfg   words.Config
	state State
}

// State is all of a Node that changes.
type State struct {
	Joined, Gone bool // it has joined; and it has left
	Next         int  // how many items it has published
	Friends      map[spec.NodeID]bool
	Kept         []News              // in the order in which it came
	Newest       map[spec.NodeID]int // of each publisher, the number of the newest that was kept
}

// News is an item and who has said it.
type News struct {
	By spec.NodeID
	N  int
}

// New returns a process of a group with that configuration.
func New(cfg words.Config) *Node {
	return &Node{cfg: cfg, state: State{Friends: map[spec.NodeID]bool{}, Newest: map[spec.NodeID]int{}}}
}

// State returns the process's state.
func (n *Node) State() any { return &n.state }

// Listens tells whether a process in that state hears what is broadcast.
func (s *State) Listens() bool { return s.Joined && !s.Gone }

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	s := &n.state
	switch body := ev.Body.(type) {
	case words.Join:
		s.Joined = true
		out.Broadcast(words.Topic, words.Hello{})
	case words.Leave:
		s.Gone = true
	case words.Publish:
		s.Next++
		out.Broadcast(words.Topic, words.News{N: s.Next})
	case words.Hello:
		if s.Listens() {
			s.Friends[ev.From] = true
		}
	case words.News:
		if s.Listens() {
			n.hear(News{ev.From, body.N})
		}
	}
}

// hear keeps an item, if it is one to be kept.
func (n *Node) hear(item News) {
	newest := n.state.Newest[item.By]
	if item.N <= newest && n.cfg.Keeps == words.KeepsNewer {
		return
	}
	if n.cfg.Keeps == words.KeepsFirst && len(n.state.Kept) > 0 {
		return
	}
	n.state.Newest[item.By] = max(newest, item.N)
	n.state.Kept = append(n.state.Kept, item)
}
