package swim

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// Local is the state of a process while it is up.
type Local struct {
	// Table has an entry of each process. The process's own entry has its incarnation, and says whether it is in the
	// group: see words.Unknown.
	Table []words.Entry
	// Number is the number of its last probe.
	Number int
	// Target is the member that it probes, None between probes.
	Target spec.NodeID
	// Bag has the weight of each process that is left in the bag. It is nil if there is no bag.
	Bag []int
	// Buffer has for each process how often its entry is still to be sent. It is nil if messages carry whole tables.
	Buffer []int
}

// members returns the members that the process may ask for help.
func (p Local) members(self spec.NodeID) (members spec.Set) {
	for id, e := range p.Table {
		if spec.NodeID(id) != self && (e.Status == words.Alive || e.Status == words.Suspect) {
			members = members.With(spec.NodeID(id))
		}
	}
	return members
}

// detector is the protocol under a configuration.
type detector struct {
	words.Config

	bags [][]int
}

type outcome = spec.Outcome[Local]

func one(o outcome) []outcome { return []outcome{o} }
