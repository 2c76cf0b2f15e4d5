package protocoltest

import (
	"fmt"
	"regexp"
	"slices"
	"testing"
)

// EveryMutantHasARow demands that each of a facts sheet's mutants, such as W1 to W24, is named by the id of a
// row that says what kills it.
func EveryMutantHasARow(t *testing.T, letter string, last int, rows ...string) {
	t.Helper()
	number := regexp.MustCompile(`\b` + letter + `\d+\b`)
	killed := map[string]bool{}
	for _, id := range rows {
		for _, name := range number.FindAllString(id, -1) {
			killed[name] = true
		}
	}
	for n := 1; n <= last; n++ {
		if name := fmt.Sprint(letter, n); !killed[name] {
			t.Errorf("%s has no row", name)
		}
	}
}

// IDs are those of rows that say what refuses them.
func IDs(rows []Mutant) (ids []string) {
	for _, row := range rows {
		if len(row.Says) > 0 {
			ids = append(ids, row.ID)
		}
	}
	return ids
}

// PlantedIDs are those of bugs that a property finds.
func PlantedIDs(bugs []Planted) (ids []string) {
	for _, bug := range bugs {
		ids = append(ids, bug.ID)
	}
	return ids
}

// EveryPropertyFindsABug demands that each property that a monitor judges is what finds some bug: one that is
// judged wrongly, or not at all, would find none.
func EveryPropertyFindsABug(t *testing.T, properties []string, bugs []Planted) {
	t.Helper()
	for _, property := range properties {
		if !slices.ContainsFunc(bugs, func(bug Planted) bool { return bug.Property == property }) {
			t.Errorf("no bug is planted that %s finds", property)
		}
	}
}
