package linearizability

import "github.com/scrutineer-go/scrutineer/spec"

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
