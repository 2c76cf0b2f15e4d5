// Package phrase puts into words what several rooms say: numbers of things, amounts by name,
// the first line of a longer text, words that are typed into a shell, and what tables for people
// are made of.
//
// It imports the standard library only. Start reading at [Plural].
package phrase

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Plural says how many things there are, such as "1 run" or "3 runs".
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Counts says how often each was, by name: those that are wanted, also where that is 0, and the
// others.
func Counts(n map[string]int, wanted ...string) string {
	names := slices.Clone(wanted)
	for _, name := range slices.Sorted(maps.Keys(n)) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "none"
	}
	parts := make([]string, len(names))
	for i, name := range names {
		parts[i] = fmt.Sprintf("%s %d", name, n[name])
	}
	return strings.Join(parts, ", ")
}

// Amounts are the lines of a budget with room, such as crash=1, by name.
func Amounts(budget map[string]int) (lines []string) {
	for _, name := range slices.Sorted(maps.Keys(budget)) {
		if budget[name] > 0 {
			lines = append(lines, fmt.Sprintf("%s=%d", name, budget[name]))
		}
	}
	return lines
}

// FirstLine is the first line of a text, without the white space around the text.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// Typed is a word as it is typed into a shell, in quotes where it needs them.
func Typed(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
