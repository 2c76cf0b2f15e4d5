package coordination

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/coordination/words"
	"github.com/scrutineer-go/scrutineer/spec/rsdp"
	rsdpwords "github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// limits returns what both reducers of the rate limit (10) have in common.
func limits(name string, cfg words.Config) rsdp.Reducer {
	return rsdp.Reducer{
		Name: name, Beginning: words.Limit{}, UpdateState: replaces,
		Settled:             func(c rsdp.Context, _ rsdpwords.View) any { return cfg.Limit(c.Self) },
		SanitizeShareState:  func(_ rsdp.Context, aggregate any) bool { return aggregate.(words.Limit).SetAt > 0 },
		ShouldReload:        func(_ rsdp.Context, own, aggregate any) bool { return own != aggregate },
		AggregateCloseState: func(_ rsdp.Context, own any, _ spec.Set) any { return own },
		NormalizeState:      func(_ rsdp.Context, own any) any { return own },
	}
}

// older reports whether a value was set earlier, or at the same time and allows more requests (b10).
func older(cfg words.Config, a, b words.Limit) bool {
	return a.SetAt < b.SetAt || !cfg.TiesStay && a.SetAt == b.SetAt && a.Slot < b.Slot
}

// last returns the value that was set last, of several the first in the list.
func last(cfg words.Config, list ...words.Limit) words.Limit {
	last := list[0]
	for _, l := range list {
		if older(cfg, last, l) {
			last = l
		}
	}
	return last
}

// values returns what is told, in ascending order of senders.
func values(ballots []rsdp.Ballot) (all []words.Limit) {
	bySender := func(a, b rsdp.Ballot) int { return int(a.From - b.From) }
	for _, b := range slices.SortedStableFunc(slices.Values(ballots), bySender) {
		all = append(all, b.Data.(words.Limit))
	}
	return all
}

// Newest takes the value with the greatest timestamp, of all that it is told and that it holds.
func Newest(cfg words.Config) rsdp.Reducer {
	merge := func(own any, all ...words.Limit) any {
		if cfg.Overwrites {
			own = words.Limit{}
		}
		return last(cfg, append([]words.Limit{own.(words.Limit)}, all...)...)
	}
	r := limits(words.Newest, cfg)
	r.GetCurrentState = func(c rsdp.Context, own any) any { return last(cfg, own.(words.Limit), cfg.Limit(c.Self)) }
	r.AggregateState = func(_ rsdp.Context, own any, told []rsdp.Ballot) any {
		if len(told) == 0 {
			return own
		}
		return merge(own, values(told)...)
	}
	r.AggregateShareState = r.AggregateState
	r.InjectState = func(_ rsdp.Context, own, data any) any { return merge(own, data.(words.Limit)) }
	return r
}

// Voted takes the value that is told most often, of several the newest.
func Voted(cfg words.Config) rsdp.Reducer {
	cfg.TiesStay = false // which says how the newest is found
	most := func(_ rsdp.Context, _ any, told []rsdp.Ballot) any {
		var best words.Limit
		often := 0
		for _, l := range values(told) {
			n := 0
			for _, other := range values(told) {
				if other == l && (n == 0 || !cfg.Set) {
					n++
				}
			}
			if n > often || n == often && older(cfg, best, l) {
				best, often = l, n
			}
		}
		return best
	}
	r := limits(words.Voted, cfg)
	r.GetCurrentState = func(c rsdp.Context, own any) any {
		if own.(words.Limit).SetAt == 0 {
			return cfg.Limit(c.Self)
		}
		return own
	}
	r.AggregateState, r.AggregateShareState = most, most
	r.InjectState = func(_ rsdp.Context, _, data any) any { return data }
	return r
}
