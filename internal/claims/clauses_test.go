package claims

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// A claim of the list must say its number, where it stands and what it says: each of them alone
// makes it red where it is missing.
func TestWhatAClaimLacks(t *testing.T) {
	whole := Claim{ID: "A", Where: "I", Says: "It is so."}
	checks := []Check{{Claim: "A", Verdict: Open, Found: "not yet"}}
	for _, row := range []struct {
		name   string
		change func(c *Claim)
		red    bool
	}{
		{"nothing", func(*Claim) {}, false},
		{"its number", func(c *Claim) { c.ID = "" }, true},
		{"where it stands", func(c *Claim) { c.Where = "" }, true},
		{"what it says", func(c *Claim) { c.Says = "" }, true},
	} {
		c := whole
		row.change(&c)
		d := Decide([]Claim{c}, checks, Results{})[0]
		if red := strings.HasPrefix(d.Problem, "the list must say"); red != row.red || (d.Verdict == "") != row.red {
			t.Errorf("a claim lacks %s: %q, verdict %q", row.name, d.Problem, d.Verdict)
		}
	}
}

// A computation needs a name and code.
func TestCodeWithoutNameOrRun(t *testing.T) {
	run := func() (string, error) { return "12 of 12", nil }
	for _, row := range []struct {
		code Code
		want string
	}{
		{Code{Name: "x", Run: run}, "computed x: 12 of 12"},
		{Code{Run: run}, ""},
		{Code{Name: "x"}, ""},
	} {
		text, err := row.code.look(Results{})
		if text != row.want || (err == nil) != (row.want != "") {
			t.Errorf("%q, %v; want %q", text, err, row.want)
		}
	}
}

// An entry of the corpus is found by its own name and number, wherever it stands in the list.
func TestFindsTheEntryOfTheCorpus(t *testing.T) {
	list := []Replayed{
		{Entry: "a"}, {Entry: "b", Violates: "P"}, {Entry: "b", Expectation: 1}, {Entry: "c", Wrong: "no"},
	}
	for _, row := range []struct {
		entry       string
		expectation int
		want        string
	}{
		{"a", 0, "P fails <nil>: false"},
		{"b", 0, "P fails <nil>: true"},
		{"b", 1, "P fails <nil>: false"},
		{"b", 2, "corpus b: it has no expectation 2, but 0 to 1"},
		{"c", 0, "corpus c: no"},
		{"d", 0, "corpus d: there is no such plan, or it did not run"},
	} {
		r, err := findRun(list, row.entry, row.expectation)
		got := fmt.Sprintf("P fails %v: %t", err, r.Violates == "P")
		if err != nil {
			got = err.Error()
		} else if r.Entry != row.entry || r.Expectation != row.expectation {
			got += ", of another"
		}
		if got != row.want {
			t.Errorf("%s, %d: %s, want %s", row.entry, row.expectation, got, row.want)
		}
	}
}

// What holds and has no size, as a run without an end, is not said to fail.
func TestTextOfWhatHasNoSize(t *testing.T) {
	for _, row := range []struct {
		s    Searched
		want string
	}{
		{Searched{Bound: "2 processes", Size: ""}, "x: P holds, 2 processes, "},
		{Searched{Bound: "2 processes", Size: "5 states"}, "x: P holds, 2 processes, 5 states"},
		{Searched{Bound: "2 processes", Violates: "P"}, "x: P fails, 2 processes"},
		{
			Searched{Bound: "2 processes", Violates: "P", Size: "5 states", Long: true},
			"x: P fails in 5 states, 2 processes (make tlc)",
		},
	} {
		if got := row.s.text("x", "P"); got != row.want {
			t.Errorf("%q, want %q", got, row.want)
		}
	}
}

// A table that cannot be written says so, wherever the writer fails, and one claim is one claim.
func TestTableThatCannotBeWritten(t *testing.T) {
	table := Table{Paper: "A Paper", Protocol: "p", Decisions: []Decision{{ID: "LONG-1", Verdict: Open, Found: "no"}}}
	var whole strings.Builder
	if err := table.WriteText(&whole); err != nil {
		t.Fatal(err)
	}
	want := "\nA Paper (p), 1 claim: 1 open\n  claim   verdict   decided by\n  LONG-1  open      nothing yet: no\n"
	if whole.String() != want {
		t.Errorf("written:\n%swant:\n%s", whole.String(), want)
	}
	for after := range 3 {
		if err := table.WriteText(&failingWriter{after}); !errors.Is(err, errFull) {
			t.Errorf("the writer fails after %d lines: %v", after, err)
		}
	}
}

var errFull = errors.New("no room")

// failingWriter fails after so many writes, and goes on then.
type failingWriter struct{ good int }

func (w *failingWriter) Write(p []byte) (int, error) {
	if w.good--; w.good == -1 {
		return 0, errFull
	}
	return len(p), nil
}

// No text of evidence is taken for markup, and its lines are those of its item.
func TestEvidenceInMarkdown(t *testing.T) {
	text := string(Markdown([]Table{{Paper: "A", Protocol: "p", Decisions: []Decision{{
		ID: "A-1", Where: "I", Says: "s", Verdict: Verified, Found: "f",
		For: []string{"a | b " + strings.Repeat("c ", 60)},
	}}}}))
	want := `- a \| b ` + strings.Repeat("c ", 55) + "c\n  c c c c\n"
	if !strings.HasSuffix(text, want) {
		t.Errorf("written is\n%s\nwant an item\n%s", text[strings.Index(text, "## A"):], want)
	}
}
