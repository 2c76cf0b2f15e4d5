package protocoltest

import (
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/planted/catch"
	"github.com/scrutineer-go/scrutineer/internal/planted/workshop"
)

// FailTests demands that the test that each row of the package names fails of its change: of what no run and no
// exploration comes to, or of the machinery itself. without are files, from the root, that are left out of what is
// built, as tests that no row needs.
func FailTests(t *testing.T, without ...string) {
	t.Helper()
	rows := rowsHere(t)
	if len(rows) == 0 {
		t.Error("the package has no rows")
	}
	for _, row := range rows {
		if row.Kind != catch.Test {
			t.Errorf("%s: %s, the catcher must be a test", row.File, row.Kind)
		}
	}
	dir := t.TempDir()
	failTests(t, func() (*workshop.Workshop, error) { return openWorkshop(dir, without...) }, rows)
}

// failTests runs those of the rows that a test catches. With no row on the tests must pass.
func failTests(t *testing.T, open func() (*workshop.Workshop, error), rows []caught) {
	t.Helper()
	tests, flags := map[string][]string{}, map[string][]string{}
	for _, row := range rows {
		if row.Kind == catch.Test && !slices.Contains(tests[row.In], row.Name) {
			tests[row.In] = append(tests[row.In], row.Name)
			flags[row.In] = append(flags[row.In], row.Flags...)
		}
	}
	if len(tests) == 0 {
		return
	}
	w, err := open()
	if err != nil {
		t.Fatal(err)
	}
	for folder, names := range tests {
		t.Run("no row in "+folder, func(t *testing.T) {
			t.Parallel()
			program, err := w.WithoutRow(folder)
			if err != nil {
				t.Fatal(err)
			}
			all := catch.Catch{Kind: catch.Test, Name: "(" + strings.Join(names, "|") + ")", Flags: flags[folder]}
			if out, err := program.Command(all.Args("", "", "")...).CombinedOutput(); err != nil {
				t.Errorf("without a row the tests fail: %v\n%s", err, out)
			}
		})
	}
	runRows(t, rows, func(t *testing.T, row caught) {
		program, err := w.Tests(row.Row, row.In)
		if err != nil {
			t.Fatal(err)
		}
		out, err := program.Command(row.Args("", "", "")...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "--- FAIL: "+row.Name) {
			t.Errorf("%s does not fail of it: %v\n%s", row.Name, err, out)
		}
	}, catch.Test)
}
