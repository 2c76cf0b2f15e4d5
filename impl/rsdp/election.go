package rsdp

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// election is the leader election reducer (section 3.1). Its values are words.View. The three kinds
// differ in how they make one view of many, their vote.
type election struct {
	Derived
	name string
	vote vote

	arrays, union, leaderOutside, worstSucceeds bool
	ties                                        words.Interpretation
}

// vote makes one view of those that were shared, of which there is at least one.
type vote func(e *election, r *Replica, shares []Entry) words.View

func newElection(name string, cfg words.Config, vote vote) *election {
	e := &election{
		name: name, vote: vote,
		arrays: cfg.Interprets(words.Arrays), union: cfg.Interprets(words.Union),
		leaderOutside: cfg.Interprets(words.LeaderOutside),
		worstSucceeds: cfg.Interprets(words.CloseLast) && name == words.Ranked,
	}
	for _, rule := range []words.Interpretation{words.TieArrival, words.TieLexicographic} {
		if cfg.Interprets(rule) {
			e.ties = rule
		}
	}
	return e
}

// Name is that of the kind.
func (e *election) Name() string { return e.name }

// Beginning is a view without members and without a leader.
func (e *election) Beginning(*Replica) Value { return words.View{Leader: spec.None} }

// Settled is the view that was left.
func (e *election) Settled(_ *Replica, view words.View) Value { return view }

// IsBeginning tells whether there are no members, or no leader.
func (e *election) IsBeginning(own Value) bool {
	view := own.(words.View)
	return len(view.Members) == 0 || view.Leader == spec.None
}

// AggregateState has those who have answered be the members, and the greatest lead.
func (e *election) AggregateState(r *Replica, own Value, statuses []Entry) Value {
	if e.arrays && !e.union { // a11
		members := make([]spec.NodeID, len(statuses))
		for i, status := range statuses {
			members[i] = status.From
		}
		slices.SortFunc(members, r.Compare)
		return view(members)
	}
	marked := make([]bool, len(r.Order))
	if e.union {
		mark(marked, r.Present(own.(words.View).Members))
	}
	markSenders(marked, statuses) // whoever has answered is there
	return view(r.Ascending(marked))
}

// view is the view in which the last of the members leads.
func view(members []spec.NodeID) words.View {
	return words.View{Members: members, Leader: last(members)}
}

// united is the view of those who are marked or known already, and have not left (a8).
func (e *election) united(r *Replica, marked []bool, own Value) words.View {
	mark(marked, own.(words.View).Members)
	return view(r.Present(r.Ascending(marked)))
}

// NormalizeState tells the client whether it leads.
func (e *election) NormalizeState(r *Replica, own Value) Value {
	switch own.(words.View).Leader {
	case spec.None:
		return words.NoLeader
	case r.Self:
		return words.Leads
	}
	return words.Follows
}

// AggregateShareState lets the kind decide.
func (e *election) AggregateShareState(r *Replica, own Value, shares []Entry) Value {
	switch {
	case e.union:
		marked := make([]bool, len(r.Order))
		for _, share := range shares {
			mark(marked, share.Data.(words.View).Members)
		}
		return e.united(r, marked, own)
	case len(shares) == 0: // a16
		return view(nil)
	}
	return e.vote(e, r, shares)
}

// stripped is a view without those who have left (A4.3). The last of the others leads in place of a
// leader who has.
func (e *election) stripped(r *Replica, shared Value) words.View {
	v := shared.(words.View)
	v.Members = r.Present(v.Members)
	if v.Leader != spec.None && r.Gone[v.Leader] && !e.leaderOutside {
		v.Leader = last(v.Members)
	}
	return v
}

// SanitizeShareState takes a view in which the replica is a member, and the leader is one.
func (e *election) SanitizeShareState(r *Replica, aggregate Value) (Value, bool) {
	v := aggregate.(words.View)
	if !slices.Contains(v.Members, r.Self) {
		return nil, false
	}
	if e.leaderOutside { // a12
		return v, v.Leader != spec.None
	}
	return v, slices.Contains(v.Members, v.Leader)
}

// ShouldReload tells whether the members or the leader are others.
func (e *election) ShouldReload(r *Replica, own, aggregate Value) bool {
	a, b := own.(words.View), aggregate.(words.View)
	if a.Leader != b.Leader {
		return true
	}
	if e.arrays {
		return !slices.Equal(a.Members, b.Members)
	}
	inA, inB := make([]bool, len(r.Order)), make([]bool, len(r.Order))
	mark(inA, a.Members)
	mark(inB, b.Members)
	return !slices.Equal(inA, inB)
}

// UpdateState has the aggregate take the place of what was known.
func (e *election) UpdateState(_ *Replica, _, aggregate Value) Value { return aggregate }

// AggregateCloseState has the members be those who have not left, and the greatest lead.
func (e *election) AggregateCloseState(_ *Replica, own Value, closers spec.Set) Value {
	left := view(without(own.(words.View).Members, closers))
	if e.worstSucceeds && len(left.Members) > 0 {
		left.Leader = left.Members[0] // a15: the last of a list with the best first
	}
	return left
}
