package pipeline

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// placeable looks at all ways to place demands on rooms.
func placeable(room, demands []int64) bool {
	if len(demands) == 0 {
		return true
	}
	for n := range room {
		room[n] -= demands[0]
		fits := room[n] >= 0 && placeable(room, demands[1:])
		room[n] += demands[0]
		if fits {
			return true
		}
	}
	return false
}

// The master places streams wherever they can be placed, on nodes that carry streams and none beyond its capacity.
func TestPlaceIsExact(t *testing.T) {
	checks(t, "2000")
	rapid.Check(t, func(t *rapid.T) {
		c := Cluster{Nodes: rapid.SliceOfN(rapid.Int64Range(0, 9), 1, 5).Draw(t, "nodes")}
		c.Master = rapid.IntRange(NoMaster, len(c.Nodes)-1).Draw(t, "master")
		demands := rapid.SliceOfN(rapid.Int64Range(1, 6), 0, 6).Draw(t, "demands")
		var room []int64
		for _, node := range c.Carriers() {
			room = append(room, c.Nodes[node])
		}
		nodes, proven := c.Place(demands)
		if there := placeable(room, demands); there != (nodes != nil) || !proven {
			t.Fatalf("placed on %v, proven %v; there is a way: %v", nodes, proven, there)
		}
		left := slices.Clone(c.Nodes)
		for i, node := range nodes {
			if left[node] -= demands[i]; left[node] < 0 || !slices.Contains(c.Carriers(), node) {
				t.Fatalf("%v: node %d cannot carry %v", nodes, node, demands)
			}
		}
	})
}

// First fit puts 3 where 2 and 2 should be.
func TestPlaceSearches(t *testing.T) {
	c := Cluster{Nodes: []int64{9, 4, 5}, Master: 0}
	nodes, _ := c.Place([]int64{2, 3, 2, 2})
	if d := cmp.Diff([]int{1, 2, 1, 2}, nodes); d != "" || c.firstFit([]int64{2, 3, 2, 2}) != 7 {
		t.Errorf("first fit places %d (-want +got):\n%s", c.firstFit([]int64{2, 3, 2, 2}), d)
	}
}

// That there is too much of all is seen at once, however many ways there are.
func TestPlaceTooMuch(t *testing.T) {
	c := Cluster{Nodes: []int64{0, 100, 99, 98, 97, 96, 95}}
	var demands []int64
	for i := range int64(40) {
		demands = append(demands, 12+i%7)
	}
	if nodes, proven := c.Place(demands); nodes != nil || !proven {
		t.Errorf("%v, %v", nodes, proven)
	}
}

// What the supervisor goes by, a sum, promises more than nodes can keep: two of 3 do not carry three streams of 2.
// First the master says so, then the supervisor gives it less.
func TestAssign(t *testing.T) {
	p := linked(0, Cluster{Stage: 1, Nodes: []int64{3, 9, 3}, Master: 1}, single(1, 6)).
		stream(2, 1, 5).stream(2, 1, 6).stream(2, 1, 7)
	if nodes, proven := p.Clusters[0].Place([]int64{2, 2, 2}); nodes != nil || !proven {
		t.Errorf("placed on %v", nodes)
	}
	if a := Form(p); !cmp.Equal(a.Plan, Plan{{0}, {0}, {0}}) {
		t.Errorf("by the sums the plan is %v", a.Plan)
	}
	a, placement := Assign(p)
	if d := cmp.Diff(Answer{Plan: Plan{{1}, {0}, {0}}, Cost: 7, Bound: 3}, a); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if d := cmp.Diff(Placement{{1}, {0}, {2}}, placement); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	p.Clusters[0].Nodes[0] = 4
	a, placement = Assign(p)
	if d := cmp.Diff(Placement{{0}, {0}, {2}}, placement); d != "" || a.Cost != 3 || !a.Proven {
		t.Errorf("%v (-want +got):\n%s", a, d)
	}
	p.Clusters[0].Nodes[0], p.Clusters[1].Nodes[1] = 3, 1
	if a, placement = Assign(p); a.Plan != nil || placement != nil || a.Proven {
		t.Errorf("%+v, %v", a, placement)
	}
}

// What is assigned is a plan, and fits on the nodes.
func TestAssignFits(t *testing.T) {
	assigned := 0
	for seed := range uint64(200) {
		p := Draw(seed, Shape{Stages: 2, Clusters: 2, Streams: 6, Demand: 5, Load: 800, Delay: 50})
		a, placement := Assign(p)
		if a.Plan == nil {
			continue
		}
		if assigned++; p.Verify(a.Plan) != nil || a.Cost < a.Bound || a.Proven && a.Cost > a.Bound {
			t.Errorf("%d: %v, %+v", seed, p.Verify(a.Plan), a)
		}
		for c, cluster := range p.Clusters {
			left := slices.Clone(cluster.Nodes)
			for s, path := range a.Plan {
				if node := placement[s][cluster.Stage-1]; path[cluster.Stage-1] == c {
					if left[node] -= p.Streams[s].Demand; left[node] < 0 || !slices.Contains(cluster.Carriers(), node) {
						t.Errorf("%d: node %d of cluster %d cannot carry it", seed, node, c)
					}
				}
			}
		}
	}
	if assigned < 60 {
		t.Errorf("%d of 200 are assigned", assigned)
	}
}
