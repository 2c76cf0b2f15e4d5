package verify

import (
	"maps"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// budgetOf reads the budget of a case against the lines that its protocol has.
// Errors name the field. It does not check that mayCrash names processes of the group; see checkMayCrash.
func budgetOf(c cases.Case, lines []spec.Line) (spec.Budget, error) {
	var budget spec.Budget
	known := spec.NewSet[string]()
	for _, line := range lines {
		if tick, counts := line.CountsTick(); counts {
			return spec.Budget{}, input.Errorf("budget."+line.Name, "the line counts %s, but a tick is free: a budget "+
				"that forbids what is fair and never ends would excuse every run", tick)
		}
		line.Most = c.Budget[line.Name]
		if line.Most < 0 {
			return spec.Budget{}, input.Errorf("budget."+line.Name, "%d, it must be 0 or more", line.Most)
		}
		budget.Lines = append(budget.Lines, line)
		known = known.With(line.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Budget)) {
		if !known.Has(name) {
			return spec.Budget{}, input.Errorf("budget."+name, "no such line, it must be one of %s",
				strings.Join(known, ", "))
		}
	}
	for _, id := range c.MayCrash {
		budget.MayCrash = budget.MayCrash.With(spec.NodeID(id))
	}
	return budget, nil
}

// checkMayCrash returns an error if mayCrash of a case names a process that its group does not have.
func checkMayCrash(c cases.Case, nodes int) error {
	for _, id := range c.MayCrash {
		if id < 0 || id >= nodes {
			return input.Errorf("mayCrash", "%d, its members must be 0 to %d", id, nodes-1)
		}
	}
	return nil
}
