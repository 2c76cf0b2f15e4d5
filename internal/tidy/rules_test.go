package tidy

import (
	"fmt"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// A finding is one place that breaks a rule.
type finding struct {
	file    string
	line    int
	subject string // what a row of the allow-list names: a function, an import, a call
	size    int    // lines, where the rule is a limit
	text    string // what is wrong and what would be right
}

func (f finding) String() string { return fmt.Sprintf("%s:%d: %s", f.file, f.line, f.text) }

// A rule finds what breaks it in a tree. Its name is what allow-list rows say.
type rule struct {
	name  string
	check func(*tree) []finding
}

// rules are all that the repository is held against.
var rules = []rule{
	{"imports", everySource(checkImports)},
	{"determinism", everySource(checkDeterminism)},
	{"types", checkTypes},
	{"package variables", everySource(checkGlobals)},
	{"function length", everySource(checkFunctionLength)},
	{"file length", everySource(checkFileLength)},
	{"columns", everySource(checkColumns)},
	{"reminders", every(checkReminders)},
	{"package comment", checkPackageComments},
	{"doc comment", everySource(checkDocComments)},
	{"nil errors", everySource(checkNilErrors)},
	{"skips", everySource(checkSkips)},
	{"nightly", checkNightly},
	{"machine paths", every(checkMachinePaths)},
	{"registry hosts", every(checkRegistryHosts)},
	{"built or large", checkBlobs},
}

// every makes a rule of a check of one text file.
func every(check func(*tree, *file) []finding) func(*tree) []finding {
	return func(t *tree) []finding {
		var out []finding
		for _, f := range t.files {
			out = append(out, check(t, f)...)
		}
		return out
	}
}

// everySource makes a rule of a check of one Go file.
func everySource(check func(*tree, *file) []finding) func(*tree) []finding {
	return func(t *tree) []finding {
		var out []finding
		for _, f := range t.sources() {
			out = append(out, check(t, f)...)
		}
		return out
	}
}

func TestRepository(t *testing.T) {
	repo, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	if len(repo.sources()) == 0 {
		t.Fatal("no Go file found: the rules would hold for nothing")
	}
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			for _, f := range judge(r.name, r.check(repo), allowed) {
				t.Error(f)
			}
		})
	}
	for _, row := range allowed {
		if !slices.ContainsFunc(rules, func(r rule) bool { return r.name == row.rule }) {
			t.Errorf("allow_test.go: row for %s names no rule: %q", row.file, row.rule)
		}
	}
}

// A snippet is a small tree and what a rule must say of it: for each finding,
// in order, its line and a part of its text, as in "3: no goroutines". No
// finding wanted means that the snippet must pass.
type snippet struct {
	name string
	path string
	src  string
	want []string
}

// expect runs one rule over the snippets.
func expect(t *testing.T, check func(*tree) []finding, snippets []snippet) {
	t.Helper()
	for _, s := range snippets {
		t.Run(s.name, func(t *testing.T) {
			tr := &tree{fset: token.NewFileSet()}
			if err := tr.add(s.path, s.src, false); err != nil {
				t.Fatal(err)
			}
			compare(t, s.path, check(tr), s.want)
		})
	}
}

// compare holds findings against what a snippet wants.
func compare(t *testing.T, path string, got []finding, want []string) {
	t.Helper()
	for i, f := range got {
		if i >= len(want) {
			t.Errorf("not wanted: %v", f)
			continue
		}
		line, part, _ := strings.Cut(want[i], ": ")
		if prefix := path + ":" + line + ": "; !strings.HasPrefix(f.String(), prefix) ||
			!strings.Contains(f.text, part) {
			t.Errorf("finding %d: got %q, want %q with %q", i, f, prefix, part)
		}
	}
	for _, w := range want[min(len(got), len(want)):] {
		t.Errorf("not found: %s", w)
	}
}
