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
