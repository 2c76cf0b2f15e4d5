package verify

import (
	"maps"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Property returns the property of that name, if one is stated in Go.
func (s *system) Property(name string) (Stated, bool) {
	for _, p := range s.Stated() {
		if p.Name == name {
			return p, true
		}
	}
	return Stated{}, false
}

// Stated lists the properties that are stated in Go.
func (s *system) Stated() []Stated {
	var all []Stated
	for _, p := range s.properties {
		all = append(all, Stated{p.Name, p.Kind, p.Witness, p.GoOnly, p.InRuns()})
	}
	return all
}

// Specifications lists the specifications whose fairness is stated in Go.
func (s *system) Specifications() []string { return slices.Sorted(maps.Keys(s.fairness)) }

// known refuses names that mean nothing in one of the columns: an action that is none of the
// model's, and a property that does not stand where the case has it.
func known(s Subject, actions spec.SetOf[string], c cases.Case) error {
	for _, name := range c.Never {
		if !actions.Has(name) {
			return input.Errorf("never", "%s is no action of the model, it must be one of %s",
				name, strings.Join(actions, ", "))
		}
	}
	for _, name := range c.Invariants {
		if err := knownProperty(s, c, "invariants", name); err != nil {
			return err
		}
	}
	temporal := false
	for _, name := range c.Properties {
		if err := knownProperty(s, c, "properties", name); err != nil {
			return err
		}
		temporal = temporal || isTemporal(s, name)
	}
	if temporal && !slices.Contains(s.Specifications(), c.Specification) {
		return input.Errorf("specification", "what is fair under %s is not stated in Go, it must be one of %s",
			c.Specification, strings.Join(s.Specifications(), ", "))
	}
	return nil
}

// knownProperty refuses a property that is not stated in Go, for it would hold in one column
// and mean nothing in the others; one that TLC cannot be asked; and one in the wrong field.
func knownProperty(s Subject, c cases.Case, field, name string) error {
	p, ok := s.Property(name)
	switch {
	case !ok:
		return input.Errorf(field,
			"%s is no property that Go knows, state it in the protocol's properties or leave it out", name)
	case p.GoOnly && c.Kind.ForTLC():
		return input.Errorf(field, "%s is judged in Go alone and no TLA+ module states it, "+
			"name it in a case of kind exploration", name)
	case p.Kind.OfStates() != (field == "invariants"):
		return input.Errorf(field, "%s is judged %s, name it in the field %s", name,
			map[bool]string{true: "state by state", false: "on steps or runs"}[p.Kind.OfStates()],
			map[bool]string{true: "invariants", false: "properties"}[p.Kind.OfStates()])
	case p.Kind.Temporal() && (c.Kind == cases.Graph || c.Kind == cases.Safety):
		return input.Errorf(field, "%s is judged on runs, name it in a case of kind liveness or violation", name)
	case !p.Kind.Temporal() && c.Kind == cases.Liveness:
		return input.Errorf(field, "%s is not judged on runs, name it in a case of kind graph or safety", name)
	}
	return nil
}

// isTemporal reports whether property name is judged on infinite runs.
func isTemporal(s Subject, name string) bool {
	p, _ := s.Property(name)
	return p.Kind.Temporal()
}
