package claims

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func toyTable() Table {
	return Paper{Title: "Toys, 2026", Claims: toyList(), Checks: toyChecks()}.Decide("toy", toyResults())
}

func TestWriteText(t *testing.T) {
	table := toyTable()
	table.Decisions = append(table.Decisions[:4], table.Decisions[5])
	table.Decisions[2].For[0] += strings.Repeat(" and more", 12)
	table.Decisions = append(table.Decisions, Decision{ID: "CT-10", Problem: "nothing decides it"})
	var out strings.Builder
	if err := table.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	want := `
Toys, 2026 (toy), 6 claims: 1 verified, 1 refuted, 1 measured, 1 open, 1 not reproducible, 1 RED
  claim  verdict           decided by
  CT-1   verified          base-four: Agreement holds, 3 processes, crash=1, 12,345 states
                           explored base-large: Agreement holds, 3 processes, crash=1, 9 states
                           2,000 drawn runs: Agreement holds wherever its assumptions do
                           base-long: Agreement holds, 3 processes, crash=1, 1 state (make tlc)
  CT-2   refuted           base-x1: Lowest fails in 15 states, 3 processes, crash=1
                           base-stuck: Ends fails, 3 processes, crash=1
                           corpus x1: Lowest fails; 1 fault and 1 pin
                           but corpus x1 with rule=tagged: all properties hold; 1 fault and 1 pin
                           but corpus x1: what fails is excused by f; no faults
  CT-3   measured          computed messages: 24 messages for k = 12 and more and more and more and more and more and
                             more and more and more and more and more and more and more
  CT-4   open              nothing yet: Nobody has been there.
  CT-6   not reproducible  nothing here can: The moon is not at hand.
                           known: computed arithmetic: 3 + 6 = 9
                           known: base-x1: Lowest fails in 15 states, 3 processes, crash=1
  CT-10  RED               nothing decides it
`
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Errorf("table (-want +got):\n%s", d)
	}
	for line := range strings.Lines(out.String()) {
		if utf8.RuneCountInString(line) > columns+1 {
			t.Errorf("too wide: %q", line)
		}
	}
	if err := table.WriteText(full{}); err == nil {
		t.Error("a table that cannot be written is no error")
	}
}

// full is a disk that is full.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

// Each paper has an index by verdicts, and each claim its paragraphs, in which no text is taken for markup.
func TestMarkdown(t *testing.T) {
	table := toyTable()
	table.Decisions[2].Says = "a|b\n<b> *c* d_e"
	table.Decisions[2].Found = strings.Repeat("It does, ", 11) + "as in 1. And " + strings.Repeat("so ", 37) +
		"on - so."
	text := string(Markdown([]Table{table, {Protocol: "none", Paper: "No paper"}}))
	_, tail, _ := strings.Cut(text, "\n## ")
	want := `Toys, 2026 (toy)

6 claims: 1 verified, 1 refuted, 1 measured, 1 open, 1 not claimed, 1 not reproducible.

- **verified**: [CT-1](#ct-1)
- **refuted**: [CT-2](#ct-2)
- **measured**: [CT-3](#ct-3)
- **open**: [CT-4](#ct-4)
- **not claimed**: [CT-5](#ct-5)
- **not reproducible**: [CT-6](#ct-6)

### CT-1

Theorem 1: All follow one leader.

**verified**: All follow one leader, with up to f crashes.

- ` + strings.Join(toyLines["CT-1"], "\n- ") + `

### CT-2

Theorem 2: The leader is the lowest.

**refuted**: Not as printed; it is with f = 0.

- ` + strings.Join(toyLines["CT-2"], "\n- ") + `

### CT-3

Section IV: a\|b &lt;b&gt; \*c\* d\_e

**measured**: ` + strings.Repeat("It does, ", 11) + `as in
1\. And ` + strings.Repeat("so ", 37) + `on
\- so.

- ` + toyLines["CT-3"][0] + `

### CT-4

Section V: It works in space.

**open**: Nobody has been there.

### CT-5

Section VI: The set-up.

**not claimed**: It says what was done.

### CT-6

Section VII: It takes 9 s on the moon.

**not reproducible**: The moon is not at hand.

- ` + strings.Join(toyLines["CT-6"][1:], "\n- ") + `

## No paper (none)
`
	if got, _, _ := strings.Cut(tail, "\n\n0 claims"); got+"\n" != want {
		t.Errorf("table (-want +got):\n%s", cmp.Diff(want, got+"\n"))
	}
}

// The page is recognised as what it is.
func TestIsMarkdown(t *testing.T) {
	if !IsMarkdown(Markdown(nil)) || IsMarkdown([]byte("# Claims of mine\n")) {
		t.Error("it is not recognised as what it is")
	}
}
