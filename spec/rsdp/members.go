package rsdp

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// members is the reducer of the members (section 2.4). Its value is a Roster.
func members(cfg words.Config) Reducer {
	unites := cfg.Interprets(words.Union)
	r := Reducer{
		Name:      words.Members,
		Beginning: words.Roster{},
		Settled:   func(_ Context, view words.View) any { return words.Roster{Members: view.Members} },
		AggregateState: func(c Context, own any, statuses []Ballot) any {
			known := senders(statuses)
			if unites {
				for _, roster := range append(rosters(statuses), own.(words.Roster)) {
					known = append(known, c.remaining(roster.Members)...)
				}
			}
			return words.Roster{Members: c.unique(known)}
		},
		NormalizeState: func(_ Context, own any) any { return own },
		AggregateShareState: func(c Context, own any, shares []Ballot) any {
			shared := rosters(shares)
			if unites {
				shared = append(shared, own.(words.Roster))
			}
			var known []spec.NodeID
			for _, roster := range shared {
				known = append(known, c.remaining(roster.Members)...)
			}
			return words.Roster{Members: c.unique(known)}
		},
		SanitizeShareState: func(c Context, aggregate any) bool {
			return slices.Contains(aggregate.(words.Roster).Members, c.Self)
		},
		ShouldReload: func(_ Context, own, aggregate any) bool {
			return differ(cfg, own.(words.Roster).Members, aggregate.(words.Roster).Members)
		},
		UpdateState: func(_ Context, _, aggregate any) any { return aggregate },
		AggregateCloseState: func(_ Context, own any, closers spec.Set) any {
			return words.Roster{Members: without(own.(words.Roster).Members, closers)}
		},
	}
	if unites {
		r.GetCurrentState = func(_ Context, own any) any { return own }
	}
	return r
}

func rosters(ballots []Ballot) []words.Roster {
	var all []words.Roster
	for _, b := range ballots {
		all = append(all, b.Data.(words.Roster))
	}
	return all
}
