package coordination

import (
	"cmp"
	"slices"

	engine "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/coordination/words"
	rsdp "github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// limit has the methods that both reducers of the rate limit (10) share. A value stays when a replica leaves.
type limit struct{ words.Config }

// Beginning is no value.
func (limit) Beginning(*engine.Replica) any { return words.Limit{} }

// Settled is the limit that the replica has observed.
func (l limit) Settled(r *engine.Replica, _ rsdp.View) any { return l.Limit(r.Self) }

// IsBeginning reports whether there is no value.
func (limit) IsBeginning(own any) bool { return own == words.Limit{} }

// SanitizeShareState accepts a value that was set.
func (limit) SanitizeShareState(_ *engine.Replica, aggregate any) (any, bool) {
	return aggregate, aggregate.(words.Limit).SetAt > 0
}

// ShouldReload reports whether the value is another.
func (limit) ShouldReload(_ *engine.Replica, own, aggregate any) bool { return own != aggregate }

// UpdateState replaces the value.
func (limit) UpdateState(_ *engine.Replica, _, aggregate any) any { return aggregate }

// AggregateCloseState keeps the value.
func (limit) AggregateCloseState(_ *engine.Replica, own any, _ spec.Set) any { return own }

// NormalizeState returns the value.
func (limit) NormalizeState(_ *engine.Replica, own any) any { return own }

// Newest is the reducer of the rate limit that takes the value that was set last. The engine replaces the value of a
// replica by the aggregate, so each aggregate takes that value into account.
type Newest struct{ limit }

// NewNewest returns it.
func NewNewest(cfg words.Config) Newest { return Newest{limit{cfg}} }

// Name is "newest-limit".
func (Newest) Name() string { return words.Newest }

// GetCurrentState returns the newer of the replica's value and the limit that it has observed.
func (n Newest) GetCurrentState(r *engine.Replica, own any) any {
	return n.later(own.(words.Limit), n.Limit(r.Self))
}

// AggregateState returns the newest of the values and the replica's own.
func (n Newest) AggregateState(_ *engine.Replica, own any, statuses []engine.Entry) any {
	return n.newest(own, statuses)
}

// AggregateShareState returns the newest of the values and the replica's own.
func (n Newest) AggregateShareState(_ *engine.Replica, own any, shares []engine.Entry) any {
	return n.newest(own, shares)
}

// InjectState returns the newer of the replica's value and the side channel's.
func (n Newest) InjectState(_ *engine.Replica, own, data any) any {
	if n.Overwrites {
		return data
	}
	return n.later(own.(words.Limit), data.(words.Limit))
}

func (n Newest) newest(own any, others []engine.Entry) any {
	best := own.(words.Limit)
	if n.Overwrites && len(others) > 0 {
		best = words.Limit{}
	}
	if n.TiesStay { // else the order makes no difference
		others = slices.Clone(others)
		slices.SortFunc(others, func(a, b engine.Entry) int { return cmp.Compare(a.From, b.From) })
	}
	for _, other := range others {
		best = n.later(best, other.Data.(words.Limit))
	}
	return best
}

// later returns the newer value; of two that were set at the same time, the first if ties stay.
func (n Newest) later(a, b words.Limit) words.Limit {
	if n.TiesStay && a.SetAt == b.SetAt {
		return a
	}
	return newer(a, b)
}

// newer returns the value that was set later; of two that were set at the same time, the one that allows fewer requests
// (b10).
func newer(a, b words.Limit) words.Limit {
	if cmp.Or(cmp.Compare(a.SetAt, b.SetAt), cmp.Compare(a.Slot, b.Slot)) < 0 {
		return b
	}
	return a
}

// Voted is the reducer of the rate limit that takes the most frequent value of a multiset (b9), and of equally frequent
// values the newest.
type Voted struct{ limit }

// NewVoted returns it.
func NewVoted(cfg words.Config) Voted { return Voted{limit{cfg}} }

// Name is "voted-limit".
func (Voted) Name() string { return words.Voted }

// GetCurrentState returns the replica's value or, if it has none, the limit that it has observed.
func (v Voted) GetCurrentState(r *engine.Replica, own any) any {
	if v.IsBeginning(own) {
		return v.Limit(r.Self)
	}
	return own
}

// AggregateState returns the most frequent value.
func (v Voted) AggregateState(_ *engine.Replica, _ any, statuses []engine.Entry) any {
	return v.vote(statuses)
}

// AggregateShareState returns the most frequent value.
func (v Voted) AggregateShareState(_ *engine.Replica, _ any, shares []engine.Entry) any {
	return v.vote(shares)
}

// InjectState returns the side channel's value.
func (Voted) InjectState(_ *engine.Replica, _, data any) any { return data }

func (v Voted) vote(ballots []engine.Entry) any {
	votes, winner := map[words.Limit]int{}, words.Limit{}
	for _, b := range ballots {
		value := b.Data.(words.Limit)
		if votes[value] == 0 || !v.Set {
			votes[value]++
		}
	}
	for _, b := range ballots { // not over the map, which has no order
		switch value := b.Data.(words.Limit); {
		case votes[value] > votes[winner]:
			winner = value
		case votes[value] == votes[winner]:
			winner = newer(winner, value)
		}
	}
	return winner
}
