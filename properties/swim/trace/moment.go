package trace

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Status is what a process has of a member.
type Status uint8

// The statuses. A member that is suspected is in the list, one that was removed is not.
const (
	Alive Status = iota
	Suspected
	Removed
)

// Change is a change of one entry.
type Change struct {
	At       faults.Time
	Process  int32 // whose entry it is
	Of       int32 // about which member
	Status   Status
	ByItself bool // the process suspects the member because of its own probe
}

// Moment is what all processes have at one instant.
type Moment struct {
	nodes   int
	entries []Status // by process, then by member
	counts  []int32  // likewise how often the process has suspected the member because of its own probes
	heard   []int32  // … and how often at all, because others have told it too
}

func newMoment(nodes int) *Moment {
	return &Moment{
		nodes: nodes, entries: make([]Status, nodes*nodes), counts: make([]int32, nodes*nodes),
		heard: make([]int32, nodes*nodes),
	}
}

func (m *Moment) clone() *Moment {
	return &Moment{
		nodes: m.nodes, entries: slices.Clone(m.entries), counts: slices.Clone(m.counts), heard: slices.Clone(m.heard),
	}
}

func (m *Moment) status(process, of int) Status { return m.entries[process*m.nodes+of] }

func (m *Moment) apply(c *Change) {
	at := int(c.Process)*m.nodes + int(c.Of)
	m.entries[at] = c.Status
	if c.Status == Suspected {
		m.heard[at]++
	}
	if c.ByItself {
		m.counts[at]++
	}
}

// Lists returns the list of each process. Members that are suspected are in it, unless without says that they are not.
func (m *Moment) Lists(without bool) []spec.Set {
	lists := make([]spec.Set, m.nodes)
	for i := range lists {
		for id := range m.nodes {
			if !m.status(i, id).Out(without) {
				lists[i] = append(lists[i], spec.NodeID(id))
			}
		}
	}
	return lists
}

// Out reports whether a member of that status is out of the list.
func (s Status) Out(suspects bool) bool { return s == Removed || suspects && s == Suspected }

// Lackers returns the processes whose lists lack a process. If suspects is set they lack as well whom they suspect.
func (m *Moment) Lackers(of spec.NodeID, suspects bool) spec.Set {
	var by spec.Set
	for i := range m.nodes {
		if m.status(i, int(of)).Out(suspects) {
			by = append(by, spec.NodeID(i))
		}
	}
	return by
}

// Suspicions returns for each process how often it has suspected each other one because of its own probes.
func (m *Moment) Suspicions() [][]int { return m.square(m.counts) }

// Heard returns for each process how often it has suspected each other one, because of its own probes or because others
// have told it.
func (m *Moment) Heard() [][]int { return m.square(m.heard) }

func (m *Moment) square(counts []int32) [][]int {
	all := make([][]int, m.nodes)
	for i := range all {
		all[i] = make([]int, m.nodes)
		for id, n := range counts[i*m.nodes : (i+1)*m.nodes] {
			all[i][id] = int(n)
		}
	}
	return all
}
