package ctolerant

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// membership is who is in the group and what the lists are, by what the membership service
// and those that join and leave have said, whatever the processes make of it.
type membership struct {
	// Outside are those that are yet to join, or have left.
	Outside spec.Set
	// Lists are the lists; in a ghost nil where none changes but by purges.
	Lists []spec.Set
}

func newMembership(cfg words.Config) membership {
	return membership{Outside: cfg.Joiners(), Lists: cfg.Lists}
}

// after returns what it is after an action. It shares with what it was what stays.
func (m membership) after(cfg words.Config, a *spec.Action) membership {
	list, edited := m.next(cfg, a)
	if edited && m.Lists != nil {
		m.Lists = slices.Clone(m.Lists)
		m.Lists[a.At] = list
	}
	m.Outside = m.outside(cfg, a)
	return m
}

// next returns the list of the process of an action after it, and whether the action edits it. A process that is down
// has the list of a new one.
func (m *membership) next(cfg words.Config, a *spec.Action) (list spec.Set, edited bool) {
	if _, wentDown := world.Lives(a); wentDown {
		return cfg.Lists[a.At], true
	}
	if m.Lists != nil {
		list = m.Lists[a.At]
	}
	switch body := a.Msg.Body.(type) {
	case words.Purge:
		return list.Without(body.Node), true
	case words.Forget:
		return list.Without(body.Node), true
	case words.Learn:
		return list.With(body.Node), true
	case words.Joined:
		if a.Name == deliverJoined && !m.Outside.Has(a.At) {
			return list.With(a.Msg.From), true
		}
	case words.Left:
		if a.Name == deliverLeft && !m.Outside.Has(a.At) {
			return list.Without(a.Msg.From), true
		}
	}
	return list, false
}

// outside returns who is outside the group after an action. A process that is down is outside as a new one is.
func (m *membership) outside(cfg words.Config, a *spec.Action) spec.Set {
	if _, wentDown := world.Lives(a); wentDown {
		if cfg.Joiners().Has(a.At) {
			return m.Outside.With(a.At)
		}
		return m.Outside.Without(a.At)
	}
	switch a.Msg.Body.(type) {
	case words.Join:
		return m.Outside.Without(a.At)
	case words.Leave:
		return m.Outside.With(a.At)
	}
	return m.Outside
}

// group are those of the living that are in the group.
func (m *membership) group(up spec.Set) spec.Set {
	if len(m.Outside) == 0 {
		return up
	}
	return up.Minus(m.Outside)
}

// isOutside reports whether a process is outside the group when so many of its changes have
// happened.
func isOutside(changes []words.Change, version int) bool {
	n := len(changes)
	return n > 0 && (version == 0 && changes[0].Does == words.Joins ||
		version == n && changes[n-1].Does == words.Leaves)
}
