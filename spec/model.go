package spec

import "iter"

// Model is a transition system. States are values: no method may change one that
// it is given, and equal states must have equal bytes under the codec.
type Model[S any] interface {
	// Init yields the initial states.
	Init() iter.Seq[S]
	// Actions yields every action that is enabled in the state, each once.
	Actions(S) iter.Seq[Action]
	// Do returns the state after the action; one action has one successor. It
	// is false where the action is not enabled.
	Do(S, Action) (S, bool)
}

// Verdict is what a check found. Its zero value is Undecided: a check that did
// not run has decided nothing, and that is never a pass.
type Verdict uint8

// The verdicts.
const (
	// Undecided means that the check did not run, or did not end.
	Undecided Verdict = iota
	// Holds means that every reachable state was judged.
	Holds
	// NoViolation means that none was found up to a bound that was hit.
	NoViolation
	// Violated means that there is a counterexample.
	Violated
)

// String returns the verdict in words.
func (v Verdict) String() string {
	return [...]string{"undecided", "holds", "no violation up to the bound", "violated"}[v]
}
