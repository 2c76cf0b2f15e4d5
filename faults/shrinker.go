package faults

import "github.com/scrutineer-go/scrutineer/spec"

// Shrinker is a kind of which there may be simpler ones to try in a plan that fails.
type Shrinker interface {
	// Variants are those, the simplest first.
	Variants(k Known) []Kind
	// First reports whether it speaks of the first of its sort, or of what is as late as
	// can be: of such ones there are few enough to try all pairs.
	First(k Known) bool
}

// Known is what is known of a plan that fails, and of its run.
type Known struct {
	// Messages are the kinds of messages that were sent.
	Messages []string
	// Steps are the actions after which crashes are drawn.
	Steps []string
	// Delay is the shortest delay of a copy, Stop when the faults stop.
	Delay, Stop Time
}

// Timed is a kind that says when by a time, where a step could say it too.
type Timed interface {
	// Comes is the step that comes when it is time. It is false where no time is said.
	Comes() (Step, bool)
	// AfterStep says it by the step after which it comes.
	AfterStep(s StepRef) Kind
}

// Step is a step of a run, as far as faults and pins speak of its coming.
type Step struct {
	Action string
	Node   spec.NodeID
	Copy   MessageRef // that is delivered
}

// Shifter is a kind that can come in an earlier round of a protocol that has rounds.
type Shifter interface {
	// Earlier returns the kind rounds rounds earlier. Copies and steps, which are counted,
	// are taken to come once a round. It returns false if the kind would come before
	// the run begins.
	Earlier(rounds int, round Time) (Kind, bool)
}

// Lasting is a kind that says a time when faults may happen.
type Lasting interface {
	// Until is what is left of it where the faults stop at that time, false if nothing is.
	Until(stop Time) (Kind, bool)
}
