package scrutineer

import (
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// views makes snapshots of the states of explorations, and reuses their memory.
type views struct{ free sync.Pool }

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
	if !ok || len(at.nodes) != nodes {
		at = &shown{boxes: make([]any, nodes)}
		at.nodes, at.changed = make([]any, nodes), spec.AllNodes(nodes)
		at.disk = func(id NodeID) any { return at.disks[id] }
	}
	at.disks, at.readings = disks, readings
	if at.reading = nil; readings != nil {
		at.reading = func(id NodeID) time.Duration { return at.readings[id] }
	}
	at.image, at.stale = nil, nil
	clear(at.nodes)
	return at
}

// ask asks a property of a state of the specification.
func ask[L any](v *views, s *spec.State[L], property func(View[L]) error) error {
	at := v.take(len(s.Nodes), s.Disk, s.Readings)
	for _, id := range s.Alive {
		at.nodes[id] = &s.Nodes[id]
	}
	err := property(View[L]{&at.snapshot})
	v.free.Put(at)
	return err
}
