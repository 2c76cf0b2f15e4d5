package paper

import (
	reducing "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/coordination"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	reducers "github.com/scrutineer-go/scrutineer/spec/coordination/words"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// told is what one replica tells a reducer of another.
type told struct {
	from spec.NodeID
	data any
}

// reducer is a reducer in one of the columns: what a replica that holds a value makes of STATUSes, and of SHAREs.
type reducer struct {
	answered, shared func(self spec.NodeID, own any, all []told) any
}

// columns returns a reducer as it is implemented, and as it is specified, among a number of replicas.
func columns(c rsdp.Custom, nodes int) []reducer {
	cfg := words.Config{Nodes: nodes}.WithDefaults()
	entries := func(all []told) (list []reducing.Entry) {
		for _, one := range all {
			list = append(list, reducing.Entry{From: one.from, Data: one.data})
		}
		return list
	}
	ballots := func(all []told) (list []specification.Ballot) {
		for _, one := range all {
			list = append(list, specification.Ballot{From: one.from, Data: one.data})
		}
		return list
	}
	context := func(self spec.NodeID) specification.Context {
		return specification.Context{Self: self, Order: cfg.Order(self)}
	}
	return []reducer{{
		func(self spec.NodeID, own any, all []told) any {
			return c.Reducer.AggregateState(reducing.NewReplica(self, cfg), own, entries(all))
		},
		func(self spec.NodeID, own any, all []told) any {
			return c.Reducer.AggregateShareState(reducing.NewReplica(self, cfg), own, entries(all))
		},
	}, {
		func(self spec.NodeID, own any, all []told) any {
			return c.Specification.AggregateState(context(self), own, ballots(all))
		},
		func(self spec.NodeID, own any, all []told) any {
			return c.Specification.AggregateShareState(context(self), own, ballots(all))
		},
	}}
}

// voted is a popular vote on values, counted from 0: it returns the value that wins.
type voted func(shared []int) int

// popular returns the reducer of the rate limit that votes, in both columns.
func popular() (votes []voted) {
	limit := func(value int) reducers.Limit { return reducers.Limit{Slot: value + 1, SetAt: 1} }
	for _, r := range columns(coordination.Voted(reducers.Config{}), 1) {
		votes = append(votes, func(shared []int) int {
			var all []told
			for _, value := range shared {
				all = append(all, told{0, limit(value)})
			}
			return r.shared(0, limit(0), all).(reducers.Limit).Slot - 1
		})
	}
	return votes
}

// stamped is a value with its timestamp, both counted from 0.
type stamped struct{ at, value int }

// merging makes one of two: of what a replica holds, and what it is told.
type merging func(held, other stamped) stamped

// newest returns the reducer of the rate limit that takes the newest value, in both columns.
func newest() (merges []merging) {
	limit := func(s stamped) reducers.Limit { return reducers.Limit{Slot: s.value + 1, SetAt: s.at + 1} }
	for _, r := range columns(coordination.Newest(reducers.Config{}), 1) {
		merges = append(merges, func(held, other stamped) stamped {
			l := r.shared(0, limit(held), []told{{0, limit(other)}}).(reducers.Limit)
			return stamped{l.SetAt - 1, l.Slot - 1}
		})
	}
	return merges
}
