package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
)

// Follow takes the steps of TLC's counterexample in the specification, which must have
// every one of them: nothing else holds what TLC has checked against the case where
// there is no graph to compare. It returns where they part, nil if nowhere.
func (s *system) Follow(trace []tlc.TraceState, lasso tlc.Lasso) *checker.Difference {
	f := following{system: s}
	steps := slices.Clone(trace)
	if lasso.Present && !lasso.Stutter && lasso.Back < len(trace) {
		steps = append(steps, tlc.TraceState{Action: lasso.Action, State: trace[lasso.Back].State})
	}
	for _, step := range steps {
		if d := f.step(step); d != nil {
			return d
		}
	}
	return nil
}

// following is a walk through the specification.
type following struct {
	system *system
	path   []string
	at     state
}

// step goes to the state that the module has next, or says why it cannot.
func (f *following) step(next tlc.TraceState) *checker.Difference {
	var offered []string
	var nearest []diff.Field
	for name, to := range f.successors {
		fields := tlc.Diff(next.State, f.system.show(to), "")
		switch {
		case name == next.Action && len(fields) == 0:
			f.at = to
			f.path = append(f.path, fmt.Sprintf("%4d. %s\n", len(f.path), name))
			return nil
		case name == next.Action && (nearest == nil || len(fields) < len(nearest)):
			nearest = fields
		}
		offered = append(offered, name)
	}
	d := &checker.Difference{Columns: [2]string{"TLA+ module", "specification"}, Fields: nearest}
	switch {
	case len(f.path) == 0:
		d.Path, d.What = "  (nothing yet)\n", "TLC's counterexample begins in another state"
		return d
	case nearest == nil:
		slices.Sort(offered)
		d.What = fmt.Sprintf("only TLC's counterexample goes on with %s, the specification offers %s",
			next.Action, strings.Join(slices.Compact(offered), ", "))
	default:
		d.What = fmt.Sprintf("TLC's counterexample goes on with %s to another state", next.Action)
	}
	d.Path = strings.Join(f.path[1:], "")
	return d
}

// successors yields the initial states, under the name "", or what the state that was
// reached offers.
func (f *following) successors(yield func(string, state) bool) {
	m := f.system.bounded()
	if len(f.path) == 0 {
		for to := range m.Init() {
			if !yield("", to) {
				return
			}
		}
		return
	}
	for a := range m.Actions(f.at) {
		if to, ok := m.Do(f.at, a); ok && !yield(a.Name, to) {
			return
		}
	}
}
