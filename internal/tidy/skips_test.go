package tidy

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// excuse matches reasons that hide a failure instead of naming what is missing.
var excuse = regexp.MustCompile(`(?i)(expected|known|should|will) (to )?fail|\bfail(s|ing)\b|flak[ey]` +
	`|broken|for now|disabled|temporar|not (yet )?implemented|not yet`)

// checkSkips wants a reason for each skipped test, and a good one. It looks at
// files that import a package called testing or rapid.
func checkSkips(t *tree, f *file) []finding {
	if !slices.ContainsFunc(f.ast.Imports, func(s *ast.ImportSpec) bool {
		return s.Path.Value == `"testing"` || s.Path.Value == `"`+rapid+`"`
	}) {
		return nil
	}
	var out []finding
	ast.Inspect(f.ast, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		sel, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !strings.HasPrefix(sel.Sel.Name, "Skip") {
			return true
		}
		if _, plain := sel.X.(*ast.Ident); !plain {
			return true
		}
		if text := wrongSkip(sel.Sel.Name, call.Args); text != "" {
			out = append(out, finding{
				file: f.path, line: t.line(call.Pos()), subject: sel.Sel.Name, text: text,
			})
		}
		return true
	})
	return out
}

// wrongSkip says what is wrong with the reason of a skip, or nothing. A reason
// that is no literal, such as an error, is taken as it is.
func wrongSkip(name string, args []ast.Expr) string {
	switch {
	case name != "Skip" && name != "Skipf" && name != "SkipNow":
		return ""
	case name == "SkipNow", len(args) == 0:
		return name + " without a reason: say with Skip what is missing and how to get it"
	}
	lit, ok := args[0].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return ""
	}
	reason := strings.TrimSpace(strings.Trim(lit.Value, "\"`"))
	switch {
	case reason == "":
		return name + " with an empty reason: say what is missing and how to get it"
	case excuse.MatchString(reason):
		return name + `("` + reason + `") hides a failure: test that it fails in the named way, or repair it`
	}
	return ""
}

func TestSkips(t *testing.T) {
	src := func(body string) string {
		return "package p\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) {\n\t" + body + "\n}\n"
	}
	expect(t, everySource(checkSkips), []snippet{
		{"no reason", "a_test.go", src("t.Skip()"), []string{"6: Skip without a reason"}},
		{"SkipNow", "a_test.go", src("t.SkipNow()"), []string{"6: SkipNow without"}},
		{"empty", "a_test.go", src("t.Skipf(\" \")"), []string{"6: Skipf with an empty"}},
		{
			"expected failure", "a_test.go", src("t.Skip(\"expected failure\")"),
			[]string{"6: hides a failure"},
		},
		{"flaky", "a_test.go", src("t.Skip(`flaky on two cores`)"), []string{"6: hides a failure"}},
		{"later", "a_test.go", src("t.Skip(\"not implemented\")"), []string{"6: hides a failure"}},
		{
			"rapid", "a_test.go",
			"package p\n\nimport \"" + rapid + "\"\n\nfunc f(t *rapid.T) { t.SkipNow() }\n",
			[]string{"5: SkipNow without"},
		},
		{"a reason", "a_test.go", src("t.Skip(\"no java in PATH: install a JDK 11 or later\")"), nil},
		{"an error", "a_test.go", src("t.Skip(err)"), nil},
		{"another Skip", "a.go", "package p\n\nfunc f(r reader) { r.Skip() }\n", nil},
	})
}
