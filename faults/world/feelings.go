package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

// pause notes that a fault keeps a process from doing anything until a time.
func (in *injector) pause(by cause, at spec.NodeID, until faults.Time) {
	in.processes.pause(at, until)
	in.targets[at].pauses = append(in.targets[at].pauses, feeling{until, by})
}

// feelsPause notes that an item waits for the end of a process's pause: a message of a kind, or
// something else where that is "".
func (in *injector) feelsPause(at spec.NodeID, kind string) {
	for _, f := range in.targets[at].pauses {
		if f.at > in.agenda.now {
			in.tally.matched(f.by.field)
		}
	}
	in.tally.hit("pause", kind)
}

// changesClock notes that a fault changes the clock of a process from a time on.
func (in *injector) changesClock(by cause, at spec.NodeID, from faults.Time) {
	in.unfelt++
	in.targets[at].clock = append(in.targets[at].clock, feeling{from, by})
}

// feelsClock notes that an event has come to a process, whose clock faults it feels from now on.
func (in *injector) feelsClock(at spec.NodeID) {
	if in.unfelt == 0 {
		return
	}
	t := &in.targets[at]
	t.clock = slices.DeleteFunc(t.clock, func(f feeling) bool {
		if f.at > in.agenda.now {
			return false
		}
		in.tally.matched(f.by.field)
		in.tally.hit(f.by.kind, "")
		in.unfelt--
		return true
	})
}
