package spec

import "fmt"

// Breach is a broken contract between a model and the code in it: a process that
// keeps state where nobody sees it, a handler that gives another answer the
// second time. It is the program that is wrong, so it travels as a panic, and
// the checker turns it into a failure with the path that led there.
type Breach struct {
	// Contract names what was broken, like a property's name.
	Contract string
	// Why says what happened and what would be right.
	Why string
}

// Error returns the contract and the reason.
func (b Breach) Error() string { return b.Contract + ": " + b.Why }

// BreachOf says what a panic means that came at an action, or before any where it is
// the zero Action.
func BreachOf(a Action, cause any) Breach {
	switch b, broken := cause.(Breach); {
	case broken:
		return b
	case a.Name != "":
		return Breach{Contract: "NoPanic", Why: fmt.Sprintf("at or after %s: %v", a, cause)}
	}
	return Breach{Contract: "NoPanic", Why: fmt.Sprint(cause)}
}
