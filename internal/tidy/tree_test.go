package tidy

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// modulePath is the path of the main module, as go.mod has it.
const modulePath = "github.com/scrutineer-go/scrutineer"

// A file is one text file of the repository.
type file struct {
	path   string    // below the root, with slashes
	text   string    //
	ast    *ast.File // nil if the go command would not look at it
	nested bool      // belongs to a module of its own, below the main one
}

func (f *file) dir() string  { return path.Dir(f.path) }
func (f *file) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

// lines yields the lines of the text without their line ends.
func (f *file) lines() []string {
	return strings.Split(strings.TrimSuffix(f.text, "\n"), "\n")
}

// A tree is what the rules read: the repository, or a snippet.
type tree struct {
	fset  *token.FileSet
	root  string // empty for a snippet
	files []*file
	there []string // the paths of all files, also of those that are no text
	blobs []blob   // of those that git tracks
}

func (t *tree) line(pos token.Pos) int { return t.fset.Position(pos).Line }

// sources are the files that hold Go.
func (t *tree) sources() []*file {
	var out []*file
	for _, f := range t.files {
		if f.ast != nil {
			out = append(out, f)
		}
	}
	return out
}

// add appends one file, parsed if it is Go that the go command would look at.
func (t *tree) add(name, text string, nested bool) error {
	f := &file{path: name, text: text, nested: nested}
	if path.Ext(name) == ".go" && !ignoredByGo(name) {
		parsed, err := parser.ParseFile(t.fset, name, text, parser.ParseComments)
		if err != nil {
			return err
		}
		f.ast = parsed
	}
	t.files = append(t.files, f)
	return nil
}

// ignoredByGo reports whether the go command leaves a path out of ./...
func ignoredByGo(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if part == "testdata" || strings.HasPrefix(part, ".") || strings.HasPrefix(part, "_") {
			return true
		}
	}
	return false
}

// repository is the checkout, read and parsed once for all rules.
//
// It walks the folders instead of asking git, and reads each file itself: so
// the go command sees what the test depends on and caches its result rightly.
var repository = sync.OnceValues(func() (*tree, error) {
	root, err := findRoot()
	if err != nil {
		return nil, err
	}
	ignored, err := readIgnored(root)
	if err != nil {
		return nil, err
	}
	t := &tree{fset: token.NewFileSet(), root: root}
	if err := t.walk(".", ignored, false); err != nil {
		return nil, err
	}
	t.blobs, err = readBlobs(root, t.there)
	return t, err
})

// findRoot walks up from the package's folder to the main module's go.mod.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		text, readErr := os.ReadFile(filepath.Join(dir, "go.mod"))
		if readErr == nil && strings.Contains(string(text), "module "+modulePath+"\n") {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			err = fmt.Errorf("no go.mod of %s above the working directory", modulePath)
		}
	}
	return "", err
}

// readIgnored reads .gitignore, of which it knows two forms: a folder with a
// slash at its end and a pattern for file names. Neither may be anchored.
func readIgnored(root string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(root, ".gitignore"))
	if err != nil {
		return nil, err
	}
	out := []string{".git"} // a folder, or in a second working tree a file
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if strings.Contains(strings.TrimSuffix(line, "/"), "/") || strings.HasPrefix(line, "!") {
			return nil, fmt.Errorf(".gitignore: %q: tidy knows only name/ and *.ext", line)
		}
		out = append(out, line)
	}
	return out, nil
}

// isIgnored judges one directory entry by the patterns of readIgnored.
func isIgnored(name string, isDir bool, patterns []string) bool {
	for _, pattern := range patterns {
		folder, onlyDir := strings.CutSuffix(pattern, "/")
		if matched, _ := path.Match(folder, name); matched && (isDir || !onlyDir) {
			return true
		}
	}
	return false
}

// walk adds all text files below dir.
func (t *tree) walk(dir string, ignored []string, nested bool) error {
	entries, err := os.ReadDir(filepath.Join(t.root, dir))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.Name() == "go.mod" && dir != "." {
			nested = true
		}
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case isIgnored(e.Name(), e.IsDir(), ignored):
		case e.IsDir():
			err = t.walk(name, ignored, nested)
		case e.Type().IsRegular():
			err = t.read(name, nested)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// read adds one file from the disk, unless it is binary.
func (t *tree) read(name string, nested bool) error {
	text, err := os.ReadFile(filepath.Join(t.root, name))
	if err != nil {
		return err
	}
	t.there = append(t.there, name)
	if bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 {
		return nil
	}
	return t.add(name, string(text), nested)
}

func TestIgnored(t *testing.T) {
	patterns := []string{"build/", "*.test"}
	for name, want := range map[string]bool{"build": false, "spec.test": true, "spec.go": false} {
		if got := isIgnored(name, false, patterns); got != want {
			t.Errorf("file %s: ignored %v, want %v", name, got, want)
		}
	}
	if !isIgnored("build", true, patterns) || isIgnored("spec", true, patterns) {
		t.Error("folders: build must be ignored, spec must not")
	}
	if !ignoredByGo("spec/testdata/x.go") || ignoredByGo("spec/x.go") {
		t.Error("Go files: those in testdata must be left out, others not")
	}
}
