package tidy

import (
	"fmt"
	"go/ast"
	"go/token"
	"testing"
)

// checkNilErrors finds errors that are formatted where they may be nil: after err != nil || wrong,
// fmt.Errorf prints the error as %!w(<nil>) and does not say what is wrong.
func checkNilErrors(t *tree, f *file) []finding {
	var out []finding
	report := func(condition ast.Expr, body ast.Node) {
		for _, name := range perhapsNil(condition) {
			for _, call := range formats(body, name) {
				out = append(out, finding{
					file: f.path, line: t.line(call.Pos()), subject: name,
					text: fmt.Sprintf("%s may be nil here: return it alone first, then say what is wrong", name),
				})
			}
		}
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			report(n.Cond, n.Body)
		case *ast.CaseClause:
			for _, condition := range n.List {
				report(condition, &ast.BlockStmt{List: n.Body})
			}
		}
		return true
	})
	return out
}

// perhapsNil returns the names that a condition compares with nil in one of its alternatives.
func perhapsNil(condition ast.Expr) []string {
	e, ok := ast.Unparen(condition).(*ast.BinaryExpr)
	if !ok || e.Op != token.LOR {
		return nil
	}
	var names []string
	for _, side := range []ast.Expr{e.X, e.Y} {
		names = append(names, perhapsNil(side)...)
		if name := notNil(side); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// notNil returns the name of which an expression says that it is not nil, or "".
func notNil(e ast.Expr) string {
	compared, ok := ast.Unparen(e).(*ast.BinaryExpr)
	if !ok || compared.Op != token.NEQ {
		return ""
	}
	name, isName := compared.X.(*ast.Ident)
	if null, ok := compared.Y.(*ast.Ident); !ok || !isName || null.Name != "nil" {
		return ""
	}
	return name.Name
}

// formats returns the calls of fmt.Errorf with that name, but for those in an if that asks for it.
func formats(body ast.Node, name string) []*ast.CallExpr {
	var out []*ast.CallExpr
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			return notNil(n.Cond) != name
		case *ast.CallExpr:
			if called, ok := n.Fun.(*ast.SelectorExpr); !ok || called.Sel.Name != "Errorf" || !isName(called.X, "fmt") {
				return true
			}
			for _, arg := range n.Args {
				if isName(arg, name) {
					out = append(out, n)
				}
			}
		}
		return true
	})
	return out
}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

func TestNilErrors(t *testing.T) {
	in := func(body string) string { return "package p\n\nfunc f() error {\n" + body + "\n}\n" }
	expect(t, everySource(checkNilErrors), []snippet{
		{
			"or", "a.go", in("if n, err := g(); err != nil || n < 2 {\nreturn fmt.Errorf(\"%d: %w\", n, err)\n}"),
			[]string{"5: err may be nil here"},
		},
		{
			"or, or", "a.go", in("if n < 2 || err != nil || n > 3 {\nreturn fmt.Errorf(\"%d: %v\", n, err)\n}"),
			[]string{"5: err may be nil"},
		},
		{
			"a case", "a.go", in("switch {\ncase (err != nil) || n < 2:\nreturn fmt.Errorf(\"%d: %w\", n, err)\n}"),
			[]string{"6: err may be nil"},
		},
		{
			"asked again", "a.go",
			in("if err != nil || n < 2 {\nif err != nil {\nreturn fmt.Errorf(\"%d: %w\", n, err)\n}\n}"), nil,
		},
		{"and", "a.go", in("if err != nil && n < 2 {\nreturn fmt.Errorf(\"%d: %w\", n, err)\n}"), nil},
		{"another", "a.go", in("if err != nil || n < 2 {\nreturn fmt.Errorf(\"%d: %w\", n, errFew)\n}"), nil},
		{"returned", "a.go", in("if err != nil || n < 2 {\nreturn err\n}"), nil},
		{"a test's log", "a_test.go", in("if err != nil || n < 2 {\nt.Errorf(\"%d: %v\", n, err)\n}"), nil},
	})
}
