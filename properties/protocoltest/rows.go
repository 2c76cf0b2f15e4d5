package protocoltest

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/cache"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/checkout"
	"github.com/scrutineer-go/scrutineer/internal/planted"
	"github.com/scrutineer-go/scrutineer/internal/planted/catch"
	"github.com/scrutineer-go/scrutineer/internal/planted/workshop"
)

// A caught row is a planted change, and who must catch it.
type caught struct {
	planted.Row
	catch.Catch
}

// rowsHere reads the rows of the package under test. Each must be one that its file can still be changed by. In short
// mode the test is skipped: in another checkout the files of rows have other times, and go test would run it anew.
func rowsHere(t *testing.T) (rows []caught) {
	t.Helper()
	if testing.Short() {
		t.Skip("reads the rows of planted bugs and may build programs with them; make test and make mutants do")
	}
	root, err := checkout.Root()
	if err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs(".")
	if err == nil {
		here, err = filepath.Rel(root, here)
	}
	if err != nil {
		t.Fatal(err)
	}
	all, err := planted.In(root, filepath.ToSlash(here))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range all {
		by, err := catch.Of(row)
		if err == nil {
			_, err = row.Apply(root)
		}
		if err != nil {
			t.Error(err)
		}
		rows = append(rows, caught{row, by})
	}
	return rows
}

// openWorkshop returns the workshop for the rows of a test, which works in a folder.
func openWorkshop(dir string, without ...string) (*workshop.Workshop, error) {
	root, err := checkout.Root()
	if err != nil {
		return nil, err
	}
	fetched, err := cache.Dir()
	if err != nil {
		return nil, err
	}
	return workshop.Open(workshop.Options{
		Root: root, Cache: filepath.Join(fetched, "planted"), Dir: dir, Without: without,
	})
}

// programOf returns the program with a row on.
func programOf(opened func() (*workshop.Workshop, error), row caught) (workshop.Program, error) {
	w, err := opened()
	if err != nil {
		return workshop.Program{}, err
	}
	return w.Program(row.Row)
}

// planted runs the rows of a protocol that drawn runs, plans and explorations catch, and sabotage those that cases
// and tests catch. A row whose protocol is another one, or that nothing runs, is an error.
func (s Suite) planted(t *testing.T, p campaign.Harness) {
	rows := rowsHere(t)
	for _, row := range rows {
		if row.Protocol != p.Name && row.Kind != catch.Test {
			t.Errorf("%s is a row of %s, it must be one of %s", row.File, row.Protocol, p.Name)
		}
	}
	if t.Failed() || len(rows) == 0 {
		return
	}
	// The first row that runs opens it: no test that -run selects may be one of a row.
	dir := t.TempDir()
	opened := sync.OnceValues(func() (*workshop.Workshop, error) { return openWorkshop(dir) })
	t.Run("Planted", func(t *testing.T) {
		runRows(t, rows, func(t *testing.T, row caught) {
			program, err := programOf(opened, row)
			if err != nil {
				t.Fatal(err)
			}
			switch row.Kind {
			case catch.Campaign:
				findsPlanted(t, p, program, row)
			case catch.Refined:
				refusesPlanted(t, program, row)
			case catch.Unwitnessed:
				missesWitnesses(t, program, row)
			case catch.Replayed:
				replaysOtherwise(t, program, row)
			case catch.Explored:
				findsByExploring(t, program, row)
			}
		}, catch.Campaign, catch.Refined, catch.Unwitnessed, catch.Replayed, catch.Explored)
	})
	t.Run("Sabotage", func(t *testing.T) {
		runRows(t, rows, func(t *testing.T, row caught) {
			program, err := programOf(opened, row)
			if err != nil {
				t.Fatal(err)
			}
			refusesCase(t, program, row)
		}, catch.Case)
	})
	t.Run("SabotageOfTested", func(t *testing.T) { failTests(t, opened, rows) })
}

// runRows runs a test for each row of some kinds.
func runRows(t *testing.T, rows []caught, run func(*testing.T, caught), kinds ...catch.Kind) {
	t.Helper()
	for _, row := range rows {
		if !slices.Contains(kinds, row.Kind) {
			continue
		}
		t.Run(row.ID, func(t *testing.T) {
			t.Parallel()
			run(t, row)
		})
	}
}

// says demands that the texts of a row are in what was printed, and that others are not.
func (c caught) says(t *testing.T, printed string, more ...string) {
	t.Helper()
	for _, text := range slices.Concat(c.Says, more) {
		if !strings.Contains(printed, text) {
			t.Errorf("%s was caught without saying %q:\n%s", c.ID, text, printed)
		}
	}
	for _, text := range c.Unsaid {
		if strings.Contains(printed, text) {
			t.Errorf("%s: it says %q:\n%s", c.ID, text, printed)
		}
	}
}
