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
	p.types, err = m.typeCheck(p, nil, nil, p.info)
	return p, err
}

// typeCheck gives types to a package, with another syntax tree in the place of one of its files'.
func (m *Module) typeCheck(p *typed, instead *source, by *ast.File, info *types.Info) (*types.Package, error) {
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
