package mutation

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
)

// typedOf is a package of one file that imports nothing.
func typedOf(t *testing.T, text string) *typed {
	t.Helper()
	m := &Module{path: "example.com/toy", fset: token.NewFileSet()}
	s := &source{name: "a.go", text: []byte(text)}
	var err error
	if s.ast, err = parser.ParseFile(m.fset, s.name, s.text, parser.SkipObjectResolution); err != nil {
		t.Fatal(err)
	}
	p := &typed{module: m, folder: "a", sources: []*source{s}, info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{},
	}}
	if p.types, err = m.typeCheck(p, nil, nil, p.info); err != nil {
		t.Fatal(err)
	}
	return p
}

// Each operator finds its places, and none where the compiler wants a constant or where something is only said.
func TestSites(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"if a < b { return a }; return b", "negated condition: a < b => !(a < b); " +
			"comparison boundary: a < b => a <= b; dropped statement: return a => ; " +
			"returned zero: a => the zero value; returned zero: b => the zero value"},
		{"for a >= b { b++ }; return 0", "negated condition: a >= b => !(a >= b); " +
			"comparison boundary: a >= b => a > b; dropped statement: b++ => ; " +
			"one more: 0 => 0 + 1; one less: 0 => 0 - 1"},
		{"switch { case a == b && ok: a = b }; panic(a + 1)", "negated condition: a == b && ok => !(a == b && ok); " +
			"dropped statement: a = b => ; and for or: a == b && ok => a == b || ok; " +
			"negated condition: a == b => a != b"},
		{"a = two(a, b); panic(0)", "dropped statement: a = two(a, b) => ; " +
			"swapped arguments: two(a, b) => b and a for a and b; skipped call: two(a, b) => a"},
		{"ok = true; const k = 3; var l [4]int; return l[a-b]", "dropped statement: ok = true => ; " +
			"other constant: true => not true; returned zero: l[a-b] => the zero value; plus for minus: a-b => a + b"},
		{"s := []int{a}; s = append(s, b); return len(s[:b])", "dropped statement: s = append(s, b) => ; " +
			"skipped call: append(s, b) => s; returned zero: len(s[:b]) => the zero value; " +
			"one more: b => b + 1; one less: b => b - 1"},
		{"_ = a; if ok || !ok { goto end }; end: return b", "negated condition: ok || !ok => !(ok || !ok); " +
			"and for or: ok || !ok => ok && !ok; returned zero: b => the zero value"},
	} {
		p := typedOf(t, "package a\n\nfunc two(a, b int) int { panic(0) }\n\n"+
			"func f(a, b int, ok bool) int { "+c.body+" }\n")
		var got []string
		for _, s := range p.Sites() {
			got = append(got, fmt.Sprintf("%s: %s => %s", s.Operator, s.Before, s.After))
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.body, text, c.want)
		}
	}
}

// Mutants of one place nest, and each line stays where it is.
func TestRewrite(t *testing.T) {
	p := typedOf(t, "package a\n\nfunc f(a, b int) bool {\n\treturn a < b && b < 9\n}\n")
	var all []numbered
	for n, s := range p.Sites() {
		all = append(all, numbered{s, n})
	}
	text := string(rewrite(p.module, p.sources[0], all))
	const want = "package a; import mut_ated \"example.com/toy/internal/mut\"\n\nfunc f(a, b int) bool {\n" +
		"\treturn ((((((mut_ated.Less(2, a , b)) != mut_ated.Is(1)) && ((mut_ated.Less(3, b , mut_ated.Up[int](4, " +
		"mut_ated.Down[int](5, 9)))) != mut_ated.Is(1))) != mut_ated.Is(1))) != mut_ated.Is(0))\n}\n"
	if text != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "a.go", text, 0); err != nil {
		t.Error(err)
	}
}

// A site is called the same when lines above it come and go.
func TestKey(t *testing.T) {
	const text = "package a\n\nfunc f(a, b int) int {\n\tif a < b {\n\t\ta++\n\t}\n\treturn a - b\n}\n"
	keys := func(text string) (keys []string) {
		for _, s := range typedOf(t, text).Sites() {
			keys = append(keys, s.Key())
		}
		return keys
	}
	moved := strings.Replace(text, "package a\n", "package a\n\nfunc g() {}\n", 1)
	if a, b := keys(text), keys(moved); !slices.Equal(a, b) || len(a) == 0 {
		t.Errorf("moved by some lines they are\n%q, and were\n%q", b, a)
	}
}
