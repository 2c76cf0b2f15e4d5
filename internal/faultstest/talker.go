package faultstest

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The messages, the input and the record of the processes here.
type (
	// Ping is sent from one process to another.
	Ping struct{ N int }
	// News is multicast.
	News struct{}
	// Kick is the input that makes a process begin.
	Kick struct{}
	// Saved is what stands on a disk.
	Saved struct{ N int }
)

// Kind returns "Ping".
func (Ping) Kind() string { return "Ping" }

// Kind returns "News".
func (News) Kind() string { return "News" }

// Kind returns "Kick".
func (Kick) Kind() string { return "Kick" }

func init() {
	for _, v := range []any{Ping{}, News{}, Kick{}, Saved{}} {
		codec.Register(v)
	}
}

// Talker saves, sends a ping and multicasts when it is kicked. How it behaves
// otherwise is for each test to say.
type Talker struct {
	ID     spec.NodeID
	Holds  TalkerState
	Secret int
	Kicked func(*Talker, impl.Event, *impl.Effects)
}

// TalkerState is what a talker holds.
type TalkerState struct{ N int }

// State returns what the talker holds.
func (n *Talker) State() any { return &n.Holds }

// Step handles one event.
func (n *Talker) Step(ev impl.Event, out *impl.Effects) {
	switch {
	case ev.Kind == impl.Recovered:
		if s, ok := ev.Disk.(Saved); ok {
			n.Holds.N = s.N
		}
	case ev.Kind == impl.Input && n.Kicked != nil:
		n.Kicked(n, ev, out)
	case ev.Kind == impl.Input:
		n.Holds.N = 1
		out.Save(Saved{7})
		out.Send(1, Ping{1})
		out.SetTimer("T", 1)
		out.Multicast(News{})
	}
}
