package planted

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const changed = `id: what slips
note: "  as a Go string\n"
says: one
says: two

--- a/a/b.go
+++ b/a/b.go
@@ -1,2 +1,2 @@
 first
-second
+2nd

@@ -900,1 +901,2 @@
 last
+later
`

const text = "first\nsecond\n\nthird\nlast\n"

func TestApply(t *testing.T) {
	root := t.TempDir()
	for name, content := range map[string]string{
		"a/b.go": text, "c/testdata/planted/slips.diff": changed, "build/testdata/planted/none.diff": "",
		"c/testdata/other.diff": "",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := All(root)
	if err != nil || len(rows) != 1 {
		t.Fatalf("%v, %v", rows, err)
	}
	r := rows[0]
	if r.ID != "what slips" || r.Of() != "c" || r.Value("note") != "  as a Go string\n" || r.Value("none") != "" ||
		!slices.Equal(r.Values("says"), []string{"one", "two"}) {
		t.Errorf("%+v", r)
	}
	got, err := r.Apply(root)
	if want := "first\n2nd\n\nthird\nlast\nlater\n"; err != nil || string(got["a/b.go"]) != want {
		t.Errorf("%q, %v, want %q", got, err, want)
	}
	if here, err := In(root, "c"); err != nil || len(here) != 1 || here[0].File != r.File {
		t.Errorf("%v, %v", here, err)
	}
}

// Old text must stand in its file once, as whole lines; the error names the row and the file.
func TestApplyRefuses(t *testing.T) {
	for _, other := range []string{"", "first\n", text + text, strings.Replace(text, "last", "the last", 1)} {
		r, err := parse("c/testdata/planted/slips.diff", changed)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := r.Changes[0].apply(other); err == nil || !strings.Contains(err.Error(), "in a/b.go") {
			t.Errorf("%q became %q, %v", other, got, err)
		}
		if _, err := r.Apply(t.TempDir()); err == nil || !strings.HasPrefix(err.Error(), r.File+": ") {
			t.Errorf("%v, want the row's file", err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, says string }{
		{"\n\n", "\n", "empty line"},
		{"id: what slips\n", "", `one line "id: "`},
		{"id: what", "id: other\nid: what", `one line "id: "`},
		{"says: one", "says:one", `"says:one" is no line`},
		{"says: one", `says: "one`, "not a Go string"},
		{"--- a/a/b.go\n", "", `must begin with "--- a/"`},
		{"+++ b/a/b.go", "+++ b/a/c.go", "renames none"},
		{"-second\n+2nd\n", "", "changes among them"},
		{" last\n", "", "wants old lines"},
		{" last\n", "last\n", "must begin with a blank"},
		{"@@ -1,2 +1,2 @@\n", "", "before the first hunk"},
	} {
		if !strings.Contains(changed, c.old) {
			t.Fatalf("%q is not in the row", c.old)
		}
		_, err := parse("r", strings.ReplaceAll(changed, c.old, c.new))
		if err == nil || !strings.Contains(err.Error(), c.says) || !strings.HasPrefix(err.Error(), "r: ") {
			t.Errorf("%q for %q: %v, want %q", c.new, c.old, err, c.says)
		}
	}
}
