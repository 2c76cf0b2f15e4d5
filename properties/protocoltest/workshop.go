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
	only   string // the protocol that they are built with
	shared map[change]func() (string, error)
}

// A change is what a row makes, whatever it is called and whoever must catch it.
type change struct{ file, anchor, replacement string }

func (r Mutant) change() change { return change{r.File, r.Anchor, r.Replacement} }

// newWorkshop returns the workshop for these rows of one protocol. Programs of several of
// them are there until the test is over.
func newWorkshop(t *testing.T, protocol string, all []Mutant) workshop {
	t.Helper()
	w := workshop{dir: t.TempDir(), only: protocol, shared: map[change]func() (string, error){}}
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
			return w.build(row, dir)
		})
	}
	return w
}

// program returns the path of the program with the row's change.
func (w workshop) program(t *testing.T, row Mutant) string {
	t.Helper()
	build, shared := w.shared[row.change()]
	if !shared {
		build = func() (string, error) { return w.build(row, t.TempDir()) }
	}
	program, err := build()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// build builds the command line with the row's change in a folder.
func (w workshop) build(row Mutant, dir string) (string, error) {
	root, err := ModuleRoot()
	if err == nil {
		err = Watch(root)
	}
	if err != nil {
		return "", err
	}
	row.Only = w.only
	return row.Build(root, "./cmd/scrutineer", dir)
}
