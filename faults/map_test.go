package faults_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A distance is the integer root of its square, also of the longest one.
func TestDistances(t *testing.T) {
	origin := faults.Position{}
	for _, c := range []struct {
		p, q faults.Position
		want int
	}{
		{origin, origin, 0},
		{origin, faults.Position{0, 1}, 1},
		{origin, faults.Position{1, 1}, 1},
		{origin, faults.Position{2, 2}, 2},
		{faults.Position{10, 3}, faults.Position{7, 7}, 5},
		{faults.Position{faults.MostMillimetres, 0}, origin, faults.MostMillimetres},
		{origin, faults.Position{faults.MostMillimetres, faults.MostMillimetres}, 1_414_213_562},
	} {
		if got := c.p.Distance(c.q); got != c.want {
			t.Errorf("%v and %v are %d apart, want %d", c.p, c.q, got, c.want)
		}
	}
	for i := range uint64(3000) {
		most := min(int64(1)<<(i%31), faults.MostMillimetres)
		coordinate := func(word uint64) int { return int(draw.New(i).With(word).Between(0, most)) }
		p, q := faults.Position{coordinate(0), coordinate(1)}, faults.Position{coordinate(2), coordinate(3)}
		x, y, d := int64(p[0]-q[0]), int64(p[1]-q[1]), int64(p.Distance(q))
		if square := x*x + y*y; d*d > square || (d+1)*(d+1) <= square || q.Distance(p) != int(d) {
			t.Errorf("%v and %v are %d apart, the square is %d", p, q, d, square)
		}
	}
}

