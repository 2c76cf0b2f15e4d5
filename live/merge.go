package live

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Merge makes one run of all lives of all processes of a cluster. It takes each step once more, checks the logged
// state, and orders the steps by cause: a message is sent before it is delivered; if messages to a process that is down
// vanish, a process comes up before a message to it is sent; and a process is bound to a topic before a broadcast that
// it hears is sent. Of the steps whose causes have happened, the step that began first comes first.
//
// An error of type *Refusal names a step that no run of the cluster can have.
func Merge(c network.Cluster, lives []Life) (Run, error) {
	topics := topicsOf(lives)
	m := merging{cluster: c, rules: network.RulesOf(c), copies: map[CopyID]*travel{}, held: map[CopyID]bool{}}
	until := int64(0)
	for _, life := range lives {
		if life.ID < 0 || int(life.ID) >= c.Nodes {
			return Run{}, fmt.Errorf("there is a log of process %s, and the cluster has %d processes", life.ID, c.Nodes)
		}
		until = max(until, life.ended)
		for _, id := range life.held {
			m.held[id] = true
		}
	}
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
		events, bound, err := retake(c, theirs, until, topics)
		if err != nil {
			return Run{}, err
		}
		m.processes, m.bound = append(m.processes, events), append(m.bound, bound)
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

// topicsOf returns the topics of all broadcasts that were delivered.
func topicsOf(lives []Life) []string {
	var all []string
	for _, life := range lives {
		for n := range life.steps {
			if topic := life.steps[n].Topic; topic != "" && !slices.Contains(all, topic) {
				all = append(all, topic)
			}
		}
	}
	return all
}
