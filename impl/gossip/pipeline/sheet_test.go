package pipeline

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// single is a cluster that carries so much: its other node is the master, which could carry more.
func single(stage int, capacity int64) Cluster {
	return Cluster{Stage: stage, Nodes: []int64{1000, capacity}, Master: 0}
}

// linked is a problem whose clusters are all joined by a delay.
func linked(delay int64, clusters ...Cluster) Problem {
	p := Problem{Clusters: clusters}
	for _, c := range clusters {
		p.Stages = max(p.Stages, c.Stage)
		p.Cloud = append(p.Cloud, delay)
		row := make([]int64, len(clusters))
		for i := range row {
			row[i] = delay
		}
		p.Delays = append(p.Delays, row)
	}
	return p
}

// stream adds a stream with a sensor of its own.
func (p Problem) stream(demand int64, delays ...int64) Problem {
	p.Streams = append(p.Streams, Stream{Sensor: len(p.Sensors), Demand: demand})
	p.Sensors = append(p.Sensors, delays)
	return p
}

// TestGreedyCostsMore is the first example of the sheet's C4.8: one stream has another way that is not much longer,
// the other has not, and the first one to choose is the wrong one.
func TestGreedyCostsMore(t *testing.T) {
	p := linked(1, single(1, 1), single(1, 1)).stream(1, 1, 2).stream(1, 1, 10)
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	if plan := Greedy(p); p.Cost(plan) != 13 {
		t.Errorf("greedy has %v for %d, want 13", plan, p.Cost(plan))
	}
	plan, _, err := Flow(p)
	if d := cmp.Diff(Plan{{1}, {0}}, plan); err != nil || p.Cost(plan) != 5 || d != "" {
		t.Errorf("%v, %d, want 5 (-want +got):\n%s", err, p.Cost(plan), d)
	}
	if a := Form(p); a.Cost != 5 || !a.Proven {
		t.Errorf("Form: %v", a)
	}
	if a := Search(p, 1000); a.Cost != 5 || !a.Proven {
		t.Errorf("Search: %v", a)
	}
}

// TestNearestCostsMore is the second one: what is near leads to what is far.
func TestNearestCostsMore(t *testing.T) {
	p := linked(1, single(1, 1), single(1, 1), single(2, 1)).stream(1, 1, 2, 0)
	p.Delays[0][2] = 10
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	if plan := Nearest(p); p.Cost(plan) != 12 {
		t.Errorf("the nearest each time have %v for %d, want 12", plan, p.Cost(plan))
	}
	if path, cost := One(p, 0); cost != 4 || !cmp.Equal(path, []int{1, 2}) {
		t.Errorf("the shortest path is %v for %d, want 4", path, cost)
	}
}

// TestGreedyFindsNone is the third one: what fits one after the other leaves holes.
func TestGreedyFindsNone(t *testing.T) {
	p := linked(1, single(1, 5), single(1, 5)).stream(2, 1, 2).stream(2, 1, 2).stream(3, 1, 2).stream(3, 1, 2)
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	if plan := Greedy(p); plan != nil {
		t.Errorf("greedy found %v", plan)
	}
	// Where a stream finds none another one loses its path.
	task := newTask(p)
	if plan := task.build([]int{0, 1, 2, 3}, task.free()); !cmp.Equal(plan, Plan{{1}, {0}, {1}, {0}}) {
		t.Errorf("built in this order is %v", plan)
	}
	best, _, cost := enumerate(p, nil)
	a := Form(p)
	if best == nil || a.Plan == nil || a.Cost != cost || !a.Proven || p.Verify(a.Plan) != nil {
		t.Errorf("there is %v for %d, Form has %v for %d", best, cost, a.Plan, a.Cost)
	}
}

// The problem of PARTITION: there is a plan if and only if the numbers can be divided into two halves.
func TestPartition(t *testing.T) {
	for bits := range 1 << 12 {
		numbers := []int64{1 + int64(bits&7), 1 + int64(bits>>3&7), 1 + int64(bits>>6&7), 1 + int64(bits>>9&7), 5}
		sum, divides := int64(0), false
		for _, n := range numbers {
			sum += n
		}
		for half := range 1 << len(numbers) {
			chosen := int64(0)
			for i, n := range numbers {
				chosen += n * int64(half>>i&1)
			}
			divides = divides || 2*chosen == sum
		}
		p := Partition(numbers)
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		if a := Form(p); (a.Plan != nil) != divides || !a.Proven {
			t.Fatalf("%v can be divided: %v; %v", numbers, divides, a)
		}
	}
}

// To ask whether there is any plan is to ask whether numbers can be divided into two equal sums, which is NP-hard.
func ExamplePartition() {
	fmt.Println(Form(Partition([]int64{3, 1, 1, 2, 2, 1})))
	fmt.Println(Form(Partition([]int64{3, 1, 1, 2, 2, 2})))
	fmt.Println(Form(Partition([]int64{5, 1, 1, 2})))
	// Output:
	// 0 µs, and no plan is better
	// there is no plan
	// there is no plan
}

func ExampleForm() {
	p := linked(1000, single(1, 5), single(1, 5), single(2, 9)).stream(2, 100, 400, 0).stream(4, 100, 300, 0)
	a := Form(p)
	fmt.Println(a.Plan, a)
	// Output: [[0 2] [1 2]] 4400 µs, and no plan is better
}
