package workshop

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/mut"
	"github.com/scrutineer-go/scrutineer/internal/planted"
)

// toy is a module whose functions have every shape that a row may meet. Its program prints what they return, each
// with its name in front.
var toy = map[string]string{
	"go.mod":                  "module example.com/toy\n\ngo 1.26\n",
	"testdata/with/second.go": "package main\n\nfunc init() { also = \"also\" }\n",
	"shapes/shapes_test.go": `package shapes

import "testing"

func TestNamed(t *testing.T) {
	if !named(1) {
		t.Fail()
	}
}
`,
	"cmd/scrutineer/main.go": `package main

import (
	"fmt"
	"os"
	"os/exec"

	"example.com/toy/shapes"
)

var also string

func main() {
	if len(os.Args) > 1 {
		child := exec.Command(os.Args[0])
		child.Stdout = os.Stdout
		if err := child.Run(); err != nil {
			panic(err)
		}
		return
	}
	fmt.Println("main: real", also)
	shapes.All(func(name string, v any) { fmt.Printf("%s: %v\n", name, v) })
}
`,
	"shapes/shapes.go": `// Package shapes has functions of every shape.
package shapes

import "strings"

var started = "no"

func init() { started = "real" }

const limit = 1

type pair[K comparable, V any] struct {
	key   K
	value V
}

func (p pair[K, _]) at(_ K) K { return p.key }

func (pair[K, V]) unused(K, ...V) string { return "real" }

type counter struct{ n int }

func (c *counter) add(by ...int) {
	for _, n := range by { // the real one
		c.n += n
	}
}

func (counter) String() string { return "real" }

func each[T any](list []T, f func(T) string) (all string) {
	for _, v := range list {
		all += f(v)
	}
	return all
}

func named(n int) (ok bool) {
	ok = n == limit
	return
}

func down(n int) string {
	if n == 0 {
		return strings.Repeat("r", 3)
	}
	return down(n - 1)
}

func double(
	a, _ int, // the second counts for nothing
) int {
	return 2 * a
}

// All tells what the functions return.
func All(tell func(string, any)) {
	c := &counter{}
	c.add(1, 2)
	tell("init", started)
	tell("limit", limit)
	tell("at", pair[string, int]{key: "real"}.at("other"))
	tell("unused", pair[string, int]{}.unused("a", 1, 2))
	tell("add", c.n)
	tell("String", c)
	tell("each", each([]string{"a", "b"}, func(s string) string { return s }))
	tell("named", named(1))
	tell("down", down(2))
	tell("double", double(2, 3))
}
`,
}

// slip is a row of the toy: in which folder, what it replaces in shapes.go, and which lines of what is printed change.
type slip struct {
	name, old, new string
	prints         string
	alone          bool
}

var slips = []slip{
	{"init", `func init() { started = "real" }`, `func init() { started = "row" }`, "init: row", false},
	{"receiver", "return p.key }", "return *new(K) }", "at: ", false},
	{
		"unnamed", `unused(K, ...V) string { return "real" }`,
		`unused(k K, v ...V) string { return string(rune('0' + len(v))) }`, "unused: 2", false,
	},
	{"variadic", "\tfor _, n := range by { // the real one\n", "\tfor _, n := range by[1:] {\n", "add: 2", false},
	{
		"method", `func (counter) String() string { return "real" }`,
		`func (c counter) String() string { return "row" }`, "String: row", false,
	},
	{"generic", "\t\tall += f(v)\n", "\t\tall = f(v) + all\n", "each: ba", false},
	{"results", "\tok = n == limit\n", "\tok = n != limit\n", "named: false", false},
	{"import", "strings.Repeat(\"r\", 3)", "strconv.Quote(\"row\")", "down: \"row\"", false},
	{"recursion", "\treturn down(n - 1)\n", "\treturn down(n-1) + \"+\"\n", "down: rrr++", false},
	{"blank", "\treturn 2 * a\n", "\treturn 3 * a\n", "double: 6", false},
	{"blank again", "\treturn 2 * a\n", "\treturn a\n", "double: 2", false},
	{"outside", "const limit = 1\n", "const limit = 0\n", "limit: 0\nnamed: false", true},
	{
		"takes", "func named(n int) (ok bool) {\n\tok = n == limit\n",
		"func named(n int64) (ok bool) {\n\tok = n > limit\n", "named: false", true,
	},
}

