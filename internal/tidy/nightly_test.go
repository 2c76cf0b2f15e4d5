package tidy

import (
	"go/ast"
	"go/token"
	"path"
	"strconv"
	"strings"
	"testing"
)

// checkNightly demands that a test which is left to the night names a test that runs by day: nightly.Only with
// the name of a test of the same folder, or of another one before a dot. A test of the night is none.
func checkNightly(t *tree) []finding {
	byDay := testsByDay(t)
	var out []finding
	for _, f := range t.sources() {
		for _, call := range nightlyCalls(f.ast) {
			small := ""
			if lit, ok := call.Args[len(call.Args)-1].(*ast.BasicLit); ok && lit.Kind == token.STRING {
				small, _ = strconv.Unquote(lit.Value)
			}
			folder, name := f.dir(), small
			if i := strings.LastIndex(small, "."); i >= 0 {
				folder, name = small[:i], small[i+1:]
			}
			name, _, _ = strings.Cut(name, "/") // a subtest
			if !byDay[path.Join(folder, name)] {
				out = append(out, finding{
					file: f.path, line: t.line(call.Pos()), subject: small, text: "nightly.Only names " +
						strconv.Quote(small) + ", which is no test that runs by day: name the one that sees the same " +
						"kind of slip",
				})
			}
		}
	}
	return out
}

// testsByDay are the tests that do not call nightly.Only, each behind its folder.
func testsByDay(t *tree) map[string]bool {
	tests := map[string]bool{}
	for _, f := range t.sources() {
		if !f.isTest() {
			continue
		}
		for _, decl := range f.ast.Decls {
			if test, ok := decl.(*ast.FuncDecl); ok && strings.HasPrefix(test.Name.Name, "Test") {
				tests[path.Join(f.dir(), test.Name.Name)] = len(nightlyCalls(test)) == 0
			}
		}
	}
	return tests
}

// nightlyCalls are the calls of nightly.Only.
func nightlyCalls(in ast.Node) (calls []*ast.CallExpr) {
	ast.Inspect(in, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && len(call.Args) > 0 {
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Only" {
				if pkg, ok := sel.X.(*ast.Ident); ok && pkg.Name == "nightly" {
					calls = append(calls, call)
				}
			}
		}
		return true
	})
	return calls
}

func TestNightly(t *testing.T) {
	src := func(small string) string {
		return "package p\n\nfunc TestLarge(t *testing.T) {\n\tnightly.Only(t, " + small + ")\n}\n\n" +
			"func TestSmall(t *testing.T) {}\n"
	}
	const none = "4: which is no test that runs by day"
	expect(t, checkNightly, []snippet{
		{"paired", "a/a_test.go", src(`"TestSmall"`), nil},
		{"a subtest", "a/a_test.go", src(`"TestSmall/one"`), nil},
		{"of a folder", "a/a_test.go", src(`"a.TestSmall"`), nil},
		{"of another folder", "a/a_test.go", src(`"b.TestSmall"`), []string{none}},
		{"none", "a/a_test.go", src(`"TestNone"`), []string{none}},
		{"itself", "a/a_test.go", src(`"TestLarge"`), []string{none}},
		{"no literal", "a/a_test.go", src(`small`), []string{none}},
	})
}
