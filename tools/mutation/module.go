package mutation

import (
	"fmt"
	"go/token"
	"go/types"
	"io"
	"os"
	"path"
	"slices"
	"strings"
)

// listed is what the go command says of one package.
type listed struct {
	ImportPath   string
	Dir          string
	Export       string // the file with the compiled package's types
	GoFiles      []string
	TestGoFiles  []string
	XTestGoFiles []string
	Module       *struct{ Main bool }
}

func (l *listed) hasTests() bool { return len(l.TestGoFiles)+len(l.XTestGoFiles) > 0 }

// A Module is the module that is mutated, its packages compiled.
type Module struct {
	root, path string
	packages   map[string]*listed
	names      []string // of the module's own packages, below its path, sorted
	fset       *token.FileSet
	imports    types.Importer
}

// below is an import path without the module's.
func (m *Module) below(importPath string) string {
	return strings.TrimPrefix(strings.TrimPrefix(importPath, m.path), "/")
}

func (m *Module) lookup(importPath string) (io.ReadCloser, error) {
	p := m.packages[importPath]
	if p == nil || p.Export == "" {
		return nil, fmt.Errorf("no export data for %s", importPath)
	}
	return os.Open(p.Export)
}

// find returns an error if a pattern matches no folder of the module: what it names would silently be left out.
func (m *Module) find(patterns []string) error {
	for _, pattern := range patterns {
		found := func(folder string) bool { return matches([]string{pattern}, folder) }
		if !slices.ContainsFunc(m.names, found) {
			return fmt.Errorf("%q matches no folder of %s with Go code, name one, or DIR/...", pattern, m.path)
		}
	}
	return nil
}

// matches reports whether a folder is one of the patterns, in which * stands for a name, or below one that ends
// in "/...".
func matches(patterns []string, folder string) bool {
	for _, pattern := range patterns {
		if above, all := strings.CutSuffix(pattern, "/..."); folder == above ||
			all && strings.HasPrefix(folder, above+"/") {
			return true
		}
		if ok, err := path.Match(pattern, folder); err == nil && ok {
			return true
		}
	}
	return false
}
