package faults

import (
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Within returns the topology in which any two processes are linked that are at most reach millimetres apart.
// The position of process i is positions[i]. It is an error if a coordinate is not 0 to MostMillimetres, if reach
// is not 1 or more, or if no way leads from one process to another.
func Within(positions []Position, reach int) (*Topology, error) {
	if reach < 1 {
		return nil, input.Errorf("reach", "%d, it must be 1 or more, in millimetres", reach)
	}
	if err := checkPositions("positions", positions, len(positions)); err != nil {
		return nil, err
	}
	t := linkNear(positions, reach)
	if cut := t.unreached(len(positions)); cut > 0 {
		return nil, input.Errorf("reach", "%d, no way leads from node 0 to node %d; give a longer one", reach, cut)
	}
	return t, nil
}

// linkNear links all pairs that are near each other, in the order of their ids.
func linkNear(positions []Position, reach int) *Topology {
	t := &Topology{Links: [][2]spec.NodeID{}, Positions: positions} // a list also for a process alone
	square := uint64(min(reach, 2*MostMillimetres))                 // longer than any distance, and its square fits
	square *= square
	for a := range positions {
		for b := a + 1; b < len(positions); b++ {
			if positions[a].square(positions[b]) <= square {
				t.Links = append(t.Links, [2]spec.NodeID{spec.NodeID(a), spec.NodeID(b)})
			}
		}
	}
	return t
}
