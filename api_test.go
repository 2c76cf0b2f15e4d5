package scrutineer_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer"
)

// shortMost is how many lines go doc -short may print: the front door fits on one screen.
const shortMost = 50

func TestFrontDoorFitsOneScreen(t *testing.T) {
	out, err := exec.Command("go", "doc", "-short", ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if n := strings.Count(string(out), "\n"); n > shortMost || n < 10 {
		t.Errorf("go doc -short prints %d lines, it must be 10 to %d:\n%s", n, shortMost, out)
	}
}

// An alias hides what its type has: its comment names each field of an Event, and each field and method of Effects.
func TestAliasesShowWhatTheyHave(t *testing.T) {
	for _, of := range []reflect.Type{reflect.TypeFor[scrutineer.Event](), reflect.TypeFor[*scrutineer.Effects]()} {
		var names []string
		for i := range of.NumMethod() {
			names = append(names, of.Method(i).Name+"(")
		}
		fields := of
		if of.Kind() == reflect.Pointer {
			fields = of.Elem()
		}
		for _, f := range reflect.VisibleFields(fields) {
			if f.IsExported() {
				names = append(names, f.Name+" ")
			}
		}
		out, err := exec.Command("go", "doc", fields.Name()).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		for _, name := range names {
			if !strings.Contains(string(out), name) {
				t.Errorf("go doc %s does not tell of %q:\n%s", fields.Name(), name, out)
			}
		}
	}
}

// Every exported name of the package, field and method says what it is.
func TestFrontDoorIsDocumented(t *testing.T) {
	fset := token.NewFileSet()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, e.Name(), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	p, err := doc.NewFromFiles(fset, files, "github.com/scrutineer-go/scrutineer", doc.PreserveAST)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range undocumented(fset, p) {
		t.Errorf("%s has no comment: say in a sentence what it is", name)
	}
}

// undocumented are the exported names that nothing is said of.
func undocumented(fset *token.FileSet, p *doc.Package) []string {
	var names []string
	funcs := p.Funcs
	for _, v := range append(p.Consts, p.Vars...) {
		names = append(names, silentValues(v)...)
	}
	for _, typ := range p.Types {
		funcs = append(append(funcs, typ.Funcs...), typ.Methods...)
		for _, v := range append(typ.Consts, typ.Vars...) {
			names = append(names, silentValues(v)...)
		}
		for _, s := range typ.Decl.Specs {
			s := s.(*ast.TypeSpec)
			if s.Doc.Text()+s.Comment.Text()+typ.Doc == "" {
				names = append(names, typ.Name)
			}
			names = append(names, silentFields(fset, typ.Name, s.Type)...)
		}
	}
	for _, f := range funcs {
		if f.Doc == "" {
			names = append(names, f.Recv+" "+f.Name)
		}
	}
	return names
}

// silentValues are the constants or variables of a group of which nothing is said one by one, or, where
// there is but one, at all.
func silentValues(v *doc.Value) []string {
	var names []string
	for _, s := range v.Decl.Specs {
		s := s.(*ast.ValueSpec)
		if s.Doc.Text()+s.Comment.Text() == "" && (v.Doc == "" || len(v.Decl.Specs) > 1) {
			names = append(names, s.Names[0].Name)
		}
	}
	return names
}

// silentFields are the exported fields of a struct, or methods of an interface, of which nothing is
// said. A comment may speak, by their names, of those in the lines right below it too.
func silentFields(fset *token.FileSet, owner string, e ast.Expr) []string {
	var list []*ast.Field
	switch e := e.(type) {
	case *ast.StructType:
		list = e.Fields.List
	case *ast.InterfaceType:
		list = e.Methods.List
	}
	var names []string
	above, line := "", 0
	for _, f := range list {
		if own := f.Doc.Text() + f.Comment.Text(); own != "" {
			above = own
		} else if fset.Position(f.Pos()).Line > line+1 {
			above = ""
		}
		line = fset.Position(f.End()).Line
		for _, name := range f.Names {
			said := f.Doc.Text()+f.Comment.Text() != "" || strings.Contains(above, name.Name)
			if name.IsExported() && !said {
				names = append(names, owner+"."+name.Name)
			}
		}
	}
	return names
}

func TestUndocumented(t *testing.T) {
	const text = `// Package p is.
package p

// T is.
type T struct {
	// A is, and B.
	A int
	B int
	C int

	D int
	E int // is
	f int
}

type U interface{ M() }

// F does.
func F() {}
func (T) G() {}

// Two.
const (
	X = 1 // one
	Y = 2
)
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	p, err := doc.NewFromFiles(fset, []*ast.File{f}, "p", doc.PreserveAST)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(undocumented(fset, p), ", "); got != "Y, T.C, T.D, U, U.M, T G" {
		t.Errorf("without a comment: %s", got)
	}
}
