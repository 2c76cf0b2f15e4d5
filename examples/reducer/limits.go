// Package limits has replicas agree on a rate limit: the one that was set last, as far as any of
// them has heard.
package limits

import (
	"cmp"

	engine "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
)

type Limit struct{ PerSecond, SetAt int } // SetAt is 0 where nobody has set it

type Limits struct{ Configured []Limit } // each replica is started with one

func (Limits) Name() string { return "limits" }

func (Limits) Beginning(*engine.Replica) any { return Limit{} }

func (Limits) IsBeginning(own any) bool { return own == Limit{} }

func (l Limits) GetCurrentState(r *engine.Replica, own any) any {
	return newest(own, engine.Entry{Data: l.Configured[int(r.Self)%len(l.Configured)]})
}

func (Limits) AggregateState(_ *engine.Replica, own any, statuses []engine.Entry) any {
	return newest(own, statuses...)
}

func (Limits) AggregateShareState(_ *engine.Replica, own any, shares []engine.Entry) any {
	return newest(own, shares...) // with what it holds: else the newest could be lost for ever
}

func (Limits) SanitizeShareState(_ *engine.Replica, agg any) (any, bool) { return agg, agg != Limit{} }

func (Limits) ShouldReload(_ *engine.Replica, own, agg any) bool { return own != agg }

func (Limits) UpdateState(_ *engine.Replica, _, agg any) any { return agg }

func (Limits) AggregateCloseState(_ *engine.Replica, own any, _ spec.Set) any { return own }

func (Limits) NormalizeState(_ *engine.Replica, own any) any { return own }

func newest(own any, others ...engine.Entry) any {
	limit := own.(Limit)
	for _, other := range others {
		heard := other.Data.(Limit)
		if cmp.Or(cmp.Compare(heard.SetAt, limit.SetAt), cmp.Compare(limit.PerSecond, heard.PerSecond)) > 0 {
			limit = heard // of two that were set at one time it is the lower
		}
	}
	return limit
}

func Reducer() rsdp.Custom {
	configured := []Limit{{20, 1}, {5, 3}, {10, 2}, {15, 3}}
	return rsdp.Custom{
		Reducer: Limits{configured}, Specification: specification(configured), Wire: []any{Limit{}},
	}
}
