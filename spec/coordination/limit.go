package coordination

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/coordination/words"
	"github.com/scrutineer-go/scrutineer/spec/rsdp"
)

// limits returns what both reducers of the rate limit (10) have in common.
func limits(name string) rsdp.Reducer {
	return rsdp.Reducer{
		Name: name, Beginning: words.Limit{}, UpdateState: replaces,
		SanitizeShareState:  func(_ rsdp.Context, aggregate any) bool { return aggregate.(words.Limit).SetAt > 0 },
		ShouldReload:        func(_ rsdp.Context, own, aggregate any) bool { return own != aggregate },
		AggregateCloseState: func(_ rsdp.Context, own any, _ spec.Set) any { return own },
		NormalizeState:      func(_ rsdp.Context, own any) any { return own },
	}
}

// older reports whether a value was set earlier, or at the same time and allows more requests (b10).
func older(a, b words.Limit) bool { return a.SetAt < b.SetAt || a.SetAt == b.SetAt && a.Slot < b.Slot }

func values(ballots []rsdp.Ballot) (all []words.Limit) {
	for _, b := range ballots {
		all = append(all, b.Data.(words.Limit))
	}
	return all
}

// Newest takes the value with the greatest timestamp, of all that it is told and that it holds.
func Newest(cfg words.Config) rsdp.Reducer {
	last := func(all ...words.Limit) any {
		last := all[0]
		for _, l := range all {
			if older(last, l) {
				last = l
			}
		}
		return last
	}
	r := limits(words.Newest)
	r.GetCurrentState = func(c rsdp.Context, own any) any { return last(own.(words.Limit), cfg.Limit(c.Self)) }
	r.AggregateState = func(_ rsdp.Context, own any, told []rsdp.Ballot) any {
		return last(append(values(told), own.(words.Limit))...)
	}
	r.AggregateShareState = r.AggregateState
	return r
}

// Voted takes the value that is told most often, of several the newest.
func Voted(cfg words.Config) rsdp.Reducer {
	most := func(_ rsdp.Context, _ any, told []rsdp.Ballot) any {
		var best words.Limit
		often := 0
		for _, l := range values(told) {
			n := 0
			for _, other := range values(told) {
				if other == l {
					n++
				}
			}
			if n > often || n == often && older(best, l) {
				best, often = l, n
			}
		}
		return best
	}
	r := limits(words.Voted)
	r.GetCurrentState = func(c rsdp.Context, own any) any {
		if own.(words.Limit).SetAt == 0 {
			return cfg.Limit(c.Self)
		}
		return own
	}
	r.AggregateState, r.AggregateShareState = most, most
	return r
}
