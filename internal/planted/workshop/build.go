package workshop

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/mut"
	"github.com/scrutineer-go/scrutineer/internal/overlay"
	"github.com/scrutineer-go/scrutineer/internal/planted"
	"github.com/scrutineer-go/scrutineer/internal/planted/weave"
)

// Command is the folder of the program that rows are built into.
const Command = "cmd/scrutineer"

// What the folder of a program has.
const (
	programName = "scrutineer"
	aloneName   = "alone" // names the rows that need a build of their own
)

// buildOne builds the program with all rows in a folder.
func (w *Workshop) buildOne(dir string) error {
	woven, err := weave.Weave(w.Root, w.module, w.rows)
	if err != nil {
		return err
	}
	var alone []string
	for n, row := range w.rows {
		if slices.Contains(woven.Alone, n) {
			alone = append(alone, row.File)
		}
		if err := w.with(row, woven.Files); err != nil {
			return err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, aloneName), []byte(strings.Join(alone, "\n")), 0o644); err != nil {
		return err
	}
	list, err := woven.Files.Write(dir)
	if err == nil {
		err = w.buildWoven(list, dir, "build", "./"+Command)
	}
	return err
}

// buildWoven builds a program with all rows in it. Nearly all packages are compiled anew. The flag for the compiler
// leaves out what debuggers read, which saves a twelfth of the time. All of these programs have the flag, and so they
// share what is compiled.
func (w *Workshop) buildWoven(list, dir string, args ...string) error {
	args = slices.Insert(args, len(args)-1, "-gcflags="+w.module+"/...=-dwarf=false")
	return w.named(w.build(list, dir, args...))
}

// with adds the files that a row wants in the command beside its own.
func (w *Workshop) with(row planted.Row, files overlay.Files) error {
	for _, file := range row.Values("with") {
		text, err := os.ReadFile(filepath.Join(w.Root, filepath.FromSlash(file)))
		if err != nil {
			return fmt.Errorf("%s: with: %w", row.File, err)
		}
		files[filepath.Join(w.Root, filepath.FromSlash(Command), filepath.Base(file))] = text
	}
	return nil
}

// build has the go command build a package's program into a folder.
func (w *Workshop) build(list, dir string, args ...string) error {
	last := len(args) - 1
	args = slices.Concat(args[:last], []string{
		"-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-overlay", list, "-o", filepath.Join(dir, programName),
	}, args[last:])
	child := exec.Command("go", args...)
	child.Dir = w.Root
	child.Env = append(os.Environ(), "GOGC=400", mut.On+"=") // compilers and linkers live too short to collect
	if out, err := child.CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// named adds to an error the rows whose files or functions it names.
func (w *Workshop) named(err error) error {
	if err == nil {
		return nil
	}
	said := err.Error()
	for n, row := range w.rows {
		if name := weave.Name(n, ""); strings.Contains(said, name) {
			err = fmt.Errorf("%w\n%s… is of %s", err, name, row.File)
		}
	}
	return err
}

// overlaid writes the overlay of the one program again, without some files.
func (w *Workshop) overlaid(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(w.one, overlay.Name))
	if err != nil {
		return "", err
	}
	var list overlay.List
	if err := json.Unmarshal(text, &list); err != nil {
		return "", err
	}
	for _, file := range w.Without {
		list.Replace[filepath.Join(w.Root, filepath.FromSlash(file))] = ""
	}
	return list.Write(dir)
}

// program builds the command with the change of a row alone.
func (w *Workshop) program(row planted.Row, err error) (Program, error) {
	if err != nil {
		return Program{}, err
	}
	path, err := w.once("command-"+w.nameOf(row), func(dir string) error {
		return w.buildAlone(row, dir, "build", "./"+Command)
	})
	return Program{path: path}, err
}

// tests builds the tests of a package with the change of a row alone.
func (w *Workshop) tests(row planted.Row, folder string, err error) (Program, error) {
	if err != nil {
		return Program{}, err
	}
	path, err := w.once("tests-"+w.nameOf(row), func(dir string) error {
		return w.buildAlone(row, dir, "test", "-c", "-vet=off", "./"+folder)
	})
	return Program{path: path, dir: filepath.Join(w.Root, filepath.FromSlash(folder))}, err
}

func (w *Workshop) nameOf(row planted.Row) string {
	return strconv.Itoa(slices.IndexFunc(w.rows, func(r planted.Row) bool { return r.File == row.File }))
}

// buildAlone builds a package's program with the change of a row alone, and all protocols as the one program has.
func (w *Workshop) buildAlone(row planted.Row, dir string, args ...string) error {
	changed, err := row.Apply(w.Root)
	if err != nil {
		return err
	}
	files := overlay.Files{}
	for _, name := range slices.Sorted(maps.Keys(changed)) {
		files[filepath.Join(w.Root, filepath.FromSlash(name))] = changed[name]
	}
	for _, name := range w.Without {
		files[filepath.Join(w.Root, filepath.FromSlash(name))] = nil
	}
	if err := w.with(row, files); err != nil {
		return err
	}
	list, err := files.Write(dir)
	if err == nil {
		err = w.build(list, dir, args...)
	}
	if err != nil {
		return fmt.Errorf("%s does not build: %w", row.File, err)
	}
	return nil
}

// moduleOf returns the path of the module at a root.
func moduleOf(root string) (string, error) {
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	line, _, _ := strings.Cut(string(text), "\n")
	module, ok := strings.CutPrefix(line, "module ")
	if !ok {
		return "", fmt.Errorf("%s: go.mod begins with %q, it must begin with the module", root, line)
	}
	return module, nil
}
