package linearizability

import (
	"fmt"
	"maps"
	"slices"
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

// among says where, behind a sentence about the operations of one key.
func (m Model) among(spans []span) string {
	if m.Key == nil {
		return fmt.Sprintf(" among %d operations", len(spans))
	}
	return fmt.Sprintf(" among %d operations on the key %q", len(spans), m.Key(spans[0].In))
}
