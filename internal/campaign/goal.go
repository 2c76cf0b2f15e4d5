package campaign

import (
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
)

// Goal ends a run once its goal has held for a while: a protocol that never rests would
// else go on until its time to settle is over, and each run would pay for all of that.
type Goal struct {
	// For is how long the goal must have held since the faults stopped, a number of
	// rounds; 0 is for ever.
	For   faults.Time
	since faults.Time
	held  bool
	known bool // what was answered last, and that nothing has changed since
	holds bool
}

// Changed tells that the goal may hold now if it did not, or not if it did.
func (g *Goal) Changed() { g.known = false }

// WatchChanges is Watch for a goal that takes long to look at: holds is asked again where it has Changed.
func (g *Goal) WatchChanges(w *world.World, holds func() bool) {
	g.Watch(w, func() bool {
		if !g.known {
			g.known, g.holds = true, holds()
		}
		return g.holds
	})
}

// Watch is called with every event. holds is asked once the faults have stopped.
func (g *Goal) Watch(w *world.World, holds func() bool) {
	switch {
	case g.For == 0 || !w.Stopped():
	case !holds():
		g.held = false
	case !g.held:
		g.held, g.since = true, w.Now()
	case w.Now()-g.since >= g.For:
		w.Finish()
	}
}
