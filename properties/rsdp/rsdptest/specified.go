package rsdptest

import (
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// stated is a specification as if it were an implementation.
type stated struct{ specification.Reducer }

func contextOf(r *implementation.Replica) specification.Context {
	c := specification.Context{Self: r.Self, Order: r.Order}
	for id, gone := range r.Gone {
		if gone {
			c.Gone = append(c.Gone, spec.NodeID(id))
		}
	}
	return c
}

func ballotsOf(entries []implementation.Entry) []specification.Ballot {
	ballots := make([]specification.Ballot, len(entries))
	for i, entry := range entries {
		ballots[i] = specification.Ballot(entry)
	}
	return ballots
}

// Name is the specification's.
func (s stated) Name() string { return s.Reducer.Name }

// Beginning is the same of every replica.
func (s stated) Beginning(*implementation.Replica) any { return s.Reducer.Beginning }

// IsBeginning tells whether it is that.
func (s stated) IsBeginning(own any) bool { return same(own, s.Reducer.Beginning) }

// GetCurrentState is the specification's, words.Nothing where it has none.
func (s stated) GetCurrentState(r *implementation.Replica, own any) any {
	if s.Reducer.GetCurrentState == nil {
		return words.Nothing
	}
	return s.Reducer.GetCurrentState(contextOf(r), own)
}

// AggregateState is the specification's.
func (s stated) AggregateState(r *implementation.Replica, own any, statuses []implementation.Entry) any {
	return s.Reducer.AggregateState(contextOf(r), own, ballotsOf(statuses))
}

// NormalizeState is the specification's.
func (s stated) NormalizeState(r *implementation.Replica, own any) any {
	return s.Reducer.NormalizeState(contextOf(r), own)
}

// AggregateShareState is the specification's.
func (s stated) AggregateShareState(r *implementation.Replica, own any, shares []implementation.Entry) any {
	return s.Reducer.AggregateShareState(contextOf(r), own, ballotsOf(shares))
}

// SanitizeShareState is the specification's: an aggregate is valid as it is, or not.
func (s stated) SanitizeShareState(r *implementation.Replica, aggregate any) (any, bool) {
	return aggregate, s.Reducer.SanitizeShareState(contextOf(r), aggregate)
}

// ShouldReload is the specification's.
func (s stated) ShouldReload(r *implementation.Replica, own, aggregate any) bool {
	return s.Reducer.ShouldReload(contextOf(r), own, aggregate)
}

// UpdateState is the specification's.
func (s stated) UpdateState(r *implementation.Replica, own, aggregate any) any {
	return s.Reducer.UpdateState(contextOf(r), own, aggregate)
}

// AggregateCloseState is the specification's.
func (s stated) AggregateCloseState(r *implementation.Replica, own any, closers spec.Set) any {
	return s.Reducer.AggregateCloseState(contextOf(r), own, closers)
}
