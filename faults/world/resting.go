package world

import "github.com/scrutineer-go/scrutineer/spec"

// Resting tells whether nothing is left but the routine, as of a state of the specification:
// nobody is still to boot, no other timer is armed, and no copy of another kind is in flight to
// a process that is up. It looks at each timer and each copy that there is.
func (w *World) Resting(r spec.Routine) bool {
	if w.unbooted > 0 {
		return false
	}
	for i := range w.procs {
		for _, t := range w.procs[i].timers {
			if !r.Timers.Has(t.name.Name()) {
				return false
			}
		}
	}
	for i := range w.parcels.list {
		p := &w.parcels.list[i]
		if w.present(p) && w.Up(p.msg.To) && !r.Kinds.Has(p.kind.name) {
			return false
		}
	}
	return true
}
