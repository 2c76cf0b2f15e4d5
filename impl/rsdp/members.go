package rsdp

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// members is the reducer of the membership list (section 2.4). Its values are words.Roster, each
// member once and in ascending order.
type members struct {
	// union has lists be united with what is known, and STATUSes carry them (a8).
	union bool
}

// Name is "members".
func (m members) Name() string { return words.Members }

// Beginning is an empty list.
func (m members) Beginning(*Replica) Value { return words.Roster{} }

// Settled is the list of the view that was left.
func (m members) Settled(_ *Replica, view words.View) Value {
	return words.Roster{Members: view.Members}
}

// IsBeginning tells whether the list is empty.
func (m members) IsBeginning(own Value) bool { return len(own.(words.Roster).Members) == 0 }

// GetCurrentState is not needed, where senders tell it all.
func (m members) GetCurrentState(_ *Replica, own Value) Value {
	if m.union {
		return own
	}
	return words.Nothing
}

// AggregateState lists those who have answered.
func (m members) AggregateState(r *Replica, own Value, statuses []Entry) Value {
	marked := make([]bool, len(r.Order))
	if m.union {
		mark(marked, r.Present(own.(words.Roster).Members))
		for _, status := range statuses {
			mark(marked, r.Present(status.Data.(words.Roster).Members))
		}
	}
	markSenders(marked, statuses) // whoever has answered is there
	return words.Roster{Members: r.Ascending(marked)}
}

// united lists those who are marked, or, where lists are united, known already, and have not left.
func (m members) united(r *Replica, marked []bool, own Value) words.Roster {
	if m.union {
		mark(marked, own.(words.Roster).Members)
	}
	return words.Roster{Members: r.Present(r.Ascending(marked))}
}

// NormalizeState tells the list.
func (m members) NormalizeState(_ *Replica, own Value) Value { return own }

// AggregateShareState unites all lists, but for those who have left.
func (m members) AggregateShareState(r *Replica, own Value, shares []Entry) Value {
	marked := make([]bool, len(r.Order))
	for _, share := range shares {
		mark(marked, share.Data.(words.Roster).Members)
	}
	return m.united(r, marked, own)
}

// SanitizeShareState takes a list in which the replica is.
func (m members) SanitizeShareState(r *Replica, aggregate Value) (Value, bool) {
	return aggregate, slices.Contains(aggregate.(words.Roster).Members, r.Self)
}

// ShouldReload tells whether the list is another.
func (m members) ShouldReload(_ *Replica, own, aggregate Value) bool {
	return !slices.Equal(own.(words.Roster).Members, aggregate.(words.Roster).Members)
}

// UpdateState has the aggregate take the place of what was known.
func (m members) UpdateState(_ *Replica, _, aggregate Value) Value { return aggregate }

// AggregateCloseState lists those who have not left.
func (m members) AggregateCloseState(_ *Replica, own Value, closers spec.Set) Value {
	return words.Roster{Members: without(own.(words.Roster).Members, closers)}
}
