package limits

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp"
)

func specification(configured []Limit) *rsdp.Reducer {
	last := func(_ rsdp.Context, own any, heard []rsdp.Ballot) any {
		last := own.(Limit)
		for _, b := range heard {
			l := b.Data.(Limit)
			if l.SetAt > last.SetAt || l.SetAt == last.SetAt && l.PerSecond < last.PerSecond {
				last = l
			}
		}
		return last
	}
	return &rsdp.Reducer{
		Name: "limits", Beginning: Limit{}, AggregateState: last, AggregateShareState: last,
		GetCurrentState: func(c rsdp.Context, own any) any {
			return last(c, own, []rsdp.Ballot{{Data: configured[int(c.Self)%len(configured)]}})
		},
		NormalizeState:      func(_ rsdp.Context, own any) any { return own },
		SanitizeShareState:  func(_ rsdp.Context, aggregate any) bool { return aggregate.(Limit).SetAt > 0 },
		ShouldReload:        func(_ rsdp.Context, own, aggregate any) bool { return own != aggregate },
		UpdateState:         func(_ rsdp.Context, _, aggregate any) any { return aggregate },
		AggregateCloseState: func(_ rsdp.Context, own any, _ spec.Set) any { return own },
	}
}
