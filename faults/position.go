package faults

import (
	"fmt"
	"math/bits"

	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Position is where a process is on a map: x and y in millimetres, each 0 to MostMillimetres. Maps of radios
// are metres wide, so a whole millimetre is fine enough for distances that become weights, without a float.
type Position [2]int

// MostMillimetres is the greatest coordinate of a position, 1,000 km. Distances then fit into 32 bits, and their
// squares into 63.
const MostMillimetres = 1_000_000_000

// Distance returns how far apart two positions are, in millimetres, rounded down.
func (p Position) Distance(q Position) int {
	square := p.square(q)
	if square == 0 {
		return 0
	}
	root := uint64(1) << ((bits.Len64(square) + 1) / 2) // not less than the root
	for {                                               // Newton's steps fall until they are there
		next := (root + square/root) / 2
		if next >= root {
			return int(root)
		}
		root = next
	}
}

// square returns the square of a distance, in square millimetres.
func (p Position) square(q Position) uint64 {
	x, y := int64(p[0])-int64(q[0]), int64(p[1])-int64(q[1])
	return uint64(x*x + y*y)
}

// checkPositions refuses positions that are not on a map of nodes processes.
func checkPositions(field string, positions []Position, nodes int) error {
	if len(positions) != nodes {
		return input.Errorf(field, "has %d positions, it must have %d, one for each node", len(positions), nodes)
	}
	for i, p := range positions {
		for _, at := range p {
			if at < 0 || at > MostMillimetres {
				return input.Errorf(fmt.Sprintf("%s[%d]", field, i), "%v, it must be 0 to %d, in millimetres",
					p, MostMillimetres)
			}
		}
	}
	return nil
}
