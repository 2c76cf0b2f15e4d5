package campaign

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Book keeps what a monitor finds in a run: each property that fails once, and each
// witness that is witnessed once.
type Book struct {
	violations []Violation
	seen       []string
}

// Fail notes that a property fails after an event, unless it has failed before. needs are
// the assumptions without which it is not claimed.
func (b *Book) Fail(property, why string, event int, needs []string) {
	if !b.Failed(property) {
		b.violations = append(b.violations, Violation{Property: property, Why: why, Event: event, Needs: needs})
	}
}

// Failed tells whether a property has failed.
func (b *Book) Failed(property string) bool {
	return slices.ContainsFunc(b.violations, func(v Violation) bool { return v.Property == property })
}

// Saw notes that a witness was met.
func (b *Book) Saw(witness string) {
	if !slices.Contains(b.seen, witness) {
		b.seen = append(b.seen, witness)
	}
}

// Finding is what the book says of the run, with the assumptions that it broke.
func (b *Book) Finding(broken []string, ends func() []string) Finding {
	return Finding{Violations: b.violations, Seen: b.seen, Broken: broken, Ends: ends}
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
