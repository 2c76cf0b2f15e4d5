package scrutineer

// Ledger holds what papers claim of a protocol, and the experiments that measure anew what papers have measured.
type Ledger struct {
	// Claims are what papers claim of the protocol and what decides each claim, a paper after the other.
	Claims []Paper
	// Experiments are what a paper has measured, for the command reproduce. Among returns experiments that measure this
	// protocol's elections beside all contenders of the program.
	Experiments []Experiment
	Among       func(all []Contender) []Experiment
}
