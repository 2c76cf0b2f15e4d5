package ctolerant

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// roll is the membership as the monitor keeps it: with the group, and with counts of what the lists of the group lack
// and hold. An event that changes one entry of a list costs the same in a group of any size; an event by which a
// process comes or goes costs a look at that process's list.
type roll struct {
	membership
	shared bool // somebody keeps the lists: the next change is made in a copy of them
	group  spec.Set
	// lackers counts for each process the lists of the group that lack it.
	lackers []int
	// gone counts the entries in lists of the group for processes that are not in it.
	gone int
}

// newRoll returns the roll of a run in which all processes are up.
func newRoll(cfg words.Config) roll {
	r := roll{membership: newMembership(cfg), shared: true, lackers: make([]int, cfg.Nodes)}
	r.group = r.membership.group(spec.AllNodes(cfg.Nodes))
	for _, k := range r.group {
		r.countList(k, 1)
	}
	r.countGone()
	return r
}

// isStale reports whether a list of the group holds a process that is not in the group.
func (r *roll) isStale() bool { return r.gone > 0 }

// kept returns the lists as they are now, for somebody to keep.
func (r *roll) kept() []spec.Set {
	r.shared = true
	return r.Lists
}

// follow brings the roll up to date after an action; up are the processes that are up then.
func (r *roll) follow(cfg words.Config, a *spec.Action, up spec.Set) {
	goes := comesOrGoes(a)
	if goes && r.group.Has(a.At) {
		r.countList(a.At, -1)
	}
	if list, edited := r.next(cfg, a); edited {
		was := r.Lists[a.At]
		if r.shared {
			r.Lists, r.shared = slices.Clone(r.Lists), false
		}
		r.Lists[a.At] = list
		if of := about(a); !goes && r.group.Has(a.At) && was.Has(of) != list.Has(of) {
			r.countEntry(of, list.Has(of))
		}
	}
	if goes {
		r.Outside = r.outside(cfg, a)
		r.group = r.membership.group(up)
		if r.group.Has(a.At) {
			r.countList(a.At, 1)
		}
		r.countGone()
	}
}

// comesOrGoes reports whether an action changes who is in the group, or may.
func comesOrGoes(a *spec.Action) bool {
	cameUp, wentDown := world.Lives(a)
	switch a.Msg.Body.(type) {
	case words.Join, words.Leave:
		return true
	}
	return cameUp || wentDown
}

// about returns the process whose entry in the list of a.At an action is about, None if it is about no entry.
func about(a *spec.Action) spec.NodeID {
	switch body := a.Msg.Body.(type) {
	case words.Purge:
		return body.Node
	case words.Forget:
		return body.Node
	case words.Learn:
		return body.Node
	case words.Joined, words.Left:
		if a.Name == deliverJoined || a.Name == deliverLeft {
			return a.Msg.From
		}
	}
	return spec.None
}

// countList counts whom a process's list lacks, or with -1 no longer.
func (r *roll) countList(of spec.NodeID, by int) {
	if len(r.Lists[of]) == len(r.lackers) {
		return
	}
	for id := range r.lackers {
		if !r.Lists[of].Has(spec.NodeID(id)) {
			r.lackers[id] += by
		}
	}
}

// countGone counts the entries in lists of the group for processes that are not in it.
func (r *roll) countGone() {
	r.gone = 0
	if len(r.group) == len(r.lackers) {
		return
	}
	for id, lack := range r.lackers {
		if !r.group.Has(spec.NodeID(id)) {
			r.gone += len(r.group) - lack
		}
	}
}

// countEntry counts an entry for that process that a list of the group has got, or lost.
func (r *roll) countEntry(id spec.NodeID, got bool) {
	by := 1
	if !got {
		by = -1
	}
	r.lackers[id] -= by
	if !r.group.Has(id) {
		r.gone += by
	}
}
