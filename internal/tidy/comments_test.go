package tidy

import (
	"fmt"
	"go/ast"
	"go/token"
	"strings"
	"testing"
)

// checkPackageComments wants one file of each package to say what it is for.
func checkPackageComments(t *tree) []finding {
	first := map[string]*file{}
	said := map[string]bool{}
	var order []string
	for _, f := range t.sources() {
		if f.isTest() {
			continue
		}
		if first[f.dir()] == nil {
			first[f.dir()] = f
			order = append(order, f.dir())
		}
		said[f.dir()] = said[f.dir()] || f.ast.Doc.Text() != ""
	}
	var out []finding
	for _, dir := range order {
		if !said[dir] {
			out = append(out, finding{
				file: first[dir].path, line: t.line(first[dir].ast.Package), subject: dir,
				text: fmt.Sprintf("package %s has no comment: say above the package clause what it is for",
					first[dir].ast.Name.Name),
			})
		}
	}
	return out
}

// checkDocComments wants a sentence for each exported name outside of tests;
// for constants and variables, one for their group will do. Examples are to be as short as what
// a user would write, and are counted in lines.
func checkDocComments(t *tree, f *file) []finding {
	if f.isTest() || f.nested && strings.HasPrefix(f.path, "examples/") {
		return nil
	}
	var out []finding
	report := func(name *ast.Ident, full string, comments ...*ast.CommentGroup) {
		for _, c := range comments {
			if c.Text() != "" {
				return
			}
		}
		if name.IsExported() {
			out = append(out, finding{
				file: f.path, line: t.line(name.Pos()), subject: full,
				text: "exported " + full + " has no comment: say in a sentence what it is",
			})
		}
	}
	for _, decl := range f.ast.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				report(d.Name, d.Name.Name, d.Doc)
			} else if owner := receiverName(d.Recv.List[0].Type); ast.IsExported(owner) {
				report(d.Name, owner+"."+d.Name.Name, d.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				reportSpec(d, spec, report)
			}
		}
	}
	return out
}

// reportSpec reports the names of one declaration in its group.
func reportSpec(d *ast.GenDecl, spec ast.Spec, report func(*ast.Ident, string, ...*ast.CommentGroup)) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		group := d.Doc
		if d.Lparen != token.NoPos {
			group = nil // types in a group have little in common
		}
		report(s.Name, s.Name.Name, s.Doc, s.Comment, group)
	case *ast.ValueSpec:
		for _, name := range s.Names {
			report(name, name.Name, s.Doc, s.Comment, d.Doc)
		}
	}
}

func TestPackageComments(t *testing.T) {
	expect(t, checkPackageComments, []snippet{
		{"none", "p/a.go", "package p\n", []string{"1: package p has no comment"}},
		{"too far", "p/a.go", "// Package p is far.\n\npackage p\n", []string{"3: package p"}},
		{"a directive", "p/a.go", "//go:debug x=1\npackage p\n", []string{"2: package p"}},
		{"there", "p/a.go", "// Package p is.\npackage p\n", nil},
		{"tests alone", "p/a_test.go", "package p\n", nil},
	})
	tr := &tree{fset: token.NewFileSet()}
	for _, s := range [][2]string{{"p/a.go", "package p\n"}, {"p/doc.go", "// Package p is.\npackage p\n"}} {
		if err := tr.add(s[0], s[1], false); err != nil {
			t.Fatal(err)
		}
	}
	compare(t, "p/a.go", checkPackageComments(tr), nil)
}

func TestDocComments(t *testing.T) {
	const group = "package p\n\n// Colours.\nconst (\n\tRed = iota\n\tBlue\n)\n"
	expect(t, everySource(checkDocComments), []snippet{
		{"type", "a.go", "package p\ntype T int\n", []string{"2: exported T"}},
		{
			"types in a group", "a.go", "package p\n\n// Types.\ntype (\n\tT int\n)\n",
			[]string{"5: exported T"},
		},
		{"function", "a.go", "package p\nfunc F() {}\n", []string{"2: exported F"}},
		{"method", "a.go", "package p\nfunc (*t) F() {}\nfunc (*T[K]) F() {}\n", []string{"3: exported T.F"}},
		{
			"constants", "a.go", "package p\nconst A, B = 1, 2\nvar C int\n",
			[]string{"2: exported A", "2: exported B", "3: exported C"},
		},
		{"a directive", "a.go", "package p\n\n//go:noinline\nfunc F() {}\n", []string{"4: exported F"}},
		{"group", "a.go", group, nil},
		{"all there", "a.go", "package p\n\n// T is.\ntype T int\n\n// F does.\nfunc (T) F() {}\n", nil},
		{"beside", "a.go", "package p\n\nconst (\n\tRed = 1 // a colour\n)\n", nil},
		{"not exported", "a.go", "package p\ntype t int\nfunc f() {}\nvar v int\n", nil},
		{"a test", "a_test.go", "package p\nfunc TestF() {}\n", nil},
	})
}
