package phrase

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks a text between words into lines of at most so many letters; a word that is
// longer stands alone.
func Wrap(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}

// Thousands writes a decimal number with a comma before every three digits of its whole part.
func Thousands(number string) string {
	sign, rest := "", number
	if strings.HasPrefix(number, "-") {
		sign, rest = "-", number[1:]
	}
	whole, part, hasPoint := strings.Cut(rest, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if hasPoint {
		whole += "." + part
	}
	return sign + whole
}

// MarkdownCell is a text that may stand in a cell of a table: on one line, and with nothing that
// ends the cell or begins a tag.
func MarkdownCell(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.NewReplacer("|", `\|`, "<", "&lt;", ">", "&gt;", "*", `\*`, "_", `\_`).Replace(text)
}
