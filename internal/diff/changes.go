package diff

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// most is how many characters of a value are shown.
const most = 48

// mostChanges is how many changes are listed one by one.
const mostChanges = 12

// Changes says what became of a value, a short text for each place that differs, such as
// "Leader: 1 → 0" or "Lists[2].Tag: none → 3 of 1". Long values are abbreviated, and of very
// many changes the last are counted. Nil and empty are one.
func (s Snapshot) Changes(now Snapshot) []string {
	var c differ
	c.compare("", s, now)
	if more := len(c.texts) - mostChanges; more > 0 {
		c.texts = append(c.texts[:mostChanges], fmt.Sprintf("and %d more", more))
	}
	return c.texts
}

// Changes compares two values: see [Snapshot.Changes].
func Changes(was, is any) []string { return Take(was).Changes(Take(is)) }

type differ struct{ texts []string }

// compare notes where two values differ below a path.
func (c *differ) compare(path string, was, is Snapshot) {
	switch {
	case was.shape != is.shape || was.shape == leaf || (was.says || is.says) && was.text != is.text:
		c.add(path, was, is)
	case was.shape == list || was.shape == truths:
		c.lists(path, was, is)
	default:
		c.named(path, was.parts, is.parts)
	}
}

// named compares fields or entries. Both lists have one order, and what one of them lacks
// leaves the order of the rest.
func (c *differ) named(path string, was, is []part) {
	at := func(list []part, name string) int {
		return slices.IndexFunc(list, func(p part) bool { return p.name == name })
	}
	for len(was) > 0 || len(is) > 0 {
		switch {
		case len(was) > 0 && at(is, was[0].name) < 0:
			c.compare(path+was[0].name, was[0].at, absent)
			was = was[1:]
		case len(is) > 0 && at(was, is[0].name) < 0:
			c.compare(path+is[0].name, absent, is[0].at)
			is = is[1:]
		default:
			c.compare(path+was[0].name, was[0].at, is[0].at)
			was, is = was[1:], is[1:]
		}
	}
}

// lists compares elements at their places; where there are more or fewer than before, the
// beginning and the end that are the same stay out of it.
func (c *differ) lists(path string, was, is Snapshot) {
	a, b := was.parts, is.parts
	if len(a) == len(b) {
		for i := range a {
			c.compare(path+a[i].name, a[i].at, b[i].at)
		}
		return
	}
	for len(a) > 0 && len(b) > 0 && alike(a[0].at, b[0].at) {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && alike(a[len(a)-1].at, b[len(b)-1].at) {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) > 0 && len(b) > 0 {
		c.add(path, was, is)
		return
	}
	for _, p := range a {
		c.compare(path+p.name, p.at, absent)
	}
	for _, p := range b {
		c.compare(path+p.name, absent, p.at)
	}
}

func alike(a, b Snapshot) bool { return a.String() == b.String() }

// add notes one change, if there is one to be seen.
func (c *differ) add(path string, was, is Snapshot) {
	a, b := was.String(), is.String()
	if a == b || empty(was) && empty(is) {
		return
	}
	short, other := Abbreviate(a, most), Abbreviate(b, most)
	if short == other { // they differ further back
		n := 0
		for x, y := []rune(a), []rune(b); n < min(len(x), len(y)) && x[n] == y[n]; n++ {
		}
		n = max(0, n-most/4)
		short, other = "…"+Abbreviate(string([]rune(a)[n:]), most), "…"+Abbreviate(string([]rune(b)[n:]), most)
	}
	if path = strings.TrimPrefix(path, "."); path != "" {
		path += ": "
	}
	c.texts = append(c.texts, path+short+" → "+other)
}

// empty tells whether there is nothing, in whichever way.
func empty(s Snapshot) bool {
	return s.shape == leaf && s.text == "none" || s.shape != leaf && s.shape != record && len(s.parts) == 0
}

// Abbreviate cuts a text to so many characters, to one at least.
func Abbreviate(text string, most int) string {
	most = max(most, 1)
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return strings.TrimRight(string([]rune(text)[:most-1]), " ,") + "…"
}

// Lines joins changes, so many characters a line where that can be, each line behind an indent.
func Lines(changes []string, indent string, width int) string {
	var text strings.Builder
	used := 0
	for i, change := range changes {
		n := utf8.RuneCountInString(change) + 1
		switch {
		case i == 0:
			text.WriteString(indent)
			used = utf8.RuneCountInString(indent)
		case used+1+n > width:
			text.WriteString(";\n" + indent)
			used = utf8.RuneCountInString(indent)
		default:
			text.WriteString("; ")
			used++
		}
		text.WriteString(change)
		used += n
	}
	if len(changes) > 0 {
		text.WriteString("\n")
	}
	return text.String()
}