// Within links exactly the pairs that are near enough, and says what is wrong.
func TestWithin(t *testing.T) {
	row := []faults.Position{{0, 0}, {3, 4}, {6, 8}, {6, 13}}
	got, err := faults.Within(row, 5)
	want := &faults.Topology{Links: [][2]spec.NodeID{{0, 1}, {1, 2}, {2, 3}}, Positions: row}
	if d := cmp.Diff(want, got); d != "" || err != nil {
		t.Errorf("%s, %v", d, err)
	}
	if alone, err := faults.Within(row[:1], 1); err != nil || alone.Links == nil || len(alone.Links) > 0 {
		t.Errorf("a process alone has %+v, %v", alone, err)
	}
	for _, c := range []struct {
		positions []faults.Position
		reach     int
		want      string
	}{
		{row, 0, "reach: 0, it must be 1 or more, in millimetres"},
		{row, 4, "reach: 4, no way leads from node 0 to node 1; give a longer one"},
		{[]faults.Position{{0, -1}}, 4, "positions[0]: [0 -1], it must be 0 to 1000000000, in millimetres"},
	} {
		if _, err := faults.Within(c.positions, c.reach); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// fortyNine is a square of 15 m with a reach of 4 m.
func fortyNine(more string) faults.Map {
	var m faults.Map
	if err := input.Decode(fmt.Appendf(nil, `{"nodes": 49, "side": 15000, "reach": 4000, %s}`, more), &m); err != nil {
		panic(err)
	}
	return m
}

// A map is connected, on its square, the same for the same seed and another one for another; and a plan
// takes it.
func TestMaps(t *testing.T) {
	for _, layout := range []string{
		`"layout": "grid"`, `"layout": "uniform"`, `"layout": "clusters", "clusters": 5, "spread": 1500`,
	} {
		var texts []string
		for seed := range uint64(20) {
			m := fortyNine(layout)
			m.Seed = seed / 2
			topology, err := m.Topology()
			if err != nil {
				t.Fatalf("%s: %v", layout, err)
			}
			if _, err := faults.NewRoutes(topology, 49); err != nil {
				t.Errorf("%s: %v", layout, err)
			}
			for i, p := range topology.Positions {
				if min(p[0], p[1]) < 0 || max(p[0], p[1]) > m.Side {
					t.Errorf("%s: process %d is at %v", layout, i, p)
				}
			}
			text, err := json.Marshal(topology)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, string(text))
		}
		for i := range texts[1:] {
			same := texts[i] == texts[i+1]
			if want := i%2 == 0 || strings.Contains(layout, "grid"); same != want {
				t.Errorf("%s: maps %d and %d are the same: %t", layout, i, i+1, same)
			}
		}
	}
}

// In a grid the processes are in the middles of equal squares. Pairs that are diagonal neighbours are linked
// if the reach is that long.
func TestGrid(t *testing.T) {
	topology, err := faults.Map{Nodes: 5, Layout: faults.GridLayout, Side: 30, Reach: 10}.Topology()
	if err != nil {
		t.Fatal(err)
	}
	want := &faults.Topology{
		Links:     [][2]spec.NodeID{{0, 1}, {0, 3}, {1, 2}, {1, 4}, {3, 4}},
		Positions: []faults.Position{{5, 5}, {15, 5}, {25, 5}, {5, 15}, {15, 15}},
	}
	if d := cmp.Diff(want, topology); d != "" {
		t.Error(d)
	}
	topology, err = fortyNine(`"layout": "grid"`).Topology()
	if err != nil || len(topology.Links) != 2*7*6+2*6*6 {
		t.Errorf("7 by 7 have %d links, want those to eight neighbours: %v", len(topology.Links), err)
	}
}

// The processes of a cluster are about its middle with the standard deviation that is given.
func TestClustersHaveTheirSpread(t *testing.T) {
	const spread, nodes = 50, 500
	m := faults.Map{
		Nodes: nodes, Layout: faults.ClusterLayout, Side: 1_000_000, Reach: faults.MostMillimetres, Clusters: 1,
		Spread: spread,
	}
	topology, err := m.Topology()
	if err != nil {
		t.Fatal(err)
	}
	for axis := range 2 {
		sum, squares := 0, 0
		for _, p := range topology.Positions {
			sum += p[axis]
		}
		for _, p := range topology.Positions {
			squares += (p[axis] - sum/nodes) * (p[axis] - sum/nodes)
		}
		if v := squares / nodes; v < 42*42 || v > 58*58 {
			t.Errorf("axis %d: the variance is %d, want %d", axis, v, spread*spread)
		}
	}
}

// Maps are pinned: experiments name them by their seeds.
func TestMapsAreTheSameForEver(t *testing.T) {
	m := faults.Map{
		Nodes: 3, Layout: faults.ClusterLayout, Side: 1000, Reach: 1500, Clusters: 2, Spread: 100, Seed: 7,
	}
	clusters, err := m.Topology()
	if err != nil {
		t.Fatal(err)
	}
	m.Layout, m.Clusters, m.Spread = faults.UniformLayout, 0, 0
	uniform, err := m.Topology()
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(clusters.Positions, uniform.Positions)
	if want := `[[770 629] [237 85] [844 842]] [[407 561] [740 832] [895 163]]`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What a map cannot be is said with its field.
func TestBrokenMaps(t *testing.T) {
	for _, c := range []struct {
		change func(*faults.Map)
		want   string
	}{
		{func(m *faults.Map) { m.Nodes = 0 }, `nodes: 0, it must be 1 to 1024`},
		{func(m *faults.Map) { m.Nodes = 1025 }, `nodes: 1025, it must be 1 to 1024`},
		{
			func(m *faults.Map) { m.Layout = "ring" },
			`layout: "ring", it must be one of ["grid" "uniform" "clusters"]`,
		},
		{func(m *faults.Map) { m.Side = 0 }, `side: 0, it must be 1 to 1000000000, in millimetres`},
		{func(m *faults.Map) { m.Reach = 0 }, `reach: 0, it must be 1 or more, in millimetres`},
		{func(m *faults.Map) { m.Clusters = 2 }, `clusters: 2, but only the layout "clusters" has them; omit it`},
		{func(m *faults.Map) { m.Spread = 2 }, `spread: 2, but only the layout "clusters" has one; omit it`},
		{func(m *faults.Map) { m.Layout = faults.ClusterLayout }, `clusters: 0, it must be 1 to nodes, 49`},
		{
			func(m *faults.Map) { m.Layout, m.Clusters = faults.ClusterLayout, 50 },
			`clusters: 50, it must be 1 to nodes, 49`,
		},
		{
			func(m *faults.Map) { m.Layout, m.Clusters = faults.ClusterLayout, 5 },
			`spread: 0, it must be 1 to side, 15000`,
		},
		{
			func(m *faults.Map) { m.Reach = 10 },
			`reach: 10, no connected map came of 1000; give a longer reach or a shorter side`,
		},
		{
			func(m *faults.Map) { m.Layout, m.Reach = faults.GridLayout, 2000 },
			`reach: 2000, no connected map came of 1; give a longer reach or a shorter side`,
		},
	} {
		m := fortyNine(`"layout": "uniform"`)
		c.change(&m)
		if _, err := m.Topology(); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
