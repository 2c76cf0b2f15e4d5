package coordination

import (
	"slices"

	engine "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/coordination/words"
)

// Timeframes is the reducer that divides the time among the replicas of a group (7), (9), with a static period or that
// of (8). The period is the group's own (b8).
type Timeframes struct{ words.Config }

// Name is "timeframes".
func (Timeframes) Name() string { return words.Timeframes }

// Beginning is no division.
func (Timeframes) Beginning(*engine.Replica) any { return words.Division{} }

// IsBeginning reports whether no replica has a share.
func (Timeframes) IsBeginning(own any) bool { return len(own.(words.Division).Shares) == 0 }

// GetCurrentState returns the label of the replica's group.
func (t Timeframes) GetCurrentState(r *engine.Replica, _ any) any {
	return words.Group{Label: t.Meta(r.Self).Group}
}

// AggregateState divides the time among the replicas that have answered.
func (t Timeframes) AggregateState(r *engine.Replica, _ any, statuses []engine.Entry) any {
	groups := make([]group, len(r.Order))
	for _, status := range statuses {
		groups[status.From] = group{is: true, label: status.Data.(words.Group).Label}
	}
	return t.divide(r, groups)
}

// AggregateShareState divides the time among all replicas that have a share anywhere and have not left.
func (t Timeframes) AggregateShareState(r *engine.Replica, _ any, shares []engine.Entry) any {
	groups := make([]group, len(r.Order))
	for _, share := range shares {
		for _, s := range share.Data.(words.Division).Shares {
			groups[s.ID] = group{is: !r.Gone[s.ID], label: s.Group}
		}
	}
	return t.divide(r, groups)
}

// group is that of a replica, if it takes part.
type group struct {
	is    bool
	label int
}

// divide gives each replica of a group its place in the group's period.
func (t Timeframes) divide(r *engine.Replica, groups []group) words.Division {
	size, rank := map[int]int{}, map[int]int{}
	for _, g := range groups {
		if g.is {
			size[g.label]++
		}
	}
	var d words.Division
	for _, id := range r.Order {
		g := groups[id]
		if !g.is {
			continue
		}
		period := t.Period
		if period == 0 {
			period = size[g.label] * t.Slot
		}
		d.Shares = append(d.Shares, words.Share{
			ID: id, Group: g.label, Offset: period * rank[g.label] / size[g.label], Period: period,
		})
		rank[g.label]++
	}
	return d
}

// SanitizeShareState accepts a division in which the replica has a share.
func (Timeframes) SanitizeShareState(r *engine.Replica, aggregate any) (any, bool) {
	return aggregate, frame(r, aggregate) != words.Frame{}
}

// ShouldReload reports whether the replica's own slots are others.
func (Timeframes) ShouldReload(r *engine.Replica, own, aggregate any) bool {
	return frame(r, own) != frame(r, aggregate)
}

// UpdateState replaces the division.
func (Timeframes) UpdateState(_ *engine.Replica, _, aggregate any) any { return aggregate }

// AggregateCloseState divides the time among the others.
func (t Timeframes) AggregateCloseState(r *engine.Replica, own any, closers spec.Set) any {
	groups := make([]group, len(r.Order))
	for _, s := range own.(words.Division).Shares {
		groups[s.ID] = group{is: !closers.Has(s.ID), label: s.Group}
	}
	return t.divide(r, groups)
}

// NormalizeState returns when the replica's own slots begin.
func (Timeframes) NormalizeState(r *engine.Replica, own any) any { return frame(r, own) }

// frame returns a replica's own share, the zero Frame if it has none.
func frame(r *engine.Replica, division any) words.Frame {
	shares := division.(words.Division).Shares
	at := slices.IndexFunc(shares, func(s words.Share) bool { return s.ID == r.Self })
	if at < 0 {
		return words.Frame{}
	}
	return words.Frame{Offset: shares[at].Offset, Period: shares[at].Period}
}
