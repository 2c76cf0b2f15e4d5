package faultstest

import (
	"time"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Stamp is what stampers send and save. At is what the clock of its sender read.
type Stamp struct{ At time.Duration }

// Kind returns "Stamp".
func (Stamp) Kind() string { return "Stamp" }

func init() { codec.Register(Stamp{}) }

// stamper is a process that uses time in many ways: it sends the reading of its clock, saves the latest stamp, compares
// stamps with the present, and has a clock, a timer, and a timer for a peer.
type stamper struct {
	id    spec.NodeID
	nodes int
	state stamperState
}

type stamperState struct {
	Latest time.Duration // the latest stamp
	Old    bool          // the last stamp was older than a tick
	Idle   bool
}

// Stampers returns a cluster of stampers, for ticks of a millisecond. They depend on differences of readings only, of
// up to three ticks.
func Stampers(nodes int, failures spec.Failures, ordered bool, t *spec.DiscreteTime) network.Cluster {
	return network.Cluster{
		Nodes: nodes, Failures: failures, Ordered: ordered, Boots: true, Reads: true, Discrete: t,
		Clocks: spec.NewSet("Beat"),
		New:    func(id spec.NodeID) impl.Node { return &stamper{id: id, nodes: nodes} },
		Inputs: func(spec.NodeID, any, spec.Set) []spec.Body { return nil },
	}
}

func (n *stamper) State() any { return &n.state }

func (n *stamper) Step(ev impl.Event, out *impl.Effects) {
	next := spec.NodeID((int(n.id) + 1) % n.nodes)
	switch s := &n.state; ev.Kind {
	case impl.Recovered, impl.Booted:
		if saved, ok := ev.Disk.(Stamp); ok {
			s.Latest = saved.At
		}
		out.SetTimer("Beat", time.Duration(2+n.id)*time.Millisecond)
	case impl.Fired:
		switch ev.Timer.Name() {
		case "Beat":
			out.Send(next, Stamp{ev.Now})
			out.SetTimer("Beat", 2500*time.Microsecond) // three ticks
			out.SetTimer(spec.TimerOf("Wait", next), time.Millisecond)
		case "Wait":
			out.SetTimer("Idle", 0)
		default:
			s.Idle = true
		}
	case impl.Delivered:
		at := ev.Body.(Stamp).At
		s.Old, s.Idle = ev.Now-at > time.Millisecond, false
		s.Latest = max(s.Latest, at)
		if ev.Now-s.Latest > 3*time.Millisecond {
			s.Latest = 0
		}
		out.StopTimer("Idle")
		out.Save(Stamp{s.Latest})
	}
}
