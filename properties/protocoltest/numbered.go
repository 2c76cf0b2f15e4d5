package protocoltest

import (
	"fmt"
	"regexp"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/planted/catch"
)

// EveryMutantHasARow demands that each mutant of a facts sheet, numbered from 1 after a letter, is in the ID of some
// row of the package.
func EveryMutantHasARow(t *testing.T, letter string, last int) {
	t.Helper()
	number := regexp.MustCompile(`\b` + letter + `\d+\b`)
	killed := map[string]bool{}
	for _, row := range rowsHere(t) {
		for _, name := range number.FindAllString(row.ID, -1) {
			killed[name] = true
		}
	}
	for n := 1; n <= last; n++ {
		if name := fmt.Sprint(letter, n); !killed[name] {
			t.Errorf("%s has no row", name)
		}
	}
}

// EveryPropertyFindsABug demands that each property that a monitor judges is what finds some bug: one that is
// judged wrongly, or not at all, would find none.
func EveryPropertyFindsABug(t *testing.T, properties []string) {
	t.Helper()
	var found []string
	for _, row := range rowsHere(t) {
		if row.Kind == catch.Campaign {
			found = append(found, row.Property)
		}
	}
	for _, property := range properties {
		if !slices.Contains(found, property) {
			t.Errorf("no bug is planted that %s finds", property)
		}
	}
}
