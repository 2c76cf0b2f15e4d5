package campaign

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
)

// Outcome is what came of one run.
type Outcome struct {
	Report world.Report
	Finding
}

// Failed returns the first property that failed although what it needs was given.
func (o Outcome) Failed() (Violation, bool) {
	i := slices.IndexFunc(o.Violations, func(v Violation) bool { return !o.Excused(v) })
	if i < 0 {
		return Violation{}, false
	}
	return o.Violations[i], true
}

// Fails reports whether a property failed although what it needs was given.
func (o Outcome) Fails(property string) bool {
	return slices.ContainsFunc(o.Violations, func(v Violation) bool {
		return v.Property == property && !o.Excused(v)
	})
}

// Excused reports whether a broken assumption excuses a violation.
func (o Outcome) Excused(v Violation) bool {
	return slices.ContainsFunc(v.Needs, func(name string) bool { return slices.Contains(o.Broken, name) })
}

// failsBy reports whether the first property that failed is that one.
func (o Outcome) failsBy(property string) bool {
	v, failed := o.Failed()
	return failed && v.Property == property
}

// Outside tells that properties failed, but only outside of their assumptions: the
// run is neither a failure nor a pass.
func (o Outcome) Outside() bool {
	_, failed := o.Failed()
	return !failed && len(o.Violations) > 0
}
