package faults

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Topology is an undirected graph of links. A copy travels over a shortest way; of
// several, over the one whose first process has the least id, and so on from
// there. Processes forward what is not for them also while they are down or
// paused: a link is the network's.
type Topology struct {
	// Links are the pairs of processes that are linked.
	Links [][2]spec.NodeID `json:"links" input:"required"`
	// Positions, if set, are where the processes are, by id. No route and no delay depends on them: Within and
	// Map make links of them, and a protocol that needs distances is configured with them.
	Positions []Position `json:"positions,omitempty"`
}

// Routes answers which way a copy goes. The zero value is the complete graph.
type Routes struct {
	nodes int
	next  []spec.NodeID // next[from*nodes+to] is where a copy goes first
}

// NewRoutes finds all shortest ways. Errors name the field of the topology.
func NewRoutes(t *Topology, nodes int) (Routes, error) {
	if t == nil {
		return Routes{}, nil
	}
	if t.Positions != nil {
		if err := checkPositions("topology.positions", t.Positions, nodes); err != nil {
			return Routes{}, err
		}
	}
	for i, link := range t.Links {
		for _, id := range link {
			if id < 0 || int(id) >= nodes {
				return Routes{}, input.Errorf("topology.links", "link %d names node %d, nodes are 0 to %d",
					i, int(id), nodes-1)
			}
		}
		if link[0] == link[1] {
			return Routes{}, input.Errorf("topology.links", "link %d links node %d with itself", i, int(link[0]))
		}
	}
	linked := t.neighbours(nodes)
	r := Routes{nodes: nodes, next: make([]spec.NodeID, nodes*nodes)}
	for to := range nodes {
		hops := distances(linked, spec.NodeID(to))
		for from := range nodes {
			if hops[from] < 0 {
				return Routes{}, input.Errorf("topology.links", "no way leads from node %d to node %d, link them",
					from, to)
			}
			r.next[from*nodes+to] = spec.NodeID(to)
			for _, via := range linked[from] { // ascending: the least id that is nearer
				if from != to && hops[via] < hops[from] {
					r.next[from*nodes+to] = via
					break
				}
			}
		}
	}
	return r, nil
}

// neighbours returns the neighbours of each process.
func (t *Topology) neighbours(nodes int) []spec.Set {
	linked := make([]spec.Set, nodes)
	for _, link := range t.Links {
		linked[link[0]] = append(linked[link[0]], link[1])
		linked[link[1]] = append(linked[link[1]], link[0])
	}
	for i, others := range linked {
		linked[i] = spec.NewSet(others...)
	}
	return linked
}

// unreached returns the first process to which no way leads from process 0, or -1.
func (t *Topology) unreached(nodes int) int {
	if nodes == 0 {
		return -1
	}
	return slices.Index(distances(t.neighbours(nodes), 0), -1)
}

// distances counts for each process the links on a shortest way to one process, -1
// where there is none.
func distances(linked []spec.Set, to spec.NodeID) []int {
	hops := make([]int, len(linked))
	for i := range hops {
		hops[i] = -1
	}
	hops[to] = 0
	layer := []spec.NodeID{to}
	for len(layer) > 0 {
		var further []spec.NodeID
		for _, at := range layer {
			for _, id := range linked[at] {
				if hops[id] < 0 {
					hops[id] = hops[at] + 1
					further = append(further, id)
				}
			}
		}
		layer = further
	}
	return hops
}

// Hop returns where a copy on its way goes next.
func (r Routes) Hop(from, to spec.NodeID) spec.NodeID {
	if r.next == nil {
		return to
	}
	return r.next[int(from)*r.nodes+int(to)]
}

// Links returns the number of links on the route between two processes. A copy to oneself goes over one.
func (r Routes) Links(from, to spec.NodeID) int {
	for n := 1; ; n++ {
		if from = r.Hop(from, to); from == to {
			return n
		}
	}
}
