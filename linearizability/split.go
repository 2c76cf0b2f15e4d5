package linearizability

import (
	"maps"
	"slices"

	"github.com/anishathalye/porcupine"
)

// split returns what was done to each key, in the order of the keys, and for each in that of the
// calls.
func (m Model) split(h History) [][]span {
	byKey := map[string][]span{}
	for _, s := range h.spans() {
		key := m.keyOf(s.In)
		byKey[key] = append(byKey[key], s)
	}
	var parts [][]span
	for _, key := range slices.Sorted(maps.Keys(byKey)) {
		parts = append(parts, byKey[key])
	}
	return parts
}

// known leaves out what can be placed anywhere, or never: reads that never returned.
func (m Model) known(spans []span) []span {
	return slices.DeleteFunc(slices.Clone(spans), func(s span) bool { return s.Unknown && m.reads(s.In) })
}

// until is what was known when the place in the history was reached: what was called later is
// not there yet, and what returned later has not returned.
func until(spans []span, place int) []span {
	var before []span
	for _, s := range spans {
		if s.call > place {
			continue
		}
		if s.ret > place {
			s.Out, s.Unknown, s.Return, s.ret = nil, true, 0, forever
		}
		before = append(before, s)
	}
	return before
}

// asked returns what porcupine is asked about: operations whose times are their places in the
// history. What never returned does so after the end; all operations are possible in all
// states, so what never took effect can do it there.
func asked(tasks []*task, row func(span) int, end int) []porcupine.Operation {
	list := make([]porcupine.Operation, len(tasks))
	for i, t := range tasks {
		ret := int64(t.ret)
		if t.ret == forever {
			ret = int64(end) + int64(t.call)
		}
		list[i] = porcupine.Operation{ClientId: row(t.span), Input: t, Call: int64(t.call), Return: ret}
	}
	return list
}
