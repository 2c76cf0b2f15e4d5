// Package coordination implements the reducers of Kotov, "Cluster state coordination reducers based on RSDP" (2025),
// for the engine of impl/rsdp.
//
// The package must not import spec/coordination, which it is compared with. Start reading at [Directory].
package coordination

import (
	"slices"

	engine "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/coordination/words"
)

// Directory is the reducer of the cluster members with their metadata (6). Each member has the metadata that it sent
// itself, f_meta(v_j), not that of the aggregator as (5) is printed (b5).
type Directory struct{ words.Config }

// Name is "directory".
func (Directory) Name() string { return words.Directory }

// Beginning is an empty list.
func (Directory) Beginning(*engine.Replica) any { return words.Members{} }

// IsBeginning reports whether the list is empty.
func (Directory) IsBeginning(own any) bool { return len(own.(words.Members).Members) == 0 }

// GetCurrentState returns the replica's metadata.
func (d Directory) GetCurrentState(r *engine.Replica, _ any) any { return d.Meta(r.Self) }

// AggregateState lists the replicas that have answered.
func (Directory) AggregateState(r *engine.Replica, _ any, statuses []engine.Entry) any {
	known := map[spec.NodeID]words.Meta{}
	for _, status := range statuses {
		known[status.From] = status.Data.(words.Meta)
	}
	return listed(r, known)
}

// AggregateShareState unites all lists, without the replicas that have left.
func (Directory) AggregateShareState(r *engine.Replica, _ any, shares []engine.Entry) any {
	known := map[spec.NodeID]words.Meta{}
	for _, share := range shares {
		for _, m := range share.Data.(words.Members).Members {
			if !r.Gone[m.ID] {
				known[m.ID] = m.Meta
			}
		}
	}
	return listed(r, known)
}

// listed lists members in the replica's order.
func listed(r *engine.Replica, known map[spec.NodeID]words.Meta) words.Members {
	var list words.Members
	for _, id := range r.Order {
		if meta, is := known[id]; is {
			list.Members = append(list.Members, words.Member{ID: id, Meta: meta})
		}
	}
	return list
}

// SanitizeShareState accepts a list that has the replica.
func (Directory) SanitizeShareState(r *engine.Replica, aggregate any) (any, bool) {
	return aggregate, slices.ContainsFunc(aggregate.(words.Members).Members, func(m words.Member) bool {
		return m.ID == r.Self
	})
}

// ShouldReload reports whether the list is another.
func (Directory) ShouldReload(_ *engine.Replica, own, aggregate any) bool {
	return !slices.Equal(own.(words.Members).Members, aggregate.(words.Members).Members)
}

// UpdateState replaces the list.
func (Directory) UpdateState(_ *engine.Replica, _, aggregate any) any { return aggregate }

// AggregateCloseState removes the replicas that have left.
func (Directory) AggregateCloseState(_ *engine.Replica, own any, closers spec.Set) any {
	rest := slices.DeleteFunc(slices.Clone(own.(words.Members).Members), func(m words.Member) bool {
		return closers.Has(m.ID)
	})
	return words.Members{Members: rest}
}

// NormalizeState returns the list.
func (Directory) NormalizeState(_ *engine.Replica, own any) any { return own }
