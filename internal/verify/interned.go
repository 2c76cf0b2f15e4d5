package verify

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/search"
	"github.com/scrutineer-go/scrutineer/spec"
)

// judge judges the images of states, and of steps.
type judge struct {
	*reader
	after      *reader // of the second state of a step; nil where no property is of steps
	changes    bool    // whether the step is one of the specification
	properties []spec.Property[state]
}

func newJudge(m *images, properties []spec.Property[state]) *judge {
	j := &judge{reader: newReader(m), properties: properties}
	if slices.ContainsFunc(properties, isStepwise) {
		j.after = newReader(m)
	}
	return j
}

func isStepwise(p spec.Property[state]) bool { return p.Kind == spec.Stepwise }

// Look puts together the image of a state.
func (j *judge) Look(s explore.InternedState) { j.image(s) }

// LookAtStep puts together the images of a step's states, unless they are the same: then the
// specification takes no step.
func (j *judge) LookAtStep(before, after explore.InternedState, again bool) {
	if !again {
		j.image(before)
	}
	if j.changes = !j.same(&before, &after); j.changes {
		j.after.image(after)
	}
}

// Properties are judged on the images.
func (j *judge) Properties() []search.Property {
	var all []search.Property
	for _, p := range j.properties {
		number := slices.IndexFunc(j.system.properties, func(q spec.Property[state]) bool { return q.Name == p.Name })
		all = append(all, search.Property{
			Name: p.Name, Kind: p.Kind,
			Check: func() error { return j.joined.check(number) },
			Step: func(a spec.Action) error {
				if !j.changes {
					return nil
				}
				return j.joined.step(number, a, j.after.joined)
			},
		})
	}
	return all
}

// same reports whether two states have the same image but for what is spent. Inboxes and ghosts
// with the same image are the same; what the abstraction forgets of a local state is not.
func (m *images) same(a, b *explore.InternedState) bool {
	if a.Ghost != b.Ghost || a.Inboxes != b.Inboxes {
		return false
	}
	for i := range m.at {
		if x, y := a.Locals[i], b.Locals[i]; x != y && !m.at[i].same(x, y) {
			return false
		}
	}
	return true
}

// sameTime reports whether clocks read the same in two local states, and timers are due after the same time.
func (seen *imagesAt) sameTime(x, y uint32) bool {
	return seen.readings == nil || seen.readings[x] == seen.readings[y] &&
		slices.Equal(seen.left[x], seen.left[y]) && seen.steady[x] == seen.steady[y]
}

// same reports whether two local states look the same.
func (seen *imagesAt) same(x, y uint32) bool {
	return seen.up[x] == seen.up[y] && seen.unbooted[x] == seen.unbooted[y] &&
		seen.timers[x].Equal(seen.timers[y]) && seen.sameTime(x, y) && spec.SameRecord(seen.disks[x], seen.disks[y]) &&
		codec.Same(seen.locals[x], seen.locals[y])
}
