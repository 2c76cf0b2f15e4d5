package tlc

import (
	"regexp"
	"slices"
)

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameByte(c byte) bool {
	return c == '_' || isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// isName says whether s is an identifier that Parse reads back as a field's name.
func isName(s string) bool {
	for i := range len(s) {
		if !isNameByte(s[i]) {
			return false
		}
	}
	return s != "" && !isDigit(s[0])
}

var modulePattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// cfgKeywords open a section of a cfg; a property of such a name would be none.
var cfgKeywords = []string{
	"SPECIFICATION", "INIT", "NEXT", "CONSTANT", "CONSTANTS", "INVARIANT", "INVARIANTS", "PROPERTY", "PROPERTIES",
	"CONSTRAINT", "CONSTRAINTS", "ACTION_CONSTRAINT", "ACTION_CONSTRAINTS", "SYMMETRY", "VIEW", "CHECK_DEADLOCK",
	"TYPE", "TYPE_CONSTRAINT", "ALIAS", "POSTCONDITION",
}

func isKeyword(name string) bool { return slices.Contains(cfgKeywords, name) }
