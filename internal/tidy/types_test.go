package tidy

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
	"slices"
	"strings"
	"sync"
	"testing"
)

// listed is what `go list -json` says of one package.
type listed struct {
	ImportPath string
	Dir        string
	Export     string // the file with the compiled package's types
	GoFiles    []string
	Standard   bool
	Error      *struct{ Err string }
}

// snippetImports are standard packages that the snippets below import, whether
// the repository does or not.
var snippetImports = []string{"maps", "math", "reflect", "slices", "time"}

// list asks the go command for all packages and their dependencies, compiled.
var list = sync.OnceValues(func() (map[string]listed, error) {
	root, err := findRoot()
	if err != nil {
		return nil, err
	}
	args := []string{
		"list", "-e", "-export", "-deps", "-buildvcs=false",
		"-json=ImportPath,Dir,Export,GoFiles,Standard,Error", "./...",
	}
	cmd := exec.Command("go", append(args, snippetImports...)...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr.String())
	}
	packages := map[string]listed{}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		switch err := decoder.Decode(&p); {
		case errors.Is(err, io.EOF):
			return packages, nil
		case err != nil:
			return nil, fmt.Errorf("go list: %w", err)
		}
		packages[p.ImportPath] = p
	}
})

// typeCheck gives types to the files of one package, whose imports it takes
// from the export data that the go command names.
func typeCheck(fset *token.FileSet, path string, files []*ast.File) (*types.Info, error) {
	packages, err := list()
	if err != nil {
		return nil, err
	}
	info := &types.Info{
		Types:      map[ast.Expr]types.TypeAndValue{},
		Uses:       map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}
	lookup := func(path string) (io.ReadCloser, error) {
		if packages[path].Export == "" {
			return nil, fmt.Errorf("no export data for %s", path)
		}
		return os.Open(packages[path].Export)
	}
	config := types.Config{
		Importer: importer.ForCompiler(fset, "gc", lookup),
		Sizes:    types.SizesFor("gc", runtime.GOARCH),
	}
	_, err = config.Check(path, fset, files, info)
	return info, err
}

// checkTypes type-checks the deterministic rooms, package by package, and runs
// checkOrder and checkFloats over them.
func checkTypes(t *tree) []finding {
	packages, err := list()
	if err != nil {
		return []finding{{file: "go.mod", line: 1, text: err.Error()}}
	}
	var out []finding
	byFolder := map[string][]*file{}
	var folders []string
	for _, f := range t.sources() {
		if !isDeterministic(f) {
			continue
		}
		p, ok := packages[modulePath+"/"+f.dir()]
		if !ok || !slices.Contains(p.GoFiles, path.Base(f.path)) {
			out = append(out, finding{
				file: f.path, line: 1, subject: "build constraint",
				text: "the go command leaves this file out here, so nobody checks it: " +
					"no build constraints in this room",
			})
			continue
		}
		if byFolder[f.dir()] == nil {
			folders = append(folders, f.dir())
		}
		byFolder[f.dir()] = append(byFolder[f.dir()], f)
	}
	for _, folder := range folders {
		out = append(out, checkTyped(t, folder, byFolder[folder])...)
	}
	return out
}

// checkTyped type-checks one package.
func checkTyped(t *tree, folder string, files []*file) []finding {
	var parsed []*ast.File
	for _, f := range files {
		parsed = append(parsed, f.ast)
	}
	info, err := typeCheck(t.fset, modulePath+"/"+folder, parsed)
	if err != nil {
		return []finding{{
			file: files[0].path, line: 1, subject: "compile",
			text: "this package has no types, so its map order is unchecked; make it compile: " + err.Error(),
		}}
	}
	var out []finding
	for _, f := range files {
		out = append(out, checkOrder(t, f, info)...)
		out = append(out, checkFloats(t, f, info)...)
	}
	return out
}

// unordered are functions that hand out a map's entries in no fixed order.
var unordered = []string{
	"maps.All", "maps.Keys", "maps.Values",
	"reflect.Value.MapKeys", "reflect.Value.MapRange", "reflect.Value.Seq", "reflect.Value.Seq2",
}

// checkOrder finds walks over a map that are not sorted on the spot, as
// slices.Sorted(maps.Keys(m)) is.
func checkOrder(t *tree, f *file, info *types.Info) []finding {
	var out []finding
	sorted := map[ast.Node]bool{} // arguments of slices.Sorted
	const right = "; walk slices.Sorted(maps.Keys(m)) instead"
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if nameOf(info, n.Fun) == "slices.Sorted" && len(n.Args) == 1 {
				if call, ok := ast.Unparen(n.Args[0]).(*ast.CallExpr); ok {
					sorted[ast.Unparen(call.Fun)] = true
				}
			}
		case *ast.RangeStmt:
			if isMap(info.TypeOf(n.X)) {
				out = append(out, finding{
					file: f.path, line: t.line(n.Pos()), subject: "range " + types.ExprString(n.X),
					text: "range over the map " + types.ExprString(n.X) + " has no fixed order" + right,
				})
			}
		case *ast.SelectorExpr:
			name := nameOf(info, n)
			if slices.Contains(unordered, name) && !sorted[n] {
				out = append(out, finding{
					file: f.path, line: t.line(n.Sel.Pos()), subject: name,
					text: name + " has no fixed order" + right,
				})
			}
		}
		return true
	})
	return out
}