// tree writes the toy with these rows, and returns its root.
func tree(t *testing.T, all []slip) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range toy {
		write(t, root, name, text)
	}
	for _, name := range []string{"mut.go", "held.go"} {
		own, err := os.ReadFile(filepath.Join("../../mut", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, root, "internal/mut/"+name, string(own))
	}
	for i, s := range all {
		row(t, root, fmt.Sprintf("shapes/testdata/planted/%02d.diff", i), s)
	}
	return root
}

// row writes a row's file: each line of the old text goes, and those of the new text come.
func row(t *testing.T, root, name string, s slip) {
	t.Helper()
	lines := func(sign, text string) (all string) {
		for line := range strings.Lines(text) {
			all += sign + line
		}
		return all
	}
	source := toy["shapes/shapes.go"]
	at := strings.Index(source, s.old)
	if at < 0 {
		t.Fatalf("%q is not in the toy", s.old)
	}
	from := strings.LastIndex(source[:at], "\n") + 1
	to := at + len(s.old)
	if !strings.HasSuffix(s.old, "\n") {
		to += strings.Index(source[to:], "\n") + 1
	}
	old := source[from:to]
	text := "id: " + s.name + "\n"
	if s.name == "method" {
		text += "with: testdata/with/second.go\n"
	}
	changed, imports := strings.Replace(old, s.old, s.new, 1), ""
	if s.name == "import" {
		imports = "@@ @@\n-import \"strings\"\n+import \"strconv\"\n"
	}
	text += "\n--- a/shapes/shapes.go\n+++ b/shapes/shapes.go\n" + imports + "@@ @@\n"
	write(t, root, name, text+lines("-", old)+lines("+", changed))
}

func write(t *testing.T, root, name, text string) {
	t.Helper()
	file := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, root, cache string) *Workshop {
	t.Helper()
	w, err := Open(Options{Root: root, Cache: cache, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// prints runs a program and returns what it prints.
func prints(t *testing.T, p Program, err error, args ...string) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	out, err := p.Command(args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// Each row prints what it does in a build of its own, and as the row alone changes it; a child of the program too.
func TestEveryShape(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a module with rows in it; make test does")
	}
	root := tree(t, slips)
	w := open(t, root, filepath.Join(t.TempDir(), "cache"))
	apart := w.Alone(t.TempDir())
	begins, real, _ := strings.Cut(prints(t, Program{path: filepath.Join(w.one, programName)}, nil), "\n")
	if begins != "main: real also" {
		t.Errorf("the program begins with %q: a row's file is not built in", begins)
	}
	text, err := os.ReadFile(filepath.Join(w.one, programName))
	if err != nil || !bytes.Contains(text, []byte(mut.On)) {
		t.Errorf("%v, the program has no %s, which releases must not have", err, mut.On)
	}
	for i, r := range w.Rows() {
		one, err := w.Program(r)
		_, got, _ := strings.Cut(prints(t, one, err), "\n")
		own, err := apart.Program(r)
		if _, want, _ := strings.Cut(prints(t, own, err), "\n"); got != want {
			t.Errorf("%s: in the one program\n%s, in its own\n%s", r.ID, got, want)
		}
		if _, child, _ := strings.Cut(prints(t, one, nil, "child"), "\n"); child != got {
			t.Errorf("%s: a child prints\n%s", r.ID, child)
		}
		if slices.Contains(w.alone, r.File) != slips[i].alone {
			t.Errorf("%s: alone %t", r.ID, !slips[i].alone)
		}
		var differs []string
		for j, line := range strings.Split(got, "\n") {
			if line != strings.Split(real, "\n")[j] {
				differs = append(differs, line)
			}
		}
		if text := strings.Join(differs, "\n"); text != slips[i].prints {
			t.Errorf("%s: it changes %q, want %q", r.ID, text, slips[i].prints)
		}
	}
	fails, passes := w.Rows()[6], w.Rows()[8]
	for _, c := range []struct {
		row  planted.Row
		fail bool
	}{{fails, true}, {passes, false}, {w.Rows()[11], true}} {
		p, err := w.Tests(c.row, "shapes")
		if err != nil {
			t.Fatal(err)
		}
		if out, err := p.Command("-test.run=Named").CombinedOutput(); (err != nil) != c.fail {
			t.Errorf("%s: tests fail: %v\n%s", c.row.ID, err, out)
		}
	}
	if p, err := w.WithoutRow("shapes"); err != nil || p.Command().Run() != nil {
		t.Errorf("without a row the tests fail: %v", err)
	}
	unknown := Program{path: filepath.Join(w.one, programName), row: fmt.Sprint(len(slips))}
	if out, err := unknown.Command().CombinedOutput(); err == nil || !strings.Contains(string(out), "names none of") {
		t.Errorf("a row that is none is switched on: %v\n%s", err, out)
	}
	if _, err := w.Program(planted.Row{File: "other"}); err == nil {
		t.Error("a row of another tree has a program")
	}
}

// A row that cannot be applied, alters nothing or does not compile is an error that names it.
func TestRowsThatAreWrong(t *testing.T) {
	for what, c := range map[string]struct{ old, new, says string }{
		"gone":    {"-\treturn 2 * a\n", "-\treturn 4 * a\n", "stand 0 times in shapes/shapes.go"},
		"nothing": {"+\treturn a\n", "+\treturn 2 * a // twice\n", "alters nothing in shapes/shapes.go"},
		"broken":  {"+\treturn a\n", "+\treturn \"a\"\n", "planted0_… is of shapes/testdata/planted/00.diff"},
		"no Go":   {"+\treturn a\n", "+\treturn a a\n", "00.diff: shapes/shapes.go:"},
	} {
		if what == "broken" && testing.Short() {
			continue // builds
		}
		root := tree(t, slips[10:11])
		file := filepath.Join(root, "shapes/testdata/planted/00.diff")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, root, "shapes/testdata/planted/00.diff", strings.Replace(string(text), c.old, c.new, 1))
		_, err = Open(Options{Root: root, Cache: t.TempDir(), Dir: t.TempDir()})
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), "00.diff") {
			t.Errorf("%s: %v, want %q", what, err, c.says)
		}
	}
}

