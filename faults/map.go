package faults

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/input"
)

// Layout says how processes are spread over a map.
type Layout string

// The layouts.
const (
	// GridLayout puts the processes row by row in the middles of equal squares, as many in a row as in a column.
	GridLayout Layout = "grid"
	// UniformLayout draws each coordinate with equal chances.
	UniformLayout Layout = "uniform"
	// ClusterLayout draws the middles of clusters uniformly, and each process about the middle of its cluster
	// by a normal distribution. Process i is in cluster i modulo Clusters.
	ClusterLayout Layout = "clusters"
)

var layouts = []Layout{GridLayout, UniformLayout, ClusterLayout}

// Map says how to place processes on a square and which of them to link. The same Map gives the same topology on
// every platform. Lengths are in millimetres.
type Map struct {
	// Nodes is the number of processes, 1 to 1,024.
	Nodes  int    `json:"nodes" input:"required"`
	Layout Layout `json:"layout" input:"required"`
	// Side is the length of the square's sides, 1 to MostMillimetres.
	Side int `json:"side" input:"required"`
	// Reach is how far apart two linked processes may be, 1 or more.
	Reach int `json:"reach" input:"required"`
	// Clusters is the number of clusters, 1 to Nodes, and Spread the standard deviation of each coordinate in a
	// cluster, 1 to Side. Both are for ClusterLayout only. What falls outside the square is drawn again.
	Clusters int `json:"clusters,omitempty"`
	Spread   int `json:"spread,omitempty"`
	// Seed is what the draws depend on. A grid draws nothing.
	Seed uint64 `json:"seed,omitempty"`
}

const (
	mostOnMap = 1024
	// mostMaps is how many maps are drawn before a Map is refused: a sparse map of 49 processes may take dozens.
	mostMaps = 1000
)

// Topology returns the positions and the links. Maps are drawn until all processes are connected. It is an error
// that names the field if a field is out of range, or if none of 1,000 maps is connected.
func (m Map) Topology() (*Topology, error) {
	if err := m.check(); err != nil {
		return nil, err
	}
	tries := mostMaps
	if m.Layout == GridLayout {
		tries = 1
	}
	for try := range tries {
		t := linkNear(m.place(draw.New(m.Seed).Named("map").With(uint64(try))), m.Reach)
		if t.unreached(m.Nodes) < 0 {
			return t, nil
		}
	}
	return nil, input.Errorf("reach", "%d, no connected map came of %d; give a longer reach or a shorter side",
		m.Reach, tries)
}

func (m Map) check() error {
	clustered := m.Layout == ClusterLayout
	switch {
	case m.Nodes < 1 || m.Nodes > mostOnMap:
		return input.Errorf("nodes", "%d, it must be 1 to %d", m.Nodes, mostOnMap)
	case !slices.Contains(layouts, m.Layout):
		return input.Errorf("layout", "%q, it must be one of %q", m.Layout, layouts)
	case m.Side < 1 || m.Side > MostMillimetres:
		return input.Errorf("side", "%d, it must be 1 to %d, in millimetres", m.Side, MostMillimetres)
	case m.Reach < 1:
		return input.Errorf("reach", "%d, it must be 1 or more, in millimetres", m.Reach)
	case clustered && (m.Clusters < 1 || m.Clusters > m.Nodes):
		return input.Errorf("clusters", "%d, it must be 1 to nodes, %d", m.Clusters, m.Nodes)
	case clustered && (m.Spread < 1 || m.Spread > m.Side):
		return input.Errorf("spread", "%d, it must be 1 to side, %d", m.Spread, m.Side)
	case !clustered && m.Clusters != 0:
		return input.Errorf("clusters", "%d, but only the layout %q has them; omit it", m.Clusters, ClusterLayout)
	case !clustered && m.Spread != 0:
		return input.Errorf("spread", "%d, but only the layout %q has one; omit it", m.Spread, ClusterLayout)
	}
	return nil
}

// place returns the positions of one map.
func (m Map) place(k draw.Key) []Position {
	positions := make([]Position, m.Nodes)
	columns := 1
	for columns*columns < m.Nodes {
		columns++
	}
	for i := range positions {
		own := k.Named("node").With(uint64(i))
		switch m.Layout {
		case GridLayout:
			positions[i] = Position{m.middle(i%columns, columns), m.middle(i/columns, columns)}
		case UniformLayout:
			positions[i] = m.uniform(own)
		case ClusterLayout:
			of := m.uniform(k.Named("cluster").With(uint64(i % m.Clusters)))
			positions[i] = Position{m.near(of[0], own.With(0)), m.near(of[1], own.With(1))}
		}
	}
	return positions
}

// middle returns the middle of the nth of equal parts of a side.
func (m Map) middle(nth, parts int) int { return int(int64(m.Side) * int64(2*nth+1) / int64(2*parts)) }

func (m Map) uniform(k draw.Key) Position {
	side := int64(m.Side)
	return Position{int(k.With(0).Between(0, side)), int(k.With(1).Between(0, side))}
}

// near draws a coordinate about the middle of a cluster. Half the sum of twelve numbers from -Spread to Spread has
// the standard deviation Spread, and almost a normal distribution.
func (m Map) near(middle int, k draw.Key) int {
	spread := int64(m.Spread)
	for try := uint64(0); ; try++ { // at least one of three falls on the square
		sum := int64(0)
		for i := range uint64(12) {
			sum += k.With(try).With(i).Between(-spread, spread)
		}
		if at := int64(middle) + sum/2; at >= 0 && at <= int64(m.Side) {
			return int(at)
		}
	}
}
