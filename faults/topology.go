package faults

import (
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
	linked := make([]spec.Set, nodes)
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
		linked[link[0]] = linked[link[0]].With(link[1])
		linked[link[1]] = linked[link[1]].With(link[0])
	}
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