// long is a time long ago.
var long = time.Now().Add(-3 * ofLate)

// Of several at once one makes a folder; one that was left half made is made anew, and old ones go.
func TestOnce(t *testing.T) {
	cache := t.TempDir()
	var made sync.Map
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			dir, err := once(cache, "key", func(dir string) error {
				if _, twice := made.LoadOrStore(dir, true); twice {
					t.Error("it is made twice")
				}
				return os.WriteFile(filepath.Join(dir, "made"), nil, 0o644)
			})
			if _, absent := os.Stat(filepath.Join(dir, "made")); err != nil || absent != nil {
				t.Errorf("%v, %v", err, absent)
			}
		})
	}
	wait.Wait()
	write(t, cache, "half/made", "")
	if _, err := once(cache, "half", func(dir string) error {
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%v is left, %v", left, err)
		}
		return nil
	}); err != nil {
		t.Error(err)
	}
	for _, old := range []string{"old1", "old2", "old3", "key"} {
		write(t, cache, old+"/"+ready, "")
		if err := os.Chtimes(filepath.Join(cache, old, ready), long, long); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := once(cache, "new", func(string) error { return nil }); err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(cache)
	if err != nil || len(left) != kept+1 { // and the lock
		t.Errorf("%v are left, %v", left, err)
	}
}

// The key changes with what goes into the program, and with nothing else.
func TestKey(t *testing.T) {
	root := tree(t, slips[:1])
	key := func() string {
		k, err := keyOf(root)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	before := key()
	for _, name := range []string{"README.md", "shapes/more_test.go", "build/x.go", ".git/x", "other/go.mod"} {
		write(t, root, name, "x")
		if key() != before {
			t.Errorf("%s counts", name)
		}
	}
	write(t, root, "other/x.go", "x")
	if key() != before {
		t.Error("another module counts")
	}
	for _, name := range []string{"shapes/testdata/planted/00.diff", "shapes/more.go", "tla/x.tla"} {
		write(t, root, name, "x")
		if k := key(); k == before {
			t.Errorf("%s does not count", name)
		} else {
			before = k
		}
	}
}
