package protocoltest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// Tested is a change that a package's own test must fail of: of what no run and no exploration comes to,
// or of the machinery itself.
type Tested struct {
	Mutant
	// In is the folder of the package whose test it is; that of the file where empty.
	In string
	// By is the test.
	By string
}

// FailTests demands that each row's test fails of its change. without are files, from the root, that are
// left out of what is built, as tests that no row needs.
func FailTests(t *testing.T, rows []Tested, without ...string) {
	t.Helper()
	for _, row := range rows {
		Anchored(t, []Mutant{row.Mutant})
	}
	if testing.Short() {
		t.Skip("builds the tests again for each row; the quick gate leaves that to make test and make mutants")
	}
	root, err := ModuleRoot()
	if err != nil {
		t.Fatal(err)
	}
	if err := Watch(root); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		t.Run(row.ID, func(t *testing.T) {
			row.left(t)
			t.Parallel()
			in := row.In
			if in == "" {
				in = path.Dir(row.File)
			}
			child := exec.CommandContext(t.Context(), "go", "test", "-overlay", overlaid(t, root, row.Mutant, without),
				"-vet=off", "-short", "-count=1", "-timeout=60s", "-failfast", "-run=^"+row.By+"$", "./"+in)
			child.Dir = root
			out, err := child.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "--- FAIL: "+row.By) {
				t.Errorf("%s does not fail of it: %v\n%s", row.By, err, out)
			}
		})
	}
}

// overlaid writes the file with the change and the list that the go command takes it from, and returns
// the list's path.
func overlaid(t *testing.T, root string, row Mutant, without []string) string {
	t.Helper()
	original := filepath.Join(root, filepath.FromSlash(row.File))
	text, err := os.ReadFile(original)
	if err != nil {
		t.Fatal(err)
	}
	changed, err := row.Apply(text)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	mutated, list := filepath.Join(dir, "mutated.go"), filepath.Join(dir, "overlay.json")
	replace := map[string]string{original: mutated}
	for _, file := range without {
		replace[filepath.Join(root, filepath.FromSlash(file))] = ""
	}
	config, err := json.Marshal(map[string]map[string]string{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string][]byte{mutated: changed, list: config} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return list
}
