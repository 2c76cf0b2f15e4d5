package world

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Resumer is an Observer that can observe a run that starts from a snapshot.
type Resumer interface {
	Observer
	// Resumes is called before the first event of such a run.
	Resumes(w *World)
}

// restore gives all processes their states in a snapshot.
func (w *World) restore(b *faults.Snapshot) (err error) {
	if w.restored, err = b.Messages(); err != nil {
		return input.In("", "snapshot", err)
	}
	for n := range b.Processes {
		if err := w.restoreProcess(spec.NodeID(n), &b.Processes[n]); err != nil {
			return input.In("", fmt.Sprintf("snapshot.processes[%d]", n), err)
		}
	}
	return nil
}

// restoreProcess gives a process its state in a snapshot.
func (w *World) restoreProcess(at spec.NodeID, b *faults.ProcessSnapshot) error {
	record, err := b.Saved()
	if err != nil {
		return err
	}
	w.processes.save(at, record)
	if !b.Up {
		w.processes.goesDown(at)
		return nil
	}
	node := w.cluster.New(at)
	if err := codec.Decode(b.State, node.State()); err != nil {
		return input.Errorf("state", "is no state of the protocol's processes: %v", err)
	}
	w.processes.begins(at, node)
	return nil
}

// StateCopy returns what State returns, as a value that the process does not change later.
func (w *World) StateCopy(id spec.NodeID) any {
	state := w.State(id)
	if state == nil {
		return nil
	}
	copied := w.cluster.New(id).State()
	if err := codec.Decode(codec.Encode(state), copied); err != nil {
		panic(spec.Breach{Contract: "Codec", Why: err.Error()})
	}
	return copied
}

// scheduleRestored schedules the timers, the copies in flight and the recoveries of a snapshot.
func (w *World) scheduleRestored(b *faults.Snapshot) {
	w.agenda.begin()
	for n := range b.Processes {
		at, p := spec.NodeID(n), &b.Processes[n]
		if p.Unbooted {
			w.start(at)
		}
		if p.Down != nil {
			w.agenda.put(*p.Down, item{what: revival, ref: int32(at)})
		}
		for _, t := range p.Timers {
			w.setTimer(at, t.Timer, t.Left)
		}
	}
	for _, m := range w.restored {
		k := w.net.kind(m.Body)
		place := w.net.enter(&m, k, k.next(m.From, m.To))
		w.net.parcels.list[place].encode()
		w.injector.route(place)
	}
	for _, o := range w.observers {
		if b, can := o.(Resumer); can {
			b.Resumes(w)
		}
	}
}
