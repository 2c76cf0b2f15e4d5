package spec

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
