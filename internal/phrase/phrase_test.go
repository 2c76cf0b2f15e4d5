package phrase

import (
	"strings"
	"testing"
)

func TestPhrases(t *testing.T) {
	budget := map[string]int{"loss": 2, "crash": 1, "premature": 0}
	for _, c := range []struct{ got, want string }{
		{Plural(0, "run", "runs"), "0 runs"},
		{Plural(1, "fault or pin", "faults and pins"), "1 fault or pin"},
		{Plural(2, "fault or pin", "faults and pins"), "2 faults and pins"},
		{Counts(nil), "none"},
		{Counts(budget), "crash 1, loss 2, premature 0"},
		{Counts(budget, "pause", "loss"), "pause 0, loss 2, crash 1, premature 0"},
		{strings.Join(Amounts(budget), " "), "crash=1 loss=2"},
		{strings.Join(Amounts(nil), " "), ""},
		{FirstLine("one\ntwo\n"), "one"},
		{FirstLine("\n one"), "one"},
		{FirstLine(""), ""},
		{Typed("build/my-run_1.json"), "build/my-run_1.json"},
		{Typed("two words"), "'two words'"},
		{Typed("it's"), `'it'\''s'`},
		{Typed("a=b"), "'a=b'"}, // in front of a command it would be a variable
		{Typed(""), "''"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
