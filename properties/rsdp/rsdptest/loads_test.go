package rsdptest

import (
	"cmp"
	"slices"

	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
)

// load is how busy a replica is.
type load struct {
	Of      spec.NodeID
	Percent int
}

// loads are those of all that a replica knows, ascending (utilisation, section 2.4). Told is their
// mean: of means it would be another.
type loads struct{ All []load }

type mean struct{ Sum, Count int }

// utilisation is a reducer that overwrites what is held, and uses what a STATUS can carry.
type utilisation struct{}

func (utilisation) Name() string { return "utilisation" }

func (utilisation) Beginning(*implementation.Replica) any { return loads{} }

func (utilisation) IsBeginning(own any) bool { return len(own.(loads).All) == 0 }

func (utilisation) GetCurrentState(r *implementation.Replica, _ any) any { return reading(r.Self) }

func reading(of spec.NodeID) loads { return loads{[]load{{of, 10 + 7*int(of)%40}}} }

func (utilisation) AggregateState(r *implementation.Replica, _ any, statuses []implementation.Entry) any {
	return united(r, statuses)
}

func (utilisation) AggregateShareState(r *implementation.Replica, _ any, shares []implementation.Entry) any {
	return united(r, shares)
}

// united are the loads of all that are present, the highest of each.
func united(r *implementation.Replica, entries []implementation.Entry) loads {
	var all []load
	for _, entry := range entries {
		for _, l := range entry.Data.(loads).All {
			if !r.Gone[l.Of] {
				all = append(all, l)
			}
		}
	}
	slices.SortFunc(all, func(a, b load) int {
		return cmp.Or(cmp.Compare(a.Of, b.Of), cmp.Compare(b.Percent, a.Percent))
	})
	return loads{slices.CompactFunc(all, func(a, b load) bool { return a.Of == b.Of })}
}

func (utilisation) SanitizeShareState(r *implementation.Replica, aggregate any) (any, bool) {
	return aggregate, slices.ContainsFunc(aggregate.(loads).All, func(l load) bool { return l.Of == r.Self })
}

func (utilisation) ShouldReload(_ *implementation.Replica, own, aggregate any) bool {
	return !slices.Equal(own.(loads).All, aggregate.(loads).All)
}

func (utilisation) UpdateState(_ *implementation.Replica, _, aggregate any) any { return aggregate }

func (utilisation) AggregateCloseState(_ *implementation.Replica, own any, closers spec.Set) any {
	return loads{slices.DeleteFunc(slices.Clone(own.(loads).All), func(l load) bool { return closers.Has(l.Of) })}
}

func (utilisation) NormalizeState(_ *implementation.Replica, own any) any {
	m := mean{0, len(own.(loads).All)}
	for _, l := range own.(loads).All {
		m.Sum += l.Percent
	}
	return m
}

// utilised is the reducer with its specification, or a variant of it.
func utilised(r implementation.Reducer) rsdp.Custom {
	own := utilisationSpecification()
	return rsdp.Custom{Reducer: r, Specification: &own, Wire: []any{loads{}, mean{}}}
}

func utilisationSpecification() specification.Reducer {
	all := func(c specification.Context, ballots []specification.Ballot) any {
		highest := map[spec.NodeID]int{}
		for _, b := range ballots {
			for _, l := range b.Data.(loads).All {
				highest[l.Of] = max(highest[l.Of], l.Percent)
			}
		}
		var known loads
		for i := range spec.NodeID(len(c.Order)) {
			if percent, is := highest[i]; is && !c.Gone.Has(i) {
				known.All = append(known.All, load{i, percent})
			}
		}
		return known
	}
	return specification.Reducer{
		Name:            "utilisation",
		Beginning:       loads{},
		GetCurrentState: func(c specification.Context, _ any) any { return reading(c.Self) },
		AggregateState:  func(c specification.Context, _ any, s []specification.Ballot) any { return all(c, s) },
		NormalizeState: func(_ specification.Context, own any) any {
			var m mean
			for _, l := range own.(loads).All {
				m = mean{m.Sum + l.Percent, m.Count + 1}
			}
			return m
		},
		AggregateShareState: func(c specification.Context, _ any, s []specification.Ballot) any { return all(c, s) },
		SanitizeShareState: func(c specification.Context, aggregate any) bool {
			for _, l := range aggregate.(loads).All {
				if l.Of == c.Self {
					return true
				}
			}
			return false
		},
		ShouldReload: func(_ specification.Context, own, aggregate any) bool { return !same(own, aggregate) },
		UpdateState:  func(_ specification.Context, _, aggregate any) any { return aggregate },
		AggregateCloseState: func(_ specification.Context, own any, closers spec.Set) any {
			var left loads
			for _, l := range own.(loads).All {
				if !closers.Has(l.Of) {
					left.All = append(left.All, l)
				}
			}
			return left
		},
	}
}
