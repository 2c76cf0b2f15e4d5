package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// SnapshotAfter returns the state after recorded steps.
func SnapshotAfter(c network.Cluster, p faults.Plan, steps []RecordedStep) (faults.Snapshot, error) {
	d, err := NewDriven(c, p)
	if err != nil {
		return faults.Snapshot{}, err
	}
	for _, step := range steps {
		if err := d.Take(step); err != nil {
			return faults.Snapshot{}, err
		}
	}
	return d.takeSnapshot(), nil
}

// takeSnapshot returns the present state, from which another run can start.
func (d *Driven) takeSnapshot() faults.Snapshot {
	var b faults.Snapshot
	type numbered struct {
		number int
		faults.MessageInFlight
	}
	var flight []numbered
	for id := range spec.NodeID(d.Nodes()) {
		p := &d.processes.list[id]
		is := faults.ProcessSnapshot{Unbooted: p.unbooted}
		if p.disk != nil {
			is.Disk = codec.Box(p.disk)
		}
		if p.node != nil {
			is.Up, is.State = true, codec.Encode(p.node.State())
		}
		for _, t := range p.timers {
			left := max(0, t.expires-d.clocks.Reading(id))
			left = (left + faults.Microsecond - 1) / faults.Microsecond * faults.Microsecond // the finest
			is.Timers = append(is.Timers, faults.TimerLeft{Timer: t.name, Left: left})
		}
		b.Processes = append(b.Processes, is)
		for _, place := range d.net.boxes[id].places {
			c := &d.net.parcels.list[place]
			flight = append(flight, numbered{c.number, faults.MessageInFlight{
				From: c.msg.From, To: id, Multicast: c.msg.Multicast, Body: codec.Box(c.msg.Body),
			}})
		}
	}
	slices.SortFunc(flight, func(a, b numbered) int { return a.number - b.number })
	for _, c := range flight {
		b.Flight = append(b.Flight, c.MessageInFlight)
	}
	return b
}
