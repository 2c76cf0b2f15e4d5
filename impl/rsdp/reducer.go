package rsdp

import (
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
	// IsBeginning reports whether a value has yet to be initialised: the next aggregate of a session
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
	// ShouldReload reports whether the client is to hear of a valid aggregate. It is asked before
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
