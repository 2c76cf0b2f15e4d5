package tidy

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// deterministic are the rooms in which the same input must give the same
// output, byte for byte, on any machine and on any day.
var deterministic = []string{
	"spec/...", "impl/...", "faults/...", "checker/...", "linearizability/...", "internal/reproduce/...",
	"internal/codec/...", "internal/explore/...", "internal/search/...", "internal/enact/...",
}

// isDeterministic reports whether the rules of those rooms hold for a file.
func isDeterministic(f *file) bool {
	return !f.isTest() && !f.nested && slices.ContainsFunc(deterministic, func(pattern string) bool {
		_, ok := match(pattern, f.dir(), "")
		return ok
	})
}

// bannedImports are packages, with all below them, that a deterministic room
// does without, and why.
var bannedImports = map[string]string{
	"C":            "needs a C compiler; write it in Go",
	"crypto/rand":  "differs from run to run; take a keyed draw",
	"hash/maphash": "differs from process to process; digest with the codec",
	"math/rand":    "is drawn in order, not by key; take a keyed draw",
	"net":          "is IO; the World delivers messages",
	"os":           "is IO; let the caller read and write",
	"runtime":      "differs from machine to machine; do without",
	"sync":         "is for goroutines, of which there are none here",
	"syscall":      "is IO; let the caller read and write",
	"unsafe":       "differs from machine to machine; do without",
}

// timeNames are what a deterministic room may use of package time.
var timeNames = []string{
	"Duration", "Nanosecond", "Microsecond", "Millisecond", "Second", "Minute", "Hour", "ParseDuration",
}

// floatNames are the types whose results may depend on the platform.
var floatNames = []string{"float32", "float64", "complex64", "complex128"}

// checkDeterminism finds what can be seen without types; checkTypes has the rest.
func checkDeterminism(t *tree, f *file) []finding {
	if !isDeterministic(f) {
		return nil
	}
	var out []finding
	report := func(at ast.Node, subject, text string) {
		out = append(out, finding{file: f.path, line: t.line(at.Pos()), subject: subject, text: text})
	}
	clock := ""
	for _, spec := range f.ast.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			path = spec.Path.Value
		}
		if banned, why := bannedImport(path); banned != "" {
			report(spec, "import "+path, fmt.Sprintf("import of %s: it %s", path, why))
		}
		if path == "time" {
			clock = "time"
			if spec.Name != nil {
				clock = spec.Name.Name
			}
		}
	}
	if clock == "." {
		report(f.ast, "import time", "dot import of time hides the clock: import it by its name")
	}
	ast.Inspect(f.ast, func(n ast.Node) bool {
		if subject, text := undetermined(n, clock); text != "" {
			report(n, subject, text)
		}
		return true
	})
	return out
}

// bannedImport finds the entry of bannedImports that covers a path.
func bannedImport(path string) (banned, why string) {
	for name, why := range bannedImports {
		if path == name || strings.HasPrefix(path, name+"/") {
			return name, why
		}
	}
	return "", ""
}

// undetermined says what is wrong with one node; clock is the name that the
// file has for package time.
func undetermined(n ast.Node, clock string) (subject, text string) {
	switch n := n.(type) {
	case *ast.GoStmt:
		return "go", "go statement: no goroutines here; return what is to be done next"
	case *ast.SelectStmt:
		return "select", "select picks at random: no channels here; order the cases yourself"
	case *ast.ChanType:
		return "chan", "chan: no channels here; use a slice as the queue"
	case *ast.SendStmt:
		return "chan", "send on a channel: no channels here; append to a slice"
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			return "chan", "receive from a channel: no channels here; take from a slice"
		}
	case *ast.BasicLit:
		if n.Kind == token.FLOAT || n.Kind == token.IMAG {
			return n.Value, "float literal " + n.Value + ": use integers (a ratio is two of them)"
		}
	case *ast.Ident:
		if slices.Contains(floatNames, n.Name) {
			return n.Name, n.Name + " depends on the platform: use integers (a ratio is two of them)"
		}
	case *ast.SelectorExpr:
		pkg, ok := n.X.(*ast.Ident)
		if ok && clock != "" && pkg.Name == clock && !slices.Contains(timeNames, n.Sel.Name) {
			return "time." + n.Sel.Name, "time." + n.Sel.Name +
				" knows the wall clock: ask for virtual time (only Duration and its constants are used)"
		}
	}
	return "", ""
}

func TestDeterminism(t *testing.T) {
	bad := func(body string) string { return "package p\n\nfunc f() {\n" + body + "\n}\n" }
	expect(t, everySource(checkDeterminism), []snippet{
		{"go", "spec/a.go", bad("go f()"), []string{"4: go statement"}},
		{"select", "impl/base/a.go", bad("select {}"), []string{"4: select"}},
		{
			"chan", "faults/a.go", bad("var c chan int\n\tc <- 1\n\t<-c"),
			[]string{"4: chan: no", "5: send", "6: receive"},
		},
		{"float", "checker/a.go", bad("var x float64 = 0.5"), []string{"4: float64", "4: literal 0.5"}},
		{"imaginary", "checker/a.go", bad("_ = 2i"), []string{"4: literal 2i"}},
		{
			"imports", "internal/codec/a.go",
			"package p\n\nimport (\n\"os/exec\"\n\"sync\"\n\"math/rand/v2\"\n)\n",
			[]string{"4: os/exec", "5: sync", "6: keyed draw"},
		},
		{
			"clock", "spec/base/words/a.go",
			"package p\n\nimport t \"time\"\n\nvar x = t.Now()\nvar y t.Time\n",
			[]string{"5: time.Now knows", "6: time.Time knows"},
		},
		{"hidden clock", "spec/a.go", "package p\n\nimport . \"time\"\n", []string{"1: dot import"}},
		{
			"durations", "faults/a.go",
			"package p\n\nimport \"time\"\n\nconst d time.Duration = 3 * time.Second\n", nil,
		},
		{"good imports", "spec/a.go", "package p\n\nimport (\n\"iter\"\n\"slices\"\n\"math/bits\"\n)\n", nil},
		{"words in a comment", "spec/a.go", "// Package p: go f(), float64, select, 0.5.\npackage p\n", nil},
		{"a test", "spec/a_test.go", bad("go f()"), nil},
		{"another room", "cmd/scrutineer/a.go", bad("go f()"), nil},
	})
}
