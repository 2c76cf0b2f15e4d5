package linearizability

import (
	"fmt"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Budget bounds what a judgement may take: whether a history is linearizable is a hard question,
// and some take for ever. What is zero is [DefaultSteps] and [DefaultMemory].
type Budget struct {
	// Steps is how many operations may be tried in all, on some state.
	Steps int
	// Memory is how many bytes may be taken by what is remembered, for one key.
	Memory int64
	// Time ends the search of each key, if it is not zero. It makes the verdict depend on the
	// machine, which steps and memory do not.
	Time time.Duration
}

// What a Budget has by default. The hardest of the histories that come with porcupine take a
// small part of it; all of it takes some ten seconds.
const (
	DefaultSteps  = 20_000_000
	DefaultMemory = 1 << 30
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

// Check judges whether the history is linearizable. Keys are judged one after the other, in
// their order, until one is not.
func Check(m Model, h History, b Budget) Result {
	b = b.orDefault()
	left := b
	var r Result
	for _, p := range m.split(h) {
		spans := m.known(p.spans)
		w := newMeter(left, len(spans))
		verdict, spent := m.search(tasksOf(spans), w, b.Time)
		if spent != "" {
			r.Why = b.undecided(spent) + m.among(spans)
			return r
		}
		r.Steps, r.Memory = r.Steps+w.steps, max(r.Memory, w.memory)
		left.Steps -= w.steps
		if verdict == spec.Violated {
			r.Verdict = spec.Violated
			r.At, r.Why = m.explain(spans, b)
			return r
		}
	}
	r.Verdict = spec.Holds
	return r
}

// among says where, behind a sentence about the operations of one key.
func (m Model) among(spans []span) string {
	if m.Key == nil {
		return fmt.Sprintf(" among %d operations", len(spans))
	}
	return fmt.Sprintf(" among %d operations on the key %q", len(spans), m.Key(spans[0].In))
}
