package weave

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/planted"
	"github.com/scrutineer-go/scrutineer/internal/planted/catch"
)

// Every row of the repository says who must catch it, by a test that is there if by a test, stands where a test
// runs it, can be applied, and alters something.
func TestRowsOfTheRepository(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	rows, err := planted.All(root)
	if err != nil || len(rows) == 0 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	run := map[string]bool{}
	for _, row := range rows {
		by, err := catch.Of(row)
		if err != nil {
			t.Error(err)
		}
		if test := "func " + by.Name + "(t *testing.T)"; by.Kind == catch.Test && !inTests(t, root, by.In, test) {
			t.Errorf("%s: test: no test of folder %s is called %s", row.File, by.In, by.Name)
		}
		if _, looked := run[row.Of()]; !looked {
			run[row.Of()] = runs(t, root, row.Of())
		}
		if !run[row.Of()] {
			t.Errorf("%s: no test there calls protocoltest.Run or protocoltest.FailTests", row.File)
		}
	}
	w, err := Weave(root, "example.com/m", rows)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d rows, %d need a build of their own", len(rows), len(w.Alone))
}

// runs reports whether a test of the package in a folder runs its rows.
func runs(t *testing.T, root, folder string) bool {
	t.Helper()
	return inTests(t, root, folder, "protocoltest.Run(") || inTests(t, root, folder, "protocoltest.FailTests(")
}

// inTests reports whether a text stands in a test file of a folder.
func inTests(t *testing.T, root, folder, said string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(text), said)
	})
}
