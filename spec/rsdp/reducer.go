package rsdp

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// Reducer is a state reducer: the eight methods of section 3 as functions on values, which are
// registered with the codec. None of them may change what it is given.
type Reducer struct {
	// Name is what a configuration names it by.
	Name string
	// Beginning is the value of a replica that knows nothing.
	Beginning any
	// Settled is the value that a replica begins with where the configuration gives it a view; nil:
	// the beginning.
	Settled func(c Context, view words.View) any
	// GetCurrentState is what a STATUS tells; nil: nothing.
	GetCurrentState func(c Context, own any) any
	// AggregateState is what is found of the answers to a HELLO.
	AggregateState func(c Context, own any, statuses []Ballot) any
	// NormalizeState is what the client is told of a value.
	NormalizeState func(c Context, own any) any
	// AggregateShareState is what is found of a batch of SHAREs, which has one at least.
	AggregateShareState func(c Context, own any, shares []Ballot) any
	// SanitizeShareState tells whether an aggregate is valid.
	SanitizeShareState func(c Context, aggregate any) bool
	// ShouldReload tells whether a client is to be told of a valid aggregate.
	ShouldReload func(c Context, own, aggregate any) bool
	// UpdateState is the value after a valid aggregate.
	UpdateState func(c Context, own, aggregate any) any
	// AggregateCloseState is the value when these have left.
	AggregateCloseState func(c Context, own any, closers spec.Set) any
	// InjectState is the value after a side channel has handed data to the replica; nil: no side channel does.
	InjectState func(c Context, own, data any) any
}

// Context is what a reducer is told of the replica that it runs in.
type Context struct {
	// Self is the replica.
	Self spec.NodeID
	// Order are all processes in ascending order of their addresses, as the replica compares them.
	Order []spec.NodeID
	// Gone are those of whom it knows that they have left.
	Gone spec.Set
}

// Ballot is what one sender's STATUS or SHARE says to a reducer.
type Ballot struct {
	From spec.NodeID
	Data any
}

// House returns the reducer of the house of that name; it panics if there is none, which a checked
// configuration does not name.
func House(name string, cfg words.Config) Reducer {
	switch name {
	case words.Latest:
		return election(name, cfg, latest)
	case words.Popular:
		return election(name, cfg, popular)
	case words.Ranked:
		return election(name, cfg, ranked)
	case words.Members:
		return members(cfg)
	}
	panic("no reducer is called " + name)
}

// rank is the place of a process in the order, -1 of nobody.
func (c Context) rank(id spec.NodeID) int { return slices.Index(c.Order, id) }

// sorted returns the list in ascending order of addresses.
func (c Context) sorted(list []spec.NodeID) spec.Sequence[spec.NodeID] {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b spec.NodeID) int { return c.rank(a) - c.rank(b) })
	return list
}

// unique returns the list in ascending order, each once.
func (c Context) unique(list []spec.NodeID) spec.Sequence[spec.NodeID] {
	return slices.Compact(c.sorted(list))
}

// remaining returns the list without those who have left.
func (c Context) remaining(list []spec.NodeID) spec.Sequence[spec.NodeID] {
	return without(list, c.Gone)
}

func without(list []spec.NodeID, out spec.Set) spec.Sequence[spec.NodeID] {
	return slices.DeleteFunc(slices.Clone(list), out.Has)
}

// last returns the last of a list, None of an empty one.
func last(list []spec.NodeID) spec.NodeID {
	if len(list) == 0 {
		return spec.None
	}
	return list[len(list)-1]
}

// senders returns who sent the ballots, in their order.
func senders(ballots []Ballot) []spec.NodeID {
	var from []spec.NodeID
	for _, b := range ballots {
		from = append(from, b.From)
	}
	return from
}

// differ tells whether two lists of members differ, as arrays or as sets (a11).
func differ(cfg words.Config, a, b []spec.NodeID) bool {
	if cfg.Interprets(words.Arrays) {
		return !slices.Equal(a, b)
	}
	return !spec.NewSet(a...).Equal(spec.NewSet(b...))
}
