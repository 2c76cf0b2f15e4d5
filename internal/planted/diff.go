package planted

import (
	"fmt"
	"strings"
)

// A Change is what a row makes of one file.
type Change struct {
	// File is the changed file, from the root, with slashes.
	File  string
	hunks []hunk
}

// A hunk replaces whole lines.
type hunk struct{ old, new string }

// parseDiff reads a diff as git prints it. Only hunks count: the numbers of their lines are not read.
func parseDiff(text string) (changes []Change, err error) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		last := len(changes) - 1
		switch name, isFile := strings.CutPrefix(line, "--- a/"); {
		case isFile:
			changes = append(changes, Change{File: name})
		case last < 0:
			return nil, fmt.Errorf("the diff begins with %q, it must begin with \"--- a/\" and a file", line)
		case strings.HasPrefix(line, "+++ "):
			if line != "+++ b/"+changes[last].File {
				return nil, fmt.Errorf("%q: a row changes files, and renames none", line)
			}
		case strings.HasPrefix(line, "@@ "):
			changes[last].hunks = append(changes[last].hunks, hunk{})
		default:
			if err := changes[last].add(line); err != nil {
				return nil, err
			}
		}
	}
	for _, c := range changes {
		for _, h := range c.hunks {
			if h.old == "" || h.old == h.new {
				return nil, fmt.Errorf("a hunk of %s wants old lines, and changes among them", c.File)
			}
		}
		if len(c.hunks) == 0 {
			return nil, fmt.Errorf("%s has no hunk", c.File)
		}
	}
	if len(changes) == 0 {
		return nil, fmt.Errorf("it has no diff")
	}
	return changes, nil
}

// add adds one line to the last hunk.
func (c *Change) add(line string) error {
	if len(c.hunks) == 0 {
		return fmt.Errorf("%q stands before the first hunk of %s", line, c.File)
	}
	h := &c.hunks[len(c.hunks)-1]
	if line == "" {
		line = " " // editors remove the blank of an empty line
	}
	switch rest := line[1:] + "\n"; line[0] {
	case ' ':
		h.old, h.new = h.old+rest, h.new+rest
	case '-':
		h.old += rest
	case '+':
		h.new += rest
	default:
		return fmt.Errorf("a hunk of %s has the line %q, it must begin with a blank, - or +", c.File, line)
	}
	return nil
}

// apply returns the text with all hunks applied.
func (c Change) apply(text string) (string, error) {
	for _, h := range c.hunks {
		at, n := find(text, h.old)
		if n != 1 {
			return "", fmt.Errorf("these lines stand %d times in %s, they must stand there once:\n%s", n, c.File, h.old)
		}
		text = text[:at] + h.new + text[at+len(h.old):]
	}
	return text, nil
}

// find returns where whole lines begin in a text, and how often they stand there.
func find(text, lines string) (at, n int) {
	for from := 0; ; {
		i := strings.Index(text[from:], lines)
		if i < 0 {
			return at, n
		}
		if i += from; i == 0 || text[i-1] == '\n' {
			at = i
			n++
		}
		from = i + 1
	}
}