// nameOf is the full name of the function that an expression stands for, such
// as maps.Keys or reflect.Value.MapRange, or nothing.
func nameOf(info *types.Info, e ast.Expr) string {
	switch e := ast.Unparen(e).(type) {
	case *ast.SelectorExpr:
		if fn, ok := info.Uses[e.Sel].(*types.Func); ok {
			return strings.NewReplacer("(", "", ")", "", "*", "").Replace(fn.FullName())
		}
	case *ast.IndexExpr:
		return nameOf(info, e.X)
	case *ast.IndexListExpr:
		return nameOf(info, e.X)
	}
	return ""
}

// isMap reports whether a range over the type would walk a map; for a type
// parameter, whether any of its types would.
func isMap(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case nil:
		return false
	case *types.TypeParam:
		return isMap(t.Constraint())
	case *types.Union:
		for term := range t.Terms() {
			if isMap(term.Type()) {
				return true
			}
		}
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		return true
	case *types.Interface:
		for embedded := range u.EmbeddedTypes() {
			if isMap(embedded) {
				return true
			}
		}
	}
	return false
}

// checkFloats finds values of a float type whose type is written nowhere, such
// as the result of d.Seconds(): the first of each line.
func checkFloats(t *tree, f *file, info *types.Info) []finding {
	var out []finding
	last := 0
	ast.Inspect(f.ast, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || t.line(call.Pos()) == last || !isFloat(info.TypeOf(call)) {
			return true
		}
		last = t.line(call.Pos())
		out = append(out, finding{
			file: f.path, line: last, subject: types.ExprString(call.Fun),
			text: types.ExprString(call.Fun) + " gives a float: use integers (a ratio is two of them)",
		})
		return true
	})
	return out
}

// isFloat reports whether any result of a call is a float or complex number.
func isFloat(t types.Type) bool {
	if tuple, ok := t.(*types.Tuple); ok {
		for v := range tuple.Variables() {
			if isFloat(v.Type()) {
				return true
			}
		}
		return false
	}
	if t == nil {
		return false
	}
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsFloat|types.IsComplex) != 0
}

func TestTypes(t *testing.T) {
	header := "package p\n\nimport (\n" +
		"\"maps\"\n\"math\"\n\"reflect\"\n\"slices\"\n\"time\"\n)\n" +
		"var _, _, _ = maps.Clone[map[int]int], math.Pi, slices.Max[[]int]\n" +
		"type set map[int]bool\nvar m set\nvar d time.Duration\nvar v reflect.Value\nvar keys func() []int\n"
	first := strings.Count(header, "\n") + 1
	tests := []struct{ name, body, want string }{
		{"a map", "func f() { for range m {} }", "range over the map m has no fixed order"},
		{"a call", "func f(g func() map[int]int) { for k := range g() { _ = k } }", "range over the map g()"},
		{"a type parameter", "func f[M ~map[int]V, V any](m M) { for range m {} }", "range over the map m"},
		{"keys", "func f() { for range maps.Keys(m) {} }", "maps.Keys has no fixed order"},
		{
			"values collected", "func f() []bool { return slices.Collect(maps.Values(m)) }",
			"maps.Values has no",
		},
		{
			"sorted by a function", "func f(c func(a, b int) int) { slices.SortedFunc(maps.Keys(m), c) }",
			"maps.Keys has no",
		},
		{"as a value", "var f = maps.All[set]", "maps.All has no"},
		{"reflection", "func f() { for it := v.MapRange(); it.Next(); {} }", "reflect.Value.MapRange has no"},
		{"a float", "func f() bool { return d.Seconds() > 1 }", "d.Seconds gives a float"},
		{"floats", "func f() { i, _ := math.Modf(3); _ = i }", "math.Modf gives a float"},
		{"sorted", "func f() { for _, k := range slices.Sorted(maps.Keys(m)) { _ = m[k] } }", ""},
		{"other ranges", "func f() { for range keys() {}; for range 3 {}; for range \"x\" {} }", ""},
		{"no order needed", "func f() set { clear(m); return maps.Clone(m) }", ""},
		{"integers", "func f() int64 { return d.Milliseconds() }", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			const name = "spec/a.go"
			tr := &tree{fset: token.NewFileSet()}
			if err := tr.add(name, header+test.body+"\n", false); err != nil {
				t.Fatal(err)
			}
			info, err := typeCheck(tr.fset, "p", []*ast.File{tr.files[0].ast})
			if err != nil {
				t.Fatal(err)
			}
			var want []string
			if test.want != "" {
				want = []string{fmt.Sprintf("%d: %s", first, test.want)}
			}
			got := append(checkOrder(tr, tr.files[0], info), checkFloats(tr, tr.files[0], info)...)
			compare(t, name, got, want)
		})
	}
}

// TestTypesAreChecked holds checkTypes against a room that exists on disk.
func TestTypesAreChecked(t *testing.T) {
	root, err := findRoot()
	if err != nil {
		t.Fatal(err)
	}
	tr := &tree{fset: token.NewFileSet(), root: root}
	if err := tr.add("spec/left_out.go", "//go:build never\n\npackage spec\n", false); err != nil {
		t.Fatal(err)
	}
	compare(t, "spec/left_out.go", checkTypes(tr), []string{"1: no build constraints"})
	broken, err := parser.ParseFile(tr.fset, filepath.Join(root, "x.go"), "package p\n\nvar x = y\n", 0)
	if err != nil {
		t.Fatal(err)
	}
	got := checkTyped(tr, "p", []*file{{path: "p/x.go", ast: broken}})
	compare(t, "p/x.go", got, []string{"1: make it compile"})
}
