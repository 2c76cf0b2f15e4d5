package paper

import (
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// processes are what a computation runs. If alter is set, they have the mistake that it makes of a right process.
type processes struct{ alter func(impl.Node) impl.Node }

// of returns the scene with these processes.
func (p processes) of(s scene) scene {
	s.alter = p.alter
	return s
}

// entry returns what one process knows of another at the end of a run, and whether the first one is up.
func entry(w *world.World, by, of spec.NodeID) (words.Entry, bool) {
	s, up := w.State(by).(*implementation.State)
	if !up {
		return words.Entry{}, false
	}
	return s.Known[of], true
}

// statuses counts the entries of a status that processes which are up have of others that are up, or of others that are
// down.
func statuses(w *world.World, status string, up bool) (n int) {
	for _, by := range w.Living() {
		for of := range spec.NodeID(w.Nodes()) {
			if e, _ := entry(w, by, of); w.Up(of) == up && e.Status == status {
				n++
			}
		}
	}
	return n
}
