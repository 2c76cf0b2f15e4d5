package scrutineer

import (
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// views makes snapshots of the states of explorations, and reuses their memory.
type views struct {
	newStates func(n int) states
	free      sync.Pool
}

// shown is a snapshot of a state of an exploration.
type shown struct {
	snapshot
	disks    []any
	readings []time.Duration
	boxes    []any // by process, a pointer for a state that is shown as a value
}

// take returns a snapshot in which all processes are down.
func (v *views) take(nodes int, disks []any, readings []time.Duration) *shown {
	at, ok := v.free.Get().(*shown)
	if !ok || at.nodes.count() != nodes {
		at = &shown{boxes: make([]any, nodes)}
		at.nodes, at.changed = v.newStates(nodes), spec.AllNodes(nodes)
		at.disk = func(id NodeID) any { return at.disks[id] }
	}
	at.disks, at.readings = disks, readings
	if at.reading = nil; readings != nil {
		at.reading = func(id NodeID) time.Duration { return at.readings[id] }
	}
	at.image, at.stale = nil, nil
	at.nodes.clear()
	return at
}

// ask asks a property of a state of the specification.
func ask[L any](v *views, s *spec.State[L], property func(View[L]) error) error {
	at := v.take(len(s.Nodes), s.Disk, s.Readings)
	view := viewOf[L](&at.snapshot)
	for _, id := range s.Alive {
		view.nodes[id] = &s.Nodes[id]
	}
	err := property(view)
	v.free.Put(at)
	return err
}
