package explore

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/spec"
)

// picks returns the sets that the handler may pick. Where it does not pick there
// are none, and the run that found this out is the handler's only one. A handler that
// panics before it picks has a cause.
func (m *model) picks(p Process, event spec.Action) (all []spec.Set, r run, cause any) {
	defer func() {
		if panicked := recover(); panicked != nil && all == nil {
			cause = spec.Recovered(panicked)
		}
	}()
	r = m.execute(p, event, func(_ string, from spec.Set, k int) spec.Set {
		all = slices.Collect(from.Subsets(k))
		return all[0]
	})
	return all, r, nil
}

// try is step, with the cause of a panic.
func (m *model) try(p Process, a spec.Action) (r run, cause any) {
	defer func() { cause = spec.Recovered(recover()) }()
	return m.step(p, a), nil
}

// step runs the handler of the action with the action's pick.
func (m *model) step(p Process, a spec.Action) run {
	asked, refused := 0, false
	r := m.execute(p, a, func(why string, from spec.Set, k int) spec.Set {
		if asked++; asked > 1 {
			panic(spec.Breach{Contract: "PickOnce", Why: fmt.Sprintf(
				"%s picks a second time (%q); one handler run is one action with one pick", a.Name, why)})
		}
		if len(a.Pick) != k || len(a.Pick.Minus(from)) > 0 {
			refused = true
		}
		return a.Pick
	})
	r.refused = refused || asked == 0 && len(a.Pick) > 0
	return r
}

// execute steps a process that was woken for this alone.
func (m *model) execute(p Process, a spec.Action, pick impl.Picker) run {
	m.executed++
	node := m.wake(a.At, p)
	var picked []asked
	out := impl.NewEffects(recording(pick, &picked))
	node.Step(EventOf(a, p), out)
	m.rules.Demand(a.At, out.List)
	r := run{memory: codec.Key(node.State()), effects: out.List}
	m.lookThrough(a, p, node, r, picked)
	return r
}

// lookThrough holds a stepped process against one made anew from its State: a
// difference is something that changes and that State does not show, so no
// exploration could be trusted. Nor may the step have changed what constructors
// give, nor depend on a clock. Each local step, with what it finds on the disk, is looked
// through once.
func (m *model) lookThrough(a spec.Action, p Process, stepped impl.Node, r run, picked []asked) {
	key := codec.Key([]string{p.Memory, p.Disk, a.Key()})
	if p.Reading != 0 {
		key += p.Reading.String()
	}
	if m.seen[key] {
		return
	}
	fresh := m.New(a.At)
	mustDecode(r.memory, fresh.State())
	if hidden := diff.Fields(fresh, stepped); len(hidden) > 0 {
		panic(spec.Breach{Contract: "StateShowsAll", Why: fmt.Sprintf(
			"%s changes the field %s of %T (%s, was %s), which is not part of State(); keep everything that "+
				"changes in the struct that State points to",
			a.Name, hidden[0].Path, stepped, hidden[0].B, hidden[0].A)})
	}
	m.constructed("after " + a.Name)
	switch {
	case m.Discrete == nil:
		m.checkClockFree(a, p, r, picked, key)
	case m.Discrete.Relative():
		m.checkRelative(a, p, r, picked, key)
	}
	m.seen[key] = true
	m.looked += len(key) + 64
}
