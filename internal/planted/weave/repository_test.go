package weave

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/planted"
	"github.com/scrutineer-go/scrutineer/internal/planted/catch"
)

// Every row of the repository says who must catch it, stands where a test runs it, can be applied, and alters
// something.
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
		if _, err := catch.Of(row); err != nil {
			t.Error(err)
		}
		if _, looked := run[row.Of()]; !looked {
			run[row.Of()] = runs(t, filepath.Join(root, filepath.FromSlash(row.Of())))
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
func runs(t *testing.T, folder string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range []string{"protocoltest.Run(", "protocoltest.FailTests("} {
			if strings.Contains(string(text), call) {
				return true
			}
		}
	}
	return false
}
