// Package words has what the statements of the coordination reducers share: their values and their configuration. It
// has no logic of them.
//
// The reducers are from Kotov, "Cluster state coordination reducers based on RSDP" (2025): the cluster members (6),
// timeframe division (7) to (9), and the rate limit (10), by the newest value or by popular vote.
package words

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The names of the reducers.
const (
	Directory  = "directory"
	Timeframes = "timeframes"
	Newest     = "newest-limit"
	Voted      = "voted-limit"
)

// Meta is what a replica says of itself, f_meta: its capacity, and the label of its group.
type Meta struct {
	Capacity int `json:"capacity,omitempty"`
	Group    int `json:"group,omitempty"`
}

// Member is a replica with what it says of itself.
type Member struct {
	ID   spec.NodeID
	Meta Meta
}

// Members is the value of the reducer of cluster members, in ascending order of addresses.
type Members struct{ Members spec.Sequence[Member] }

// Group is the label of a replica's group, f_group, as its STATUS tells it.
type Group struct{ Label int }

// Share is a replica's share of the time. Its slots begin Offset milliseconds after the epoch, and again after each
// Period.
type Share struct {
	ID                    spec.NodeID
	Group, Offset, Period int
}

// Division is the value of the reducer of timeframes, in ascending order of addresses.
type Division struct{ Shares spec.Sequence[Share] }

// Frame is what that reducer tells its client: when the replica's own slots begin; a Period of 0 says that it has none.
type Frame struct{ Offset, Period int }

// Limit is the value of a reducer of the rate limit: one request may be made every Slot milliseconds, 1/R. SetAt is
// when the value was set; 0 stands for no value.
type Limit struct {
	Slot  int `json:"slot"`
	SetAt int `json:"setAt"`
}

func init() { codec.Register(Meta{}, Members{}, Group{}, Division{}, Frame{}, Limit{}) }
