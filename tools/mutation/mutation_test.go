package mutation

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// toy is a module with a package whose mutants are known, one by one.
var toy = map[string]string{
	"go.mod":          "module example.com/toy\n\ngo 1.26\n",
	"cmd/toy/main.go": "package main\n\nfunc main() {}\n",
	"calc/calc.go": `package calc

type Set []int

func (s Set) With(n int) Set { return append(s[:len(s):len(s)], n) }

func Larger(a, b int) int {
	if a < b {
		return b
	}
	return a
}

func Between(a, b, n int) bool { return a <= n && n <= b }

func Third(s Set) Set {
	s = s.With(1)
	s = s.With(2)
	return s[:2]
}

func Minus(a, b int) int { return a - b }

func Turned(a, b int) int { return Minus(b, a) }

func Unused(loud bool) string {
	if loud {
		return "!"
	}
	return ""
}

func Endless(n int) (sum int) {
	for n > 0 {
		sum += n
		n--
	}
	return sum
}
`,
	"calc/calc_test.go": `package calc

import (
	"slices"
	"testing"
)

func Test(t *testing.T) {
	if Larger(1, 2) != 2 || Larger(2, 1) != 2 || Between(1, 3, 0) || Between(1, 3, 4) || !Between(1, 3, 1) ||
		!Between(1, 3, 3) || !slices.Equal(Third(nil), Set{1, 2}) || Minus(3, 1) != 2 || Turned(1, 3) != 2 ||
		Endless(2) != 3 {
		t.Fail()
	}
}
`,
}

