package ctolerant

import (
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
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

// after returns what it is after an action. It shares with what it was what stays. A process
// that is down has the list of a new one, and is outside as a new one is.
func (m membership) after(cfg words.Config, a *spec.Action) membership {
	if a.Name == spec.Crash || strings.HasPrefix(a.Name, spec.CrashIn("")) {
		m.edit(a.At, a.At, func(spec.Set, spec.NodeID) spec.Set { return cfg.Lists[a.At] })
		if m.Outside = m.Outside.Without(a.At); cfg.Joiners().Has(a.At) {
			m.Outside = m.Outside.With(a.At)
		}
		return m
	}
	switch body := a.Msg.Body.(type) {
	case words.Join:
		m.Outside = m.Outside.Without(a.At)
	case words.Leave:
		m.Outside = m.Outside.With(a.At)
	case words.Purge:
		m.edit(a.At, body.Node, spec.Set.Without)
	case words.Forget:
		m.edit(a.At, body.Node, spec.Set.Without)
	case words.Learn:
		m.edit(a.At, body.Node, spec.Set.With)
	case words.Joined:
		if a.Name == deliverJoined && !m.Outside.Has(a.At) {
			m.edit(a.At, a.Msg.From, spec.Set.With)
		}
	case words.Left:
		if a.Name == deliverLeft && !m.Outside.Has(a.At) {
			m.edit(a.At, a.Msg.From, spec.Set.Without)
		}
	}
	return m
}

// edit changes one list, in a copy of all.
func (m *membership) edit(at, id spec.NodeID, how func(spec.Set, spec.NodeID) spec.Set) {
	if m.Lists != nil {
		m.Lists = slices.Clone(m.Lists)
		m.Lists[at] = how(m.Lists[at], id)
	}
}

// group are those of the living that are in the group.
func (m *membership) group(up spec.Set) spec.Set {
	if len(m.Outside) == 0 {
		return up
	}
	return up.Minus(m.Outside)
}

// list is the list of a process as it stands, but for purges where no list changes otherwise.
func (m *membership) list(cfg words.Config, k spec.NodeID) spec.Set {
	list := cfg.Lists[k]
	if m.Lists != nil {
		list = m.Lists[k]
	}
	if cfg.Reads(words.OmitSelf) {
		return list.Without(k)
	}
	return list
}

const (
	deliverJoined = "DeliverJoined"
	deliverLeft   = "DeliverLeft"
)

// groupOf are the processes of a state that are up and in the group.
func groupOf(cfg words.Config, s specification.State) spec.Set {
	if len(cfg.Churn) == 0 {
		return s.Alive
	}
	return slices.DeleteFunc(slices.Clone(s.Alive), func(id spec.NodeID) bool {
		return isOutside(cfg.ChurnAt(id), s.Nodes[id].Version)
	})
}

// isOutside tells whether a process is outside the group when so many of its changes have
// happened.
func isOutside(changes []words.Change, version int) bool {
	n := len(changes)
	return n > 0 && (version == 0 && changes[0].Does == words.Joins ||
		version == n && changes[n-1].Does == words.Leaves)
}
