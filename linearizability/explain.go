package linearizability

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// alternativesMax is how many outputs a reason names that would have been right.
const alternativesMax = 4

// explain finds the first return after which no order is left, in a part that is not
// linearizable, and says what else could have been returned. What is not linearizable stays
// so whatever comes later, so the return is found by halving. The search has the whole budget for
// it once more; where that does not suffice the reason says so.
func (m Model) explain(spans []span, b Budget) (*Operation, string) {
	var returns []span
	for _, s := range spans {
		if !s.Unknown {
			returns = append(returns, s)
		}
	}
	slices.SortFunc(returns, byReturn)
	low, high := 0, len(returns)-1 // the first that breaks it is from low to high
	for low < high {
		middle := (low + high) / 2
		verdict, spent := m.within(&b, tasksOf(m.known(until(spans, returns[middle].ret))))
		switch {
		case spent != "":
			return nil, "no order explains what was returned" + m.among(spans) +
				"; where it breaks down the budget does not suffice to find"
		case verdict == spec.Violated:
			high = middle
		default:
			low = middle + 1
		}
	}
	op := returns[low].Operation
	return &op, impossible(op) + ": " + could(m.alternatives(&b, spans, returns[low]))
}

// within is a search that takes its steps from the budget.
func (m Model) within(b *Budget, tasks []*task) (spec.Verdict, string) {
	w := newMeter(*b, len(tasks))
	verdict, spent := m.search(tasks, w, b.Time)
	if spent == "" {
		b.Steps -= w.steps
	}
	return verdict, spent
}

// alternatives returns what the operation could have returned instead of what it did, and
// whether that is all.
func (m Model) alternatives(b *Budget, spans []span, s span) (outs []any, all bool) {
	before := m.known(until(spans, s.ret))
	tasks := tasksOf(before)
	asked := tasks[slices.IndexFunc(before, func(o span) bool { return o.call == s.call })]
	asked.not = []any{s.Out}
	for len(outs) < alternativesMax {
		if verdict, _ := m.within(b, tasks); verdict != spec.Holds {
			return outs, verdict == spec.Violated
		}
		outs = append(outs, asked.got)
		asked.not = append(asked.not, asked.got)
	}
	return outs, false
}
