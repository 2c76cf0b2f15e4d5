package cases

import (
	"regexp"
	"slices"
)

var namePattern = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// cfgKeywords open a section of a cfg; a property of such a name would be none.
var cfgKeywords = []string{
	"SPECIFICATION", "INIT", "NEXT", "CONSTANT", "CONSTANTS", "INVARIANT", "INVARIANTS", "PROPERTY", "PROPERTIES",
	"CONSTRAINT", "CONSTRAINTS", "ACTION_CONSTRAINT", "ACTION_CONSTRAINTS", "SYMMETRY", "VIEW", "CHECK_DEADLOCK",
	"TYPE", "TYPE_CONSTRAINT", "ALIAS", "POSTCONDITION",
}

// IsName reports whether s is a name that a module can give and a cfg can hold.
func IsName(s string) bool { return isModule(s) && !slices.Contains(cfgKeywords, s) }

func isModule(s string) bool { return namePattern.MatchString(s) }
