package linearizability

import (
	"fmt"
	"time"
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
