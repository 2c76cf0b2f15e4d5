package mutation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
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

// Load asks the go command for all packages of the module in a folder.
func Load(root string) (*Module, error) {
	m := &Module{root: root, packages: map[string]*listed{}, fset: token.NewFileSet()}
	out, err := command(root, "go", "list", "-m")
	if err != nil {
		return nil, err
	}
	m.path = strings.TrimSpace(string(out))
	out, err = command(root, "go", "list", "-export", "-deps", "-buildvcs=false",
		"-json=ImportPath,Dir,Export,GoFiles,TestGoFiles,XTestGoFiles,Module", "./...")
	if err != nil {
		return nil, err
	}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		p := &listed{}
		switch err := decoder.Decode(p); {
		case errors.Is(err, io.EOF):
			m.imports = importer.ForCompiler(m.fset, "gc", m.lookup)
			return m, nil
		case err != nil:
			return nil, fmt.Errorf("go list: %w", err)
		}
		m.packages[p.ImportPath] = p
		if p.Module != nil && p.Module.Main {
			m.names = append(m.names, m.below(p.ImportPath))
		}
	}
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

// command runs a program in a folder and returns what it prints.
func command(dir, name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...)
	var errs bytes.Buffer
	c.Dir, c.Stderr = dir, &errs
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, errs.String())
	}
	return out, nil
}

// matches tells whether a folder is one of the patterns, in which * stands for a name, or below one that ends
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

// A source is one file of a package that is mutated.
type source struct {
	name string // from the module's root, with slashes
	text []byte
	ast  *ast.File
}

// A typed package is one whose files have types.
type typed struct {
	module  *Module
	folder  string
	sources []*source
	info    *types.Info
	types   *types.Package
}

// read parses and type-checks a package of the module.
func (m *Module) read(folder string) (*typed, error) {
	listed := m.packages[path.Join(m.path, folder)]
	p := &typed{module: m, folder: folder}
	for _, name := range listed.GoFiles {
		text, err := os.ReadFile(filepath.Join(listed.Dir, name))
		if err != nil {
			return nil, err
		}
		s := &source{name: path.Join(folder, name), text: text}
		if s.ast, err = parser.ParseFile(m.fset, s.name, text, parser.SkipObjectResolution); err != nil {
			return nil, err
		}
		p.sources = append(p.sources, s)
	}
	p.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	var err error
	p.types, err = m.check(p, nil, nil, p.info)
	return p, err
}

// check gives types to a package, with another syntax tree in the place of one of its files'.
func (m *Module) check(p *typed, instead *source, by *ast.File, info *types.Info) (*types.Package, error) {
	var files []*ast.File
	for _, s := range p.sources {
		if s == instead {
			files = append(files, by)
			continue
		}
		files = append(files, s.ast)
	}
	config := types.Config{Importer: m.imports, Sizes: types.SizesFor("gc", runtime.GOARCH)}
	return config.Check(path.Join(m.path, p.folder), m.fset, files, info)
}

// builds tells whether the package is still accepted with the mutants written into a file.
func (m *Module) builds(p *typed, s *source, mutants ...numbered) bool {
	file, err := parser.ParseFile(m.fset, s.name, rewrite(m, s, mutants), parser.SkipObjectResolution)
	if err != nil {
		return false
	}
	_, err = m.check(p, s, file, nil)
	return err == nil
}
