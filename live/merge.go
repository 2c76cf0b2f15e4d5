package live

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/network"
)

// Merge makes one run of all lives of all processes of a cluster. It takes each step once more, checks the logged
// state, and orders the steps by cause: a message is sent before it is delivered; if messages to a process that is
// down vanish, a process comes up before a message that it receives is sent; a process is bound to a topic before a
// broadcast that it hears is sent; and a client has an answer before it gives its next input. Of the steps whose causes
// have happened, the step that began first comes first.
//
// An error of type *Refusal names a step that no run of the cluster can have.
func Merge(c network.Cluster, lives []Life) (Run, error) {
	m := merging{
		cluster: c, rules: network.RulesOf(c), copies: map[MessageID]*travel{}, held: map[MessageID]bool{},
		calls: map[CallID]*takenCall{}, lives: map[Place]*Life{},
	}
	processes, clients, err := m.sort(lives)
	if err != nil {
		return Run{}, err
	}
	topics := topicsOf(lives)
	for _, theirs := range processes {
		r, err := retake(c, theirs, m.last, topics)
		if err != nil {
			return Run{}, err
		}
		m.processes, m.bound = append(m.processes, r.events), append(m.bound, r.first)
		if err := m.takes(r); err != nil {
			return Run{}, err
		}
	}
	if err := m.link(); err != nil {
		return Run{}, err
	}
	ordered, waits := m.order()
	if waits != nil {
		return Run{}, m.cycle(waits)
	}
	if err := m.compare(clients); err != nil {
		return Run{}, err
	}
	if len(m.given) > 0 { // by what clients have seen too
		if ordered, waits = m.order(); waits != nil {
			return Run{}, m.unanswerable(waits)
		}
	}
	return m.walk(ordered)
}

// sort returns the lives of each process, and those of clients. It checks that none is missing, and that the clocks of
// all began together.
func (m *merging) sort(lives []Life) (processes [][]Life, clients []Life, err error) {
	processes = make([][]Life, m.cluster.Nodes)
	for n, life := range lives {
		if life.IsClient() {
			clients = append(clients, life)
			continue
		}
		if life.ID < 0 || int(life.ID) >= m.cluster.Nodes {
			return nil, nil, fmt.Errorf("there is a log of process %s, and the cluster has %d processes",
				life.ID, m.cluster.Nodes)
		}
		processes[life.ID] = append(processes[life.ID], life)
		if n := len(processes[life.ID]); life.Life != n {
			return nil, nil, fmt.Errorf("process %s has no log of its life %d, and one of life %d",
				life.ID, n, life.Life)
		}
		if life.clocks != 0 && m.began != 0 && life.clocks != m.began {
			return nil, nil, fmt.Errorf("the clock of process %s's life %d began at another time than others: "+
				"judge the logs of one run", life.ID, life.Life)
		}
		m.began = max(m.began, life.clocks)
		m.lives[Place{ID: life.ID, Life: life.Life}] = &lives[n]
		m.last = max(m.last, life.ended)
		for _, id := range life.held {
			m.held[id] = true
		}
	}
	return processes, clients, nil
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
