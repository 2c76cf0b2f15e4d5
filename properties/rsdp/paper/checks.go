package paper

import (
	"fmt"
	"slices"

	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// station is where a reducer works: in a replica, among so many processes, of whom some have left.
type station struct {
	cfg  words.Config
	self spec.NodeID
	gone spec.Set
	// planted, where given, changes an election: a check that does not notice is none.
	planted func(*reducing)
}

// among is a station in a group whose addresses are the ids, read in that way.
func among(nodes int, self spec.NodeID, read ...words.Interpretation) station {
	return station{cfg: words.Config{Nodes: nodes, Interpretations: spec.NewSet(read...)}.WithDefaults(), self: self}
}

// reducing is an election as one column has it: the methods of section 3.1.
type reducing struct {
	column string
	finds  func(own words.View, from []spec.NodeID) words.View
	votes  func(own words.View, shares []words.View) words.View
	takes  func(shared words.View) bool
	tells  func(own, shared words.View) bool // shouldReload
	update func(own, shared words.View) words.View
	closes func(own words.View, closers spec.Set) words.View
	leads  func(own words.View) any // normalizeState
}

// columns are an election in both.
func (s station) columns(election string) []reducing {
	both := []reducing{s.implemented(election), s.specified(election)}
	if s.planted != nil {
		s.planted(&both[len(both)-1])
	}
	return both
}

// seenBy is the station of another replica.
func (s station) seenBy(self spec.NodeID) station {
	s.self = self
	return s
}

func (s station) implemented(election string) reducing {
	r := implementation.NewReplica(s.self, s.cfg)
	for _, id := range s.gone {
		r.Gone[id] = true
	}
	e := implementation.House(election, s.cfg)
	entries := func(views []words.View) []implementation.Entry {
		list := make([]implementation.Entry, len(views))
		for i, v := range views {
			list[i] = implementation.Entry{From: spec.NodeID(i % s.cfg.Nodes), Data: v}
		}
		return list
	}
	return reducing{
		column: "implementation",
		finds: func(own words.View, from []spec.NodeID) words.View {
			list := make([]implementation.Entry, len(from))
			for i, id := range from {
				list[i] = implementation.Entry{From: id, Data: words.Nothing}
			}
			return e.AggregateState(r, own, list).(words.View)
		},
		votes: func(own words.View, shares []words.View) words.View {
			return e.AggregateShareState(r, own, entries(shares)).(words.View)
		},
		takes: func(shared words.View) bool {
			_, valid := e.SanitizeShareState(r, shared)
			return valid
		},
		tells:  func(own, shared words.View) bool { return e.ShouldReload(r, own, shared) },
		update: func(own, shared words.View) words.View { return e.UpdateState(r, own, shared).(words.View) },
		closes: func(own words.View, closers spec.Set) words.View {
			return e.AggregateCloseState(r, own, closers).(words.View)
		},
		leads: func(own words.View) any { return e.NormalizeState(r, own) },
	}
}

func (s station) specified(election string) reducing {
	c := specification.Context{Self: s.self, Order: s.cfg.Order(s.self), Gone: s.gone}
	e := specification.House(election, s.cfg)
	return reducing{
		column: "specification",
		finds: func(own words.View, from []spec.NodeID) words.View {
			list := make([]specification.Ballot, len(from))
			for i, id := range from {
				list[i] = specification.Ballot{From: id, Data: words.Nothing}
			}
			return e.AggregateState(c, own, list).(words.View)
		},
		votes: func(own words.View, shares []words.View) words.View {
			list := make([]specification.Ballot, len(shares))
			for i, v := range shares {
				list[i] = specification.Ballot{From: spec.NodeID(i % s.cfg.Nodes), Data: v}
			}
			return e.AggregateShareState(c, own, list).(words.View)
		},
		takes:  func(shared words.View) bool { return e.SanitizeShareState(c, shared) },
		tells:  func(own, shared words.View) bool { return e.ShouldReload(c, own, shared) },
		update: func(own, shared words.View) words.View { return e.UpdateState(c, own, shared).(words.View) },
		closes: func(own words.View, closers spec.Set) words.View {
			return e.AggregateCloseState(c, own, closers).(words.View)
		},
		leads: func(own words.View) any { return e.NormalizeState(c, own) },
	}
}

// each carries out a check of each election in both columns.
func (s station) each(check func(reducing) error) error {
	for _, election := range elections() {
		for _, r := range s.columns(election) {
			if err := check(r); err != nil {
				return fmt.Errorf("%s, %s: %w", election, r.column, err)
			}
		}
	}
	return nil
}

// listing is a view: a list, the best last, and a leader.
func listing(leader spec.NodeID, list ...spec.NodeID) words.View {
	return words.View{Members: spec.Sequence[spec.NodeID](list), Leader: leader}
}

// topped is the view in which the last of a list leads.
func topped(list ...spec.NodeID) words.View { return listing(greatest(list), list...) }

// greatest is the greatest of some processes, None of none.
func greatest(list []spec.NodeID) spec.NodeID {
	if len(list) == 0 {
		return spec.None
	}
	return slices.Max(list)
}

// equalViews reports whether two views have the same list and the same leader.
func equalViews(a, b words.View) bool {
	return a.Leader == b.Leader && slices.Equal(a.Members, b.Members)
}

// subsets are all sets of some processes, the empty one first.
func subsets(of spec.Set) []spec.Set {
	list := []spec.Set{nil}
	for _, id := range of {
		for _, s := range slices.Clone(list) {
			list = append(list, s.With(id))
		}
	}
	return list
}

// orders yields each order of a list; it must not be kept.
func orders[T any](list []T, yield func([]T) error) error {
	var permute func(k int) error
	permute = func(k int) error {
		if k == len(list) {
			return yield(list)
		}
		for i := k; i < len(list); i++ {
			list[k], list[i] = list[i], list[k]
			err := permute(k + 1)
			list[k], list[i] = list[i], list[k]
			if err != nil {
				return err
			}
		}
		return nil
	}
	return permute(0)
}

// proposals are the views that replicas may share who have heard some of so many: each set, and each of
// its members for the leader.
func proposals(nodes int) (list []words.View) {
	for _, set := range subsets(spec.AllNodes(nodes)) {
		for _, leader := range set {
			list = append(list, listing(leader, set...))
		}
	}
	return list
}

// rosters are what the members reducer of both columns makes of lists.
func rosters(nodes int, lists []spec.Set) [2][]spec.NodeID {
	s := among(nodes, 0)
	var entries []implementation.Entry
	var ballots []specification.Ballot
	for i, list := range lists {
		from, data := spec.NodeID(i%nodes), words.Roster{Members: spec.Sequence[spec.NodeID](list)}
		entries = append(entries, implementation.Entry{From: from, Data: data})
		ballots = append(ballots, specification.Ballot{From: from, Data: data})
	}
	implemented := implementation.House(words.Members, s.cfg).
		AggregateShareState(implementation.NewReplica(0, s.cfg), words.Roster{}, entries).(words.Roster)
	specified := specification.House(words.Members, s.cfg).
		AggregateShareState(specification.Context{Self: 0, Order: s.cfg.Order(0)}, words.Roster{},
			ballots).(words.Roster)
	return [2][]spec.NodeID{implemented.Members, specified.Members}
}
