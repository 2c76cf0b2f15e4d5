package cases

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var idPattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

var kinds = []Kind{Graph, Safety, Liveness, Violation, Exploration, Bound}

// check returns the first field that is wrong and what it should be, or "", "".
func (c Case) check() (field, want string) {
	switch {
	case !idPattern.MatchString(c.ID):
		return "id", fmt.Sprintf("%q is no id; want letters, digits, '.', '_' and '-'", c.ID)
	case strings.TrimSpace(c.Why) == "":
		return "why", "is empty; want one sentence on what this case shows"
	case !slices.Contains(kinds, c.Kind):
		return "kind", fmt.Sprintf(
			"%q is no kind; want graph, safety, liveness, violation, exploration or bound", c.Kind)
	case !isModule(c.Module):
		return "module", fmt.Sprintf("%q is no module; want its name without .tla", c.Module)
	case !IsName(c.Specification):
		return "specification", fmt.Sprintf("%q is no name; want that of the module's formula to run", c.Specification)
	}
	for _, pin := range []struct {
		field string
		n     int
	}{{"states", c.States}, {"generated", c.Generated}, {"edges", c.Edges}, {"length", c.Length}} {
		if pin.n < 0 {
			return pin.field, fmt.Sprintf("is %d; want a count, or 0 while it is not measured", pin.n)
		}
	}
	if field, want := c.checkNames(); want != "" {
		return field, want
	}
	return c.checkKind()
}

// checkNames refuses empty and repeated names.
func (c Case) checkNames() (field, want string) {
	for _, list := range []struct {
		field string
		names []string
	}{{"invariants", c.Invariants}, {"properties", c.Properties}, {"never", c.Never}} {
		seen := map[string]bool{}
		for _, name := range list.names {
			if !IsName(name) || seen[name] {
				return list.field, fmt.Sprintf("%q is no name or stands twice; want distinct TLA+ names, "+
					"and no keyword of a cfg", name)
			}
			seen[name] = true
		}
	}
	return "", ""
}

// checkKind requires what each kind needs in order to check anything at all.
func (c Case) checkKind() (field, want string) {
	checked := c.Checked()
	switch {
	case c.Kind == Violation && c.Violates == "":
		return "violates", "is empty; want the one invariant or property that must fail"
	case c.Kind == Violation && !slices.Equal(checked, []string{c.Violates}):
		return "violates", fmt.Sprintf("%q must be the only invariant or property of the case, which lists [%s]",
			c.Violates, strings.Join(checked, " "))
	case c.Kind == Violation && (c.States != 0 || c.Generated != 0 || len(c.Never) != 0):
		return "states", "a run that stops early has no stable counts; want states, generated and never left out"
	case c.Kind != Violation && (c.Violates != "" || c.Length != 0):
		return "violates", "only a case of kind violation has violates and length; leave them out"
	case (c.Kind == Graph || c.Kind == Safety) && len(c.Invariants) == 0:
		return "invariants", "is empty; a case without an invariant checks nothing, list at least one"
	case c.Kind == Liveness && len(c.Properties) != 1:
		return "properties", fmt.Sprintf("lists %d names; TLC does not name a temporal property that fails, "+
			"so a liveness case has exactly one", len(c.Properties))
	case c.Kind != Graph && c.Kind != Exploration && c.Edges != 0:
		return "edges", "only graphs and explorations count edges; leave it out"
	case c.Kind == Exploration && (len(checked) == 0 || c.Generated != 0 || len(c.Never) != 0):
		return "invariants", "an exploration lists at least one invariant or property, and neither generated nor never"
	case c.Kind == Bound && (len(checked) > 0 || c.States != 0 || c.Generated != 0 || len(c.Never) != 0):
		return "invariants", "a bound checks nothing by itself; leave properties, counts and never out"
	case c.Kind != Bound && (c.Together != 0 || len(c.Varies)+len(c.Ignores) > 0):
		return "together", "only a bound has together, varies and ignores; leave them out"
	}
	return "", ""
}
