package words

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// The statuses of a member. A member that is suspected is in the list, one that was removed is not, nor one that is not
// known. A process is alive in its own entry while it is in the group, unknown before it joins, and dead when it has
// left.
const (
	Unknown = "unknown"
	Alive   = "alive"
	Suspect = "suspect"
	Dead    = "dead"
)

// Entry is what a process knows of a member. The incarnation is the member's to which the status belongs, or
// a time: see [Config.Times].
type Entry struct {
	Member      spec.NodeID
	Status      string
	Incarnation int
}

// News are the entries that a message carries: at most one of each member, in ascending order of the members. A
// sender's whole table is news too.
type News []Entry

// IsSet marks the type: in TLA+ news are a set of entries.
func (News) IsSet() {}

// Of returns the entry of a member, if the news have one.
func (n News) Of(member spec.NodeID) (e Entry, found bool) {
	if i := int(member); i < len(n) && n[i].Member == member { // as in a whole table
		return n[i], true
	}
	by := func(e Entry, id spec.NodeID) int { return cmp.Compare(e.Member, id) }
	i, found := slices.BinarySearchFunc(n, member, by)
	if !found {
		return Entry{}, false
	}
	return n[i], true
}
