package rsdp

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// Value is what a reducer makes of messages, or tells its client: a plain value of a type that the
// codec knows. Nobody writes to one.
type Value = any

// Entry is what one message of a buffer says of one reducer.
type Entry struct {
	From spec.NodeID
	Data Value
}

// Reducer is a logical extension of the engine (State Reducer, section 3): it says what the state of
// a replica is, and how the states of many become one. It has the eight methods of the paper, and
// three more that say what it is called and what it begins with. All are functions of their
// arguments: the engine keeps the reducer's own value, and hands it in. The result should not depend
// on the order of a buffer, which is that of arrival, or replicas will disagree.
type Reducer interface {
	// Name is what configurations call it.
	Name() string
	// Beginning is the value of a replica that has heard nothing yet.
	Beginning(r *Replica) Value
	// IsBeginning tells whether a value has yet to be initialised: the next aggregate of a session
	// takes its place.
	IsBeginning(own Value) bool

	// GetCurrentState is what a STATUS tells: words.Nothing where the state follows from who has
	// sent it. Embed Derived for that.
	GetCurrentState(r *Replica, own Value) Value
	// AggregateState makes one value of a session's answers, of which there may be none.
	AggregateState(r *Replica, own Value, statuses []Entry) Value
	// NormalizeState is the form in which a value is told to the client.
	NormalizeState(r *Replica, own Value) Value
	// AggregateShareState makes one value of what others, and oneself, have aggregated.
	AggregateShareState(r *Replica, own Value, shares []Entry) Value
	// SanitizeShareState returns what is valid of an aggregate, and whether anything is.
	SanitizeShareState(r *Replica, aggregate Value) (Value, bool)
	// ShouldReload tells whether the client is to hear of a valid aggregate. It is asked before
	// UpdateState, and under words.Silent alone: else the client hears of all that changes.
	ShouldReload(r *Replica, own, aggregate Value) bool
	// UpdateState is the value that follows on a valid aggregate.
	UpdateState(r *Replica, own, aggregate Value) Value
	// AggregateCloseState is the value that follows when some have left, in ascending order.
	AggregateCloseState(r *Replica, own Value, closers spec.Set) Value
}

// Derived is embedded in a reducer whose state follows from who has answered.
type Derived struct{}

// GetCurrentState returns words.Nothing.
func (Derived) GetCurrentState(*Replica, Value) Value { return words.Nothing }

// House returns the reducer of the house with that name, nil if there is none.
func House(name string, cfg words.Config) Reducer {
	switch name {
	case words.Latest:
		return newElection(name, cfg, (*election).latest)
	case words.Popular:
		return newElection(name, cfg, (*election).popular)
	case words.Ranked:
		return newElection(name, cfg, (*election).ranked)
	case words.Members:
		return members{union: cfg.Interprets(words.Union)}
	}
	return nil
}

// Replica is what a reducer knows of the replica that it works for.
type Replica struct {
	// Self is the replica.
	Self spec.NodeID
	// Order lists all processes in ascending order of their addresses, as the replica compares them.
	Order []spec.NodeID
	// Gone tells who has left and has not been heard of since.
	Gone []bool

	ranks []int // the inverse of Order
}

// NewReplica returns the replica as it is at the beginning, when nobody has left.
func NewReplica(self spec.NodeID, cfg words.Config) *Replica {
	r := &Replica{Self: self, Order: cfg.Order(self), Gone: make([]bool, cfg.Nodes), ranks: make([]int, cfg.Nodes)}
	for rank, id := range r.Order {
		r.ranks[id] = rank
	}
	return r
}

// replica is what reducers know at this moment.
func (e *engine) replica() *Replica {
	r := e.self
	r.Gone = e.Gone
	return &r
}

// Rank is a process's place in Order, from 0, and -1 for None.
func (r *Replica) Rank(id spec.NodeID) int {
	if id == spec.None {
		return -1
	}
	return r.ranks[id]
}

// Compare compares two processes by their addresses.
func (r *Replica) Compare(a, b spec.NodeID) int { return cmp.Compare(r.Rank(a), r.Rank(b)) }

// Ascending lists those who are marked, in ascending order of their addresses.
func (r *Replica) Ascending(marked []bool) []spec.NodeID {
	var list []spec.NodeID
	for _, id := range r.Order {
		if marked[id] {
			list = append(list, id)
		}
	}
	return list
}

// Present are those of a list who have not left, in its order; the list itself where none has.
func (r *Replica) Present(list []spec.NodeID) []spec.NodeID {
	gone := func(id spec.NodeID) bool { return r.Gone[id] }
	if !slices.ContainsFunc(list, gone) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), gone)
}

// mark marks those of a list.
func mark(marked []bool, list []spec.NodeID) {
	for _, id := range list {
		marked[id] = true
	}
}

// markSenders marks those who have sent something.
func markSenders(marked []bool, entries []Entry) {
	for _, entry := range entries {
		marked[entry.From] = true
	}
}

// without are those of a list who are not in a set, in its order.
func without(list []spec.NodeID, set spec.Set) []spec.NodeID {
	if !slices.ContainsFunc(list, set.Has) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), set.Has)
}

// last is the last of a list, None of an empty one.
func last(list []spec.NodeID) spec.NodeID {
	if len(list) == 0 {
		return spec.None
	}
	return list[len(list)-1]
}
