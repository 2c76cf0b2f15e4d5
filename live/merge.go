package live

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Merge makes one run of all lives of all processes of a cluster. It takes each step once more, demands the state
// that the log has, and orders the steps by cause: a message is sent before it is delivered, and where messages to a
// process that is down vanish, a process comes up before a message to it is sent. Among the steps whose causes have
// happened the one that began first comes first.
//
// An error of type *Refusal names a step that no run of the cluster can have.
func Merge(c network.Cluster, lives []Life) (Run, error) {
	until := int64(0)
	for _, life := range lives {
		if life.ID < 0 || int(life.ID) >= c.Nodes {
			return Run{}, fmt.Errorf("there is a log of process %s, and the cluster has %d processes", life.ID, c.Nodes)
		}
		until = max(until, life.ended)
	}
	m := merging{cluster: c, rules: network.RulesOf(c), copies: map[CopyID]*travel{}}
	for id := range spec.NodeID(c.Nodes) {
		var theirs []Life
		for _, life := range lives {
			if life.ID == id {
				theirs = append(theirs, life)
			}
		}
		for n, life := range theirs {
			if life.Life != n+1 {
				return Run{}, fmt.Errorf("process %s has no log of its life %d, and one of life %d", id, n+1, life.Life)
			}
		}
		events, err := retake(c, theirs, until)
		if err != nil {
			return Run{}, err
		}
		m.processes = append(m.processes, events)
	}
	if err := m.link(); err != nil {
		return Run{}, err
	}
	ordered, err := m.order()
	if err != nil {
		return Run{}, err
	}
	return m.walk(ordered)
}
