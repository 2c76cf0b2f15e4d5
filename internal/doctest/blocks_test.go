package doctest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// block is one fenced block of a document.
type block struct {
	line  int // of its fence
	info  []string
	lines []string
}

func (b *block) text() string { return strings.Join(b.lines, "\n") + "\n" }

// says tells whether a word stands behind the fence after the first one.
func (b *block) says(word string) bool { return slices.Contains(b.info[1:], word) }

// isFile reports whether the block writes or changes a file.
func (b *block) isFile() bool { return len(b.info) == 2 && b.info[0] != "sh" }

// parse finds the blocks of a document, and says what is wrong with their form.
func parse(text string) (blocks []block, wrong []string) {
	var open *block
	var before string
	for i, line := range strings.Split(text, "\n") {
		fence, isFence := strings.CutPrefix(line, "```")
		switch {
		case isFence && open == nil:
			open = &block{line: i + 1, info: strings.Fields(fence)}
			if why := open.wrong(); why != "" {
				wrong = append(wrong, fmt.Sprintf("%d: %s", i+1, why))
			}
		case isFence:
			blocks, open = append(blocks, *open), nil
		case open != nil:
			open.lines = append(open.lines, line)
		case before == "" && (strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")):
			wrong = append(wrong, fmt.Sprintf("%d: an indented block: fence it, and say what it is", i+1))
		}
		before = line
	}
	if open != nil {
		wrong = append(wrong, fmt.Sprintf("%d: the block has no end", open.line))
	}
	return blocks, wrong
}

// wrong says why a fence does not say what its block is, "" if it does.
func (b *block) wrong() string {
	switch {
	case len(b.info) == 0:
		return "the fence does not say what the block is: see go doc ./internal/doctest"
	case b.info[0] == "sh":
		for _, word := range b.info[1:] {
			if word != "new" && word != "fails" {
				return fmt.Sprintf("sh %s: it must be new or fails", word)
			}
		}
	case b.info[0] == "text", b.info[0] == "picture":
		if len(b.info) > 1 {
			return b.info[0] + " takes no further word"
		}
	case len(b.info) != 2 && !(len(b.info) == 3 && b.info[1] == "of"):
		return "a block in a language names its file, such as go main.go, or go of examples/lease/lease.go"
	}
	return ""
}

// printed says which line of a text was not printed in its place, "" if all were.
func printed(want []string, out string) string {
	lines := strings.Split(out, "\n")
	for _, line := range want {
		var parts []string
		for part := range strings.SplitSeq(strings.TrimSpace(line), "…") {
			parts = append(parts, regexp.QuoteMeta(part))
		}
		at := slices.IndexFunc(lines, regexp.MustCompile(strings.Join(parts, ".*")).MatchString)
		if at < 0 {
			return line
		}
		lines = lines[at+1:]
	}
	return ""
}

// patch changes a text as a block says.
func patch(text string, lines []string) (string, error) {
	var old, changed []string
	flush := func() error {
		was, is := "\n"+strings.Join(append(old, ""), "\n"), "\n"+strings.Join(append(changed, ""), "\n")
		if n := strings.Count("\n"+text, was); n != 1 {
			return fmt.Errorf("these lines stand there %d times, it must be once:%s", n, was)
		}
		text = strings.Replace("\n"+text, was, is, 1)[1:]
		old, changed = nil, nil
		return nil
	}
	for _, line := range append(slices.Clip(lines), "@@") {
		switch {
		case line == "@@":
			if err := flush(); err != nil {
				return "", err
			}
		case strings.HasPrefix(line, "-"):
			old = append(old, line[1:])
		case strings.HasPrefix(line, "+"):
			changed = append(changed, line[1:])
		default:
			line = strings.TrimPrefix(line, " ")
			old, changed = append(old, line), append(changed, line)
		}
	}
	return text, nil
}

// excerpted says which lines of an excerpt a file does not have, "" if it has all, in order.
func excerpted(lines []string, text string) string {
	text = "\n" + text
	for part := range strings.SplitSeq("\n"+strings.Join(lines, "\n")+"\n", "\n…\n") {
		if part = "\n" + strings.Trim(part, "\n") + "\n"; part == "\n\n" {
			continue
		}
		at := strings.Index(text, part)
		if at < 0 {
			return part
		}
		text = text[at+len(part)-1:]
	}
	return ""
}

func TestParse(t *testing.T) {
	for _, test := range []struct{ name, text, wrong string }{
		{"good", "Say\n\n```sh\nmake\n```\n\n```go a.go\n```\n\n```go of a.go\n```\n\n```picture\n```\n", ""},
		{"no word", "a\n\n```\nmake\n```\n", "3: the fence"},
		{"indented", "a\n\n    make\n", "3: an indented block"},
		{"a list", "- a\n    make\n", ""},
		{"no file", "```go\n```\n", "1: a block in a language"},
		{"a word", "```sh twice\n```\n", "1: sh twice"},
		{"open", "a\n```sh\nmake\n", "2: the block has no end"},
	} {
		_, wrong := parse(test.text)
		if got := strings.Join(wrong, "\n"); !strings.HasPrefix(got, test.wrong) || (got == "") != (test.wrong == "") {
			t.Errorf("%s: %q, want %q", test.name, got, test.wrong)
		}
	}
}

func TestPrinted(t *testing.T) {
	const out = "--- FAIL\n    a.go:7: it fails in run 14\n  injected:  a crash\nFAIL\n"
	for want, missing := range map[string]string{
		"it fails in run …\ninjected:  a crash": "",
		"injected:  a crash\nit fails in run …": "it fails in run …",
		"it fails in … of seed 1":               "it fails in … of seed 1",
		"FAIL\nFAIL\nFAIL":                      "FAIL",
	} {
		if got := printed(strings.Split(want, "\n"), out); got != missing {
			t.Errorf("%q: %q, want %q", want, got, missing)
		}
	}
}

func TestPatch(t *testing.T) {
	const text = "a\nb\nc\na\nd\n"
	for _, test := range []struct{ lines, want string }{
		{" a\n-b\n+B\n+C\n c\n@@\n-d", "a\nB\nC\nc\na\n"},
		{"-a", ""},
		{"-x", ""},
		{"+x", ""},
	} {
		got, err := patch(text, strings.Split(test.lines, "\n"))
		if got != test.want || (err == nil) != (test.want != "") {
			t.Errorf("%q: %q, %v, want %q", test.lines, got, err, test.want)
		}
	}
}

func TestExcerpted(t *testing.T) {
	const text = "a\n\tb\n\nc\nd\n"
	for lines, missing := range map[string]string{
		"a\n\tb\n\nc": "", "a\n…\nc\nd": "", "…\nd\n…": "", "c\n…\na": "\na\n", "b": "\nb\n",
	} {
		if got := excerpted(strings.Split(lines, "\n"), text); got != missing {
			t.Errorf("%q: %q, want %q", lines, got, missing)
		}
	}
}
