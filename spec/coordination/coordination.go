// Package coordination is the executable specification of the coordination reducers: members with metadata (6),
// timeframe division (7) to (9), and the rate limit (10).
//
// Start reading at [Directory]. impl/coordination must not be imported.
package coordination

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/coordination/words"
	"github.com/scrutineer-go/scrutineer/spec/rsdp"
)

// replaces is the UpdateState of a reducer whose aggregate takes the place of what is held.
func replaces(_ rsdp.Context, _, aggregate any) any { return aggregate }

// Directory is the reducer of the members: s* = {(id(v_j), meta(v_j))} (6).
func Directory(cfg words.Config) rsdp.Reducer {
	// among returns the members that have not left, in the replica's order.
	among := func(c rsdp.Context, all []words.Member, left spec.Set) words.Members {
		var list words.Members
		for _, id := range c.Order {
			at := slices.IndexFunc(all, func(m words.Member) bool { return m.ID == id })
			if at >= 0 && !left.Has(id) {
				list.Members = append(list.Members, all[at])
			}
		}
		return list
	}
	return rsdp.Reducer{
		Name: words.Directory, Beginning: words.Members{},
		GetCurrentState: func(c rsdp.Context, _ any) any { return cfg.Meta(c.Self) },
		AggregateState: func(c rsdp.Context, _ any, statuses []rsdp.Ballot) any {
			var all []words.Member
			for _, s := range statuses {
				all = append(all, words.Member{ID: s.From, Meta: s.Data.(words.Meta)})
			}
			return among(c, all, nil)
		},
		AggregateShareState: func(c rsdp.Context, _ any, shares []rsdp.Ballot) any {
			var all []words.Member
			for _, s := range shares {
				all = append(all, s.Data.(words.Members).Members...)
			}
			return among(c, all, c.Gone)
		},
		SanitizeShareState: func(c rsdp.Context, aggregate any) bool {
			return slices.ContainsFunc(aggregate.(words.Members).Members, func(m words.Member) bool {
				return m.ID == c.Self
			})
		},
		ShouldReload: func(_ rsdp.Context, own, aggregate any) bool {
			return !slices.Equal(own.(words.Members).Members, aggregate.(words.Members).Members)
		},
		UpdateState: replaces,
		AggregateCloseState: func(c rsdp.Context, own any, closers spec.Set) any {
			return among(c, own.(words.Members).Members, closers)
		},
		NormalizeState: func(_ rsdp.Context, own any) any { return own },
	}
}

// Timeframes is the reducer of the division: s* = {(id(v_j), ΔT/|A(L)| rank(id(v_j), A(L)))} (7), (9).
func Timeframes(cfg words.Config) rsdp.Reducer {
	shares := func(list any) []words.Share { return list.(words.Division).Shares }
	// divided returns the division among the replicas that stand in a list and are not out.
	divided := func(c rsdp.Context, all []words.Share, out spec.Set) words.Division {
		var d words.Division
		for _, id := range c.Order {
			of := slices.IndexFunc(all, func(s words.Share) bool { return s.ID == id })
			if of >= 0 && !out.Has(id) {
				d.Shares = append(d.Shares, words.Share{ID: id, Group: all[of].Group})
			}
		}
		for i := range d.Shares {
			s, group, rank := &d.Shares[i], 0, 0
			for k, other := range d.Shares {
				if other.Group == s.Group {
					group++
					if k < i {
						rank++
					}
				}
			}
			s.Period = cfg.Period
			if s.Period == 0 {
				s.Period = group * cfg.Slot // (8)
			}
			s.Offset = s.Period * rank / group
		}
		return d
	}
	own := func(c rsdp.Context, division any) (f words.Frame) {
		for _, s := range shares(division) {
			if s.ID == c.Self {
				f = words.Frame{Offset: s.Offset, Period: s.Period}
			}
		}
		return f
	}
	return rsdp.Reducer{
		Name: words.Timeframes, Beginning: words.Division{},
		GetCurrentState: func(c rsdp.Context, _ any) any { return words.Group{Label: cfg.Meta(c.Self).Group} },
		AggregateState: func(c rsdp.Context, _ any, statuses []rsdp.Ballot) any {
			var all []words.Share
			for _, s := range statuses {
				all = append(all, words.Share{ID: s.From, Group: s.Data.(words.Group).Label})
			}
			return divided(c, all, nil)
		},
		AggregateShareState: func(c rsdp.Context, _ any, told []rsdp.Ballot) any {
			var all []words.Share
			for _, s := range told {
				all = append(all, shares(s.Data)...)
			}
			return divided(c, all, c.Gone)
		},
		SanitizeShareState:  func(c rsdp.Context, aggregate any) bool { return own(c, aggregate).Period > 0 },
		ShouldReload:        func(c rsdp.Context, was, is any) bool { return own(c, was) != own(c, is) },
		UpdateState:         replaces,
		AggregateCloseState: func(c rsdp.Context, was any, out spec.Set) any { return divided(c, shares(was), out) },
		NormalizeState:      func(c rsdp.Context, is any) any { return own(c, is) },
	}
}
