package transcript

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// steps returns a step for each letter: a loud one for an upper case letter, a quiet one for a lower case letter, and a
// fault for X. Each has a line, or two if the letter is doubled.
func steps(letters string) (all []told) {
	for i := 0; i < len(letters); i++ {
		letter := letters[i : i+1]
		t := told{[]string{letter}, letter == strings.ToLower(letter), letter == "X"}
		if strings.HasPrefix(letters[i+1:], letter) {
			t.lines = append(t.lines, letter+"2")
			i++
		}
		all = append(all, t)
	}
	return all
}

// Steps that changed nothing are folded first. Of the others the failure and the faults stay, then what comes behind a
// fault, then the first and the last.
func TestFolded(t *testing.T) {
	for _, c := range []struct {
		steps  string
		last   int
		failed bool
		n      int
		want   string
	}{
		{"AbC", 3, true, 3, "A b C"},
		{"AbcdE", 5, true, 4, "A …3 E"},
		{"Abcde", 5, false, 4, "A …3 e"},
		{"ABCDEFGH", 8, true, 5, "A B …4 G H"},
		{"ABCDEFGH", 8, false, 5, "A B …4 G H"},
		{"AABBCCDD", 4, true, 5, "A … B … C … D D2"},
		{"AAbCCDDEF", 4, true, 6, "A … b C … D D2 …2"},
		{"AABBCCDD", 4, true, 3, "A … …2 D …"},
		{"AABBCCDDEEFFGG", 7, true, 3, "…6 G G2"},
		{"ABCDEFGH", 3, true, 5, "A B C …5"},
		{"ABCDXEFGHIJK", 12, true, 7, "…4 X E F G …3 K"},
		{"ABCDXEFGHIJK", 12, false, 7, "A …3 X E F G …4"},
		{"AbcdeXFghij", 7, true, 6, "A …4 X F …4"},
	} {
		lines := folded(steps(c.steps), c.last, c.failed, c.n)
		if len(lines) > c.n {
			t.Errorf("%s: %d lines, want at most %d", c.steps, len(lines), c.n)
		}
		for i, line := range lines {
			if text, is := strings.CutPrefix(strings.TrimSpace(line), "… "); is {
				var n int
				if _, err := fmt.Sscanf(text, "%d step", &n); err != nil {
					t.Error(err)
				}
				lines[i] = fmt.Sprintf("…%d", n)
			}
		}
		if got := strings.Join(lines, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.steps, got, c.want)
		}
	}
}

// The first line that differs is named.
func TestCompare(t *testing.T) {
	file := File(filepath.Join(t.TempDir(), "plan.json"))
	if err := os.WriteFile(file, []byte("a\nb\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{"a\nb\n", ""},
		{"a\nc\n", `line 2: "b", but what happens is "c"`},
		{"a\n", `line 2: "b", but what happens is ""`},
		{"a\nb\nc\n", `line 3: "", but what happens is "c"`},
		{"a\nb", `line 3: "", but what happens is nothing`},
	} {
		err := compare(file, c.text)
		if (err == nil) != (c.want == "") || err != nil && !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.text, err, c.want)
		}
	}
	if err := compare(file+"x", ""); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Error(err)
	}
}
