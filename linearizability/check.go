package linearizability

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Budget bounds what a judgement may take: whether a history is linearizable is a hard question,
// and some take for ever. What is zero is [DefaultSteps] and [DefaultMemory].
type Budget struct {
	// Steps is how many operations may be tried in all, each on some state. The search for a
	// reason has as many again.
	Steps int
	// Memory is how many bytes may be taken by what is remembered, for one key.
	Memory int64
	// Time ends the search of each key, if it is not zero. It makes the verdict depend on the
	// machine, which steps and memory do not.
	Time time.Duration
}

// What a Budget has by default. The hardest of the histories that come with porcupine take a
// quarter of the steps. All of it takes some ten seconds, and as much memory again for what Go has not
// collected yet.
const (
	DefaultSteps  = 10_000_000
	DefaultMemory = 256 << 20
)

func (b Budget) orDefault() Budget {
	if b.Steps == 0 {
		b.Steps = DefaultSteps
	}
	if b.Memory == 0 {
		b.Memory = DefaultMemory
	}
	return b
}

// undecided says what of the budget did not suffice.
func (b Budget) undecided(spent string) string {
	switch spent {
	case "steps":
		return fmt.Sprintf("the budget of %d steps is used up", b.Steps)
	case "memory":
		return fmt.Sprintf("the budget of %d bytes of memory is used up", b.Memory)
	}
	return fmt.Sprintf("the time of %s is over", b.Time)
}

// Result is what a judgement came to.
type Result struct {
	// Verdict is Holds for a linearizable history, Violated for one that is not, and Undecided
	// where the budget did not suffice to tell.
	Verdict spec.Verdict
	// Why says in a sentence why it does not hold.
	Why string
	// At is the first operation whose return no order explains, nil where none was found.
	At *Operation
	// Steps and Memory are what the search took: in all, and for the key that took most.
	Steps  int
	Memory int64
}

// firstRound is how many steps each key may take at first.
const firstRound = 10_000

// Check judges whether the history is linearizable. One key that is not is enough, and most are
// easy, so keys are judged in rounds: those for which the steps of a round do not suffice are
// begun again in the next, which has ten times as many.
func Check(m Model, h History, b Budget) Result {
	b = b.orDefault()
	parts := m.split(h)
	r := Result{Verdict: spec.Holds}
	for round := firstRound; len(parts) > 0; round = 10 * min(round, b.Steps/10) {
		var again [][]span
		for _, p := range parts {
			spans := m.known(p)
			w := newMeter(Budget{Steps: min(round, b.Steps-r.Steps), Memory: b.Memory}, len(spans))
			verdict, spent := m.search(tasksOf(spans), w, b.Time)
			if spent != "time" { // else its goroutine may still be counting
				r.Steps, r.Memory = r.Steps+w.steps, max(r.Memory, w.memory)
			}
			switch {
			case verdict == spec.Violated:
				r.Verdict = verdict
				r.At, r.Why = m.explain(spans, b)
				return r
			case spent == "steps" && r.Steps < b.Steps:
				again = append(again, p)
			case spent != "" && r.Why == "":
				r.Verdict, r.Why = spec.Undecided, b.undecided(spent)+m.among(spans)
			}
		}
		parts = again
	}
	return r
}

// among says where, behind a sentence about the operations of one key.
func (m Model) among(spans []span) string {
	if m.Key == nil {
		return fmt.Sprintf(" among %d operations", len(spans))
	}
	return fmt.Sprintf(" among %d operations on the key %q", len(spans), m.Key(spans[0].In))
}
