package verify

import (
	"strings"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/spec"
)

// place is what is at one process, but for copies: these come and go as the actions say.
type place struct {
	State  any
	Timers spec.SetOf[spec.Timer]
	Disk   any
}

// became says what has become of it. Where the process is down afterwards only its disk counts:
// that the rest is gone the action says.
func (was place) became(is place, up bool) []string {
	if !up {
		was.State, was.Timers = is.State, is.Timers
	}
	changes := diff.Changes(was, is)
	for i := range changes {
		changes[i] = strings.TrimPrefix(changes[i], "State.")
	}
	return changes
}

// changed says what a step of the specification has changed at its process.
func (s *system) changed(before state, a spec.Action, after state) []string {
	if a.Class().IsTime() {
		return nil
	}
	was, is := s.split(before.State.State), s.split(after.State.State)
	at := func(p spec.State[any]) place { return place{p.Nodes[a.At], p.Timers[a.At], p.Disk[a.At]} }
	return at(was).became(at(is), is.Alive.Has(a.At))
}

// pathOf formats a path of the specification, "" for none.
func pathOf(s *system, p checker.Path[state]) string {
	if len(p.States) == 0 {
		return ""
	}
	return p.Told(s.changed)
}

// changed says what a step of the implementation has changed at its process, in the words of
// its own state. One that comes up is held against a new one.
func (r *reached) changed(before explore.InternedState, a spec.Action, after explore.InternedState) []string {
	if a.Class().IsTime() {
		return nil
	}
	was, is := r.reader.components.State(before).Procs[a.At], r.reader.components.State(after).Procs[a.At]
	c := r.reader.system.cluster
	at := func(p explore.Process) place {
		if !p.Up {
			return place{c.New(a.At).State(), p.Armed, p.Saved()}
		}
		return place{load(c, a.At, p), p.Armed, p.Saved()}
	}
	return at(was).became(at(is), is.Up)
}

// pathText tells a path of the implementation, "" where there is none.
func (r *reached) pathText(p checker.Path[explore.InternedState]) string {
	if len(p.States) == 0 {
		return ""
	}
	return p.Told(r.changed)
}

// changedBy is changed for states by their numbers.
func (r *reached) changedBy(from int, step checker.Step) []string {
	return r.changed(r.State(from), step.Action, r.State(step.To))
}
