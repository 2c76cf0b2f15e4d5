package protocoltest

import (
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"
)

// A workshop builds the command line with a row's change made. A change that stands in
// several rows, planted and refused by a case, is built once for all of them.
type workshop struct {
	dir    string // of the programs that are built once
	shared map[change]func() (string, error)
}

// A change is what a row makes, whatever it is called and whoever must catch it.
type change struct{ file, anchor, replacement string }

func (r Mutant) change() change { return change{r.File, r.Anchor, r.Replacement} }

// newWorkshop returns the workshop for these rows. Programs of several of them are there
// until the test is over.
func newWorkshop(t *testing.T, all []Mutant) workshop {
	t.Helper()
	w := workshop{dir: t.TempDir(), shared: map[change]func() (string, error){}}
	for i, row := range all {
		first := slices.IndexFunc(all, func(r Mutant) bool { return r.change() == row.change() })
		if first == i {
			continue
		}
		w.shared[row.change()] = sync.OnceValues(func() (string, error) {
			dir := w.dir + "/" + strconv.Itoa(first)
			if err := os.Mkdir(dir, 0o700); err != nil {
				return "", err
			}
			return buildMutant(row, dir)
		})
	}
	return w
}

// program returns the path of the program with the row's change.
func (w workshop) program(t *testing.T, row Mutant) string {
	t.Helper()
	build, shared := w.shared[row.change()]
	if !shared {
		build = func() (string, error) { return buildMutant(row, t.TempDir()) }
	}
	program, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// buildMutant builds the command line with the row's change in a folder.
func buildMutant(row Mutant, dir string) (string, error) {
	root, err := ModuleRoot()
	if err == nil {
		err = Watch(root)
	}
	if err != nil {
		return "", err
	}
	return row.Build(root, "./cmd/scrutineer", dir)
}
