package protocoltest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/verify"
)

// Mutant is one change and who must catch it.
type Mutant struct {
	// ID names the change.
	ID string
	// File is the file to change, from the root of the repository.
	File string
	// Anchor is the text to replace; it must stand in the file exactly once.
	Anchor string
	// Replacement takes its place.
	Replacement string
	// Case is the case, "protocol/id", that must refuse the change.
	Case string
	// Property, where set, is the property that the changed implementation must
	// also be found to violate.
	Property string
	// Says are texts that must be in what the refusal prints.
	Says []string
	// Only is the protocol that the command is built with, alone: so no row costs more for the
	// protocols that it is not about. Where it is empty all are.
	Only string
	// With, where set, is a Go file that is built into the command beside its own, from the
	// root: one that registers a protocol which properties.All does not list.
	With string
	// Seldom has make mutants alone run the row, and not make test: for rows of a protocol with many
	// whose kind others have, too.
	Seldom bool
}

// Seldom marks all but each third of some rows, a spread of which make test still runs.
func Seldom(rows []Mutant) []Mutant {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].Seldom = i%3 != 0
	}
	return rows
}

// SeldomPlanted does so with planted bugs.
func SeldomPlanted(rows []Planted) []Planted {
	rows = slices.Clone(rows)
	for i := range rows {
		rows[i].Seldom = i%3 != 0
	}
	return rows
}

// Apply returns the text with the change made. An anchor that does not stand in
// it exactly once is an error: the code has moved on and the row must follow.
func (r Mutant) Apply(text []byte) ([]byte, error) {
	if n := bytes.Count(text, []byte(r.Anchor)); n != 1 {
		return nil, fmt.Errorf("%s: the anchor %q stands %d times in %s, it must stand there once",
			r.ID, r.Anchor, n, r.File)
	}
	return bytes.Replace(text, []byte(r.Anchor), []byte(r.Replacement), 1), nil
}

// Build builds the command at the root of the repository with the change made
// and returns the program's path, below dir.
func (r Mutant) Build(root, command, dir string) (string, error) {
	original := filepath.Join(root, filepath.FromSlash(r.File))
	text, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	changed, err := r.Apply(text)
	if err != nil {
		return "", err
	}
	overlay := filepath.Join(dir, "overlay.json")
	program := filepath.Join(dir, "mutant")
	files, replace := map[string][]byte{"mutated.go": changed}, map[string]string{original: "mutated.go"}
	if r.Only != "" {
		files["list.go"], replace[filepath.Join(root, "properties", "protocols.go")] = listOf(root, r.Only), "list.go"
	}
	for name, file := range replace {
		replace[name] = filepath.Join(dir, file)
	}
	if r.With != "" {
		replace[filepath.Join(root, command, path.Base(r.With))] = filepath.Join(root, filepath.FromSlash(r.With))
	}
	if files["overlay.json"], err = json.Marshal(map[string]map[string]string{"Replace": replace}); err != nil {
		return "", err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return "", err
		}
	}
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-overlay", overlay, "-o", program, command)
	build.Dir = root
	build.Env = append(os.Environ(), "GOGC=400") // compilers and linkers live too short to collect
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s does not build: %w\n%s", r.ID, err, out)
	}
	return program, nil
}

// listOf returns the file properties/protocols.go with that protocol alone, without the claims
// of a paper, or with none where it is not one of those in properties.
func listOf(root, protocol string) []byte {
	verify := reflect.TypeFor[verify.Protocol]().PkgPath()
	imports, list := strconv.Quote(verify), "nil"
	if _, err := os.Stat(filepath.Join(root, "properties", protocol)); err == nil {
		imports += "\n" + strconv.Quote(path.Join(path.Dir(verify), "properties", protocol))
		list = "[]verify.Protocol{" + protocol + ".Protocol()}"
	}
	return fmt.Appendf(nil, "package properties\n\nimport (\n%s\n)\n\nfunc All() []verify.Protocol { return %s }\n",
		imports, list)
}

// ModuleRoot returns the repository's root: the nearest folder upwards with a go.mod.
func ModuleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fmt.Errorf("no go.mod above the working folder")
		}
		dir = parent
	}
}

// Anchored demands that every row can be applied to its file as it stands: a row whose anchor
// has gone would break nothing. What is written from a case for a run of TLC has no file.
func Anchored(t *testing.T, rows []Mutant) {
	t.Helper()
	root, err := ModuleRoot()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if strings.HasPrefix(path.Base(row.File), "Case_") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(row.File)))
		if err == nil {
			_, err = row.Apply(text)
		}
		if err != nil {
			t.Error(err)
		}
	}
}
