package swim

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// Local is what a process knows while it is up.
type Local struct {
	// Table has the entry of each process. The process's own entry is alive, and has its incarnation.
	Table []words.Entry
	// Number is the number of its last probe.
	Number int
	// Target is the member that it probes, None between probes.
	Target spec.NodeID
	// Left has the weight of each process that is left in the bag, nil if there is no bag.
	Left []int
}

// with returns p with another entry of a process.
func (p Local) with(of spec.NodeID, e words.Entry) Local {
	p.Table = slices.Clone(p.Table)
	p.Table[of] = e
	return p
}

// members returns the members that the process may probe, and ask for help.
func (p Local) members(self spec.NodeID) (members spec.Set) {
	for id, e := range p.Table {
		if spec.NodeID(id) != self && e.Status != words.Dead {
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