// A folder that is not there is refused, whether it is to be mutated or has tests to run.
func TestUnknownFolders(t *testing.T) {
	m := &Module{path: "example.com/toy", names: []string{"calc", "cmd/toy"}}
	for pattern, bad := range map[string]bool{
		"calc": false, "cmd/...": false, "cmd/*": false, "verify": true, "calc/*": true,
	} {
		err := m.find([]string{"calc", pattern})
		if (err != nil) != bad || bad && !strings.Contains(err.Error(), strconv.Quote(pattern)) {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}

// The tester says of each mutant of the toy what is known of it: one at a boundary is equivalent, those of a function
// that no test calls are reached by nothing, that which no longer counts hangs, and all others are killed.
func TestToy(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs a module with mutants in it; make test does")
	}
	root := t.TempDir()
	for name, text := range toy {
		write(t, filepath.Join(root, name), text)
	}
	for _, name := range []string{"mut.go", "held.go"} {
		own, err := os.ReadFile(filepath.Join("../../internal/mut", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(root, "internal/mut", name), string(own))
	}
	all := func() *Result {
		r, err := Run(t.Context(), Options{
			Root: root, Dir: filepath.Join(root, "build"), Command: "cmd/toy", Patterns: []string{"calc"},
			N: 1000, Seed: 1, Tell: func(text string) { t.Log(text) },
		})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := all()
	var lives, late []string
	for _, m := range r.Mutants {
		if !m.Killed() {
			lives = append(lives, m.Func+": "+m.Before+" => "+m.After)
		}
		if m.Late {
			late = append(late, m.Func+": "+m.Before+" => "+m.After)
		}
	}
	want := []string{
		"Larger: a < b => a <= b",
		"Endless: n > 0 => n >= 0", // 0 adds nothing
		"Endless: 0 => 0 - 1",
	}
	for _, m := range r.Mutants {
		if m.Func == "Unused" && len(m.Columns) == 0 {
			want = append(want, m.Func+": "+m.Before+" => "+m.After)
		}
	}
	slices.Sort(want)
	slices.Sort(lives)
	if !slices.Equal(lives, want) || len(want) != 5 {
		t.Errorf("these live:\n%s\nwant\n%s", strings.Join(lives, "\n"), strings.Join(want, "\n"))
	}
	if !slices.Equal(late, []string{"Endless: n-- => "}) {
		t.Errorf("hang: %q", late)
	}
	if again := all(); again.Markdown() != r.Markdown() {
		t.Errorf("another run says\n%s\nand the first\n%s", again.Markdown(), r.Markdown())
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// An explanation is of a mutant that lives. One of a mutant that is killed is refused, one of a mutant that is
// not in the sample waits, and what lives without is open.
func TestExplain(t *testing.T) {
	site := func(function string, ordinal int) *Site {
		return &Site{File: "a/a.go", Package: "a", Func: function, Operator: Drop, Before: "n++", Ordinal: ordinal}
	}
	r := &Result{Mutants: []Mutant{
		{Site: site("F", 1), Columns: map[string]string{Unit: "a"}},
		{Site: site("F", 2), Columns: map[string]string{Unit: Lived, Corpus: Lived}},
		{Site: site("G", 1), Columns: map[string]string{}},
		{Site: site("H", 1), Columns: map[string]string{Unit: Lived, Corpus: "p"}},
	}}
	of := func(function string, ordinal int) Explanation {
		return Explanation{
			File: "a/a.go", Func: function, Operator: Drop, Before: "n++", Ordinal: ordinal,
			Kind: Equivalent, Why: "so",
		}
	}
	if wrong := r.Explain([]Explanation{of("F", 2), of("K", 0)}); wrong != nil {
		t.Errorf("refused: %q", wrong)
	}
	if open := r.Unexplained(); len(open) != 1 || open[0].Func != "G" {
		t.Errorf("%d are open, want G alone", len(open))
	}
	wrong := r.Explain([]Explanation{of("F", 0), of("H", 1)})
	if len(wrong) != 2 || !strings.Contains(wrong[1], "H|dropped statement|n++|1 is explained (so), and is killed") {
		t.Errorf("of F and H, which are killed, it says %q", wrong)
	}
	const row = "| a | 1 / 3 | 1 / 2 | – | – | – | – | – | 2 / 4 |"
	if text := r.Markdown(); !strings.Contains(text, row) || !strings.Contains(text, "**50.0 %**") {
		t.Errorf("want the row %s and 50.0 %%:\n%s", row, text)
	}
}

// A file of explanations says of each mutant once of which kind it is, and why.
func TestReadExplanations(t *testing.T) {
	const one = `{"file": "a.go", "func": "F", "operator": "dropped statement", "before": "n++"`
	const why, second = `, "kind": "equivalent", "why": "so"}`, `, "ordinal": 2`
	for name, c := range map[string]struct {
		text string
		fine bool
	}{
		"whole":       {"[" + one + why + "]", true},
		"two":         {"[" + one + why + "," + one + second + why + "]", true},
		"no reason":   {"[" + one + `, "kind": "equivalent"}]`, false},
		"no kind":     {"[" + one + `, "why": "so"}]`, false},
		"twice":       {"[" + one + why + "," + one + why + "]", false},
		"cut in half": {"[" + one, false},
	} {
		file := filepath.Join(t.TempDir(), "explained.json")
		write(t, file, c.text)
		if _, err := ReadExplanations(file); (err == nil) != c.fine {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := ReadExplanations("survivors.json"); err != nil {
		t.Error(err)
	}
}

// Packages get mutants in proportion to their sites, and one at least.
func TestQuotas(t *testing.T) {
	sites := [][]*Site{make([]*Site, 70), make([]*Site, 1), make([]*Site, 29)}
	if got := quotas(sites, 100, 10); !slices.Equal(got, []int{7, 1, 3}) && !slices.Equal(got, []int{7, 1, 2}) {
		t.Errorf("%v", got)
	}
}

// What a run before has noticed is kept, by its place, and the rest is left to run.
func TestKeep(t *testing.T) {
	sample := []*Site{{File: "a.go", Line: 3}, {File: "b.go", Line: 5}, {File: "c.go", Line: 7}}
	before := &Result{CPU: 2, Mutants: []Mutant{
		{Site: &Site{File: "b.go", Line: 4}, Number: 7, Columns: map[string]string{Unit: "b"}},
		{Site: &Site{File: "c.go", Line: 7}, Number: 8, Columns: map[string]string{Unit: Lived}},
	}}
	r := &Result{}
	left := r.keep(before, sample)
	slices.Sort(left)
	if !slices.Equal(left, []int{0, 2}) || r.Kept != 1 || r.CPU != 2 || r.Mutants[0].Number != 1 ||
		r.Mutants[0].Line != 5 || r.Mutants[0].Columns[Unit] != "b" {
		t.Errorf("left are %d, kept is %+v", left, r)
	}
	if left := (&Result{}).keep(nil, sample); len(left) != 3 {
		t.Errorf("without a run before %d of 3 are left", len(left))
	}
}

// A column that reaches many mutants and kills none is one whose checks do not work.
func TestBlind(t *testing.T) {
	r := &Result{}
	for range fewReached {
		r.Mutants = append(r.Mutants, Mutant{Columns: map[string]string{TLC: Lived, Unit: "TestA"}})
	}
	if blind := r.Blind(); blind != nil {
		t.Errorf("of few mutants: %v", blind)
	}
	r.Mutants = append(r.Mutants, Mutant{Columns: map[string]string{TLC: Lived}})
	if blind := r.Blind(); !slices.Equal(blind, []string{TLC}) {
		t.Errorf("got %v, want TLC", blind)
	}
	r.Mutants[3].Columns[TLC] = "vote-three"
	if blind := r.Blind(); blind != nil {
		t.Errorf("with one that is killed: %v", blind)
	}
}
