package tidy

import (
	"go/ast"
	"go/token"
	"slices"
	"testing"
)

// stateless are the rooms whose packages may hold nothing that changes: what a
// process knows must be in its state, where explorers see, save and restore it.
var stateless = []string{"spec/...", "impl/..."}

// constants are calls whose results nobody writes to.
var constants = []string{"errors.New", "regexp.MustCompile"}

// checkGlobals finds package-level variables in the stateless rooms.
func checkGlobals(t *tree, f *file) []finding {
	if f.isTest() || f.nested || !slices.ContainsFunc(stateless, func(pattern string) bool {
		_, ok := match(pattern, f.dir(), "")
		return ok
	}) {
		return nil
	}
	var out []finding
	for _, decl := range f.ast.Decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.VAR {
			continue
		}
		for _, one := range group.Specs {
			values := one.(*ast.ValueSpec)
			for i, name := range values.Names {
				if name.Name == "_" || i < len(values.Values) && isConstant(values.Values[i]) {
					continue
				}
				out = append(out, finding{
					file: f.path, line: t.line(name.Pos()), subject: name.Name,
					text: "the package variable " + name.Name + " is state outside State(): keep what changes in " +
						"the state, and return what does not from a function",
				})
			}
		}
	}
	return out
}

// isConstant reports whether an initial value is a call of one of constants.
func isConstant(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	pkg, ok := sel.X.(*ast.Ident)
	return ok && slices.Contains(constants, pkg.Name+"."+sel.Sel.Name)
}

func TestGlobals(t *testing.T) {
	expect(t, everySource(checkGlobals), []snippet{
		{"a counter", "impl/base/a.go", "package p\n\nvar n int\n", []string{"3: variable n is state outside State()"}},
		{
			"a group", "spec/base/a.go", "package p\n\nvar (\n\ta, b = 1, 2\n\tm = map[int]bool{}\n)\n",
			[]string{"4: variable a", "4: variable b", "5: variable m"},
		},
		{"words", "spec/base/words/a.go", "package p\n\nvar table = []int{1}\n", []string{"3: variable table"}},
		{"the vocabulary", "spec/a.go", "package p\n\nvar cache = f()\n", []string{"3: variable cache"}},
		{
			"a pointer to a sentinel", "impl/a.go", "package p\n\nvar e = &errs{errors.New(\"x\")}\n",
			[]string{"3: variable e"},
		},
		{
			"sentinels", "impl/a.go",
			"package p\n\nvar errOld = errors.New(\"old\")\nvar word = regexp.MustCompile(`x`)\n", nil,
		},
		{"an assertion", "impl/base/a.go", "package p\n\nvar _ node = (*Node)(nil)\n", nil},
		{"in a function", "impl/base/a.go", "package p\n\nfunc f() { var n int; _ = n }\n", nil},
		{"a constant", "impl/base/a.go", "package p\n\nconst n = 1\n", nil},
		{"a test", "impl/base/a_test.go", "package p\n\nvar n int\n", nil},
		{"another room", "faults/a.go", "package p\n\nvar n int\n", nil},
	})
}
