package campaign

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Book keeps what a monitor finds in a run, each once: properties that fail, witnesses that are
// witnessed, and assumptions that the run breaks.
type Book struct {
	violations []Violation
	seen       []string
	broken     []string
	labels     []string
}

// Fail notes that a property fails after an event, unless it has failed before. needs are
// the assumptions without which it is not claimed.
func (b *Book) Fail(property, why string, event int, needs []string) {
	if !b.Failed(property) {
		b.violations = append(b.violations, Violation{Property: property, Why: why, Event: event, Needs: needs})
	}
}

// FailAtEnd notes at the end of a run that a property fails which must hold a while after the faults have stopped.
func (b *Book) FailAtEnd(w *world.World, property, why string, needs []string) {
	b.Fail(property, fmt.Sprintf("%s after the faults stopped %s", w.Settle(), why), w.Events(), needs)
}

// Failed reports whether a property has failed.
func (b *Book) Failed(property string) bool {
	return slices.ContainsFunc(b.violations, func(v Violation) bool { return v.Property == property })
}

// Saw notes that a witness was met.
func (b *Book) Saw(witness string) {
	b.seen = once(b.seen, witness)
}

// Label notes what the run is called.
func (b *Book) Label(name string) { b.labels = once(b.labels, name) }

// Broke notes that the run breaks an assumption.
func (b *Book) Broke(assumption string) {
	b.broken = once(b.broken, assumption)
}

// Breaks reports whether the run has broken an assumption up to now.
func (b *Book) Breaks(assumption string) bool { return slices.Contains(b.broken, assumption) }

// once adds a name to a list that does not have it.
func once(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// Finding is what the book says of the run. The protocol's assumptions say in which order those stand that it broke.
func (b *Book) Finding(assumptions []string, ends func() []string) Finding {
	f := Finding{Violations: b.violations, Seen: b.seen, Labels: b.labels, Ends: ends}
	for _, name := range assumptions {
		if slices.Contains(b.broken, name) {
			f.Broken = append(f.Broken, name)
		}
	}
	return f
}

// Ends says of each process how the run ended: that it is down, or what is said of it there, for the
// diagram. It is asked where that is drawn.
func Ends(w *world.World, says func(w *world.World, id spec.NodeID) string) func() []string {
	return func() []string {
		ends := make([]string, w.Nodes())
		for i := range ends {
			ends[i] = "down"
			if id := spec.NodeID(i); w.Up(id) {
				ends[i] = says(w, id)
			}
		}
		return ends
	}
}
