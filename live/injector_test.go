package live_test

import (
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/spec"
)

// On a line of four processes each link adds a delay and a chance of a loss. With PerRoute a loss is drawn once.
func TestLinks(t *testing.T) {
	const copies = 20_000
	line := &faults.Topology{Links: [][2]spec.NodeID{{0, 1}, {1, 2}, {2, 3}}}
	routes, err := faults.NewRoutes(line, 4)
	if err != nil {
		t.Fatal(err)
	}
	delay := faults.Delay{Min: faults.Time(time.Millisecond), Max: faults.Time(3 * time.Millisecond)}
	for _, c := range []struct {
		name     string
		routes   faults.Routes
		perRoute bool
		to       spec.NodeID
		links    int
		lost     int // in thousandths, of a loss of 200 for each link
	}{
		{"over three links", routes, false, 3, 3, 488},
		{"over three links, a loss for each route", routes, true, 3, 3, 200},
		{"over one link", routes, false, 1, 1, 200},
		{"to itself", routes, false, 0, 1, 200},
		{"all linked", faults.Routes{}, false, 3, 1, 200},
	} {
		f := &live.Faults{Seed: 7, Loss: 200, PerRoute: c.perRoute, Delay: delay, Routes: c.routes}
		lost, sum := 0, time.Duration(0)
		for n := range copies {
			id := live.MessageID{Life: 1, Number: n + 1}
			if live.Loses(f, id, c.to) {
				lost++
			}
			due, links := live.Due(f, id, c.to), time.Duration(c.links)
			if sum += due; due < links*time.Millisecond || due > links*3*time.Millisecond {
				t.Fatalf("%s: a copy takes %s", c.name, due)
			}
		}
		if share := lost * 1000 / copies; share < c.lost-15 || share > c.lost+15 {
			t.Errorf("%s: %d of 1000 copies are lost, want %d", c.name, share, c.lost)
		}
		mean := sum / copies
		if want := time.Duration(c.links) * 2 * time.Millisecond; mean < want*98/100 || mean > want*102/100 {
			t.Errorf("%s: a copy takes %s in the mean, want %s", c.name, mean, want)
		}
	}
}

// A partition cuts links, as in a plan: it stops a copy between two processes of one group that goes over another one.
func TestCutLinks(t *testing.T) {
	routes, err := faults.NewRoutes(&faults.Topology{Links: [][2]spec.NodeID{{0, 1}, {1, 2}, {2, 3}}}, 4)
	if err != nil {
		t.Fatal(err)
	}
	cut := func(begin, end time.Duration, drops bool, group ...spec.NodeID) *faults.Partition {
		return &faults.Partition{
			Groups: []spec.Set{group}, Begin: faults.Time(begin), End: faults.Time(end), Drops: drops,
		}
	}
	for _, c := range []struct {
		name       string
		partitions []*faults.Partition
		to         spec.NodeID
		due        time.Duration
		lost       bool
	}{
		{"over the other group", []*faults.Partition{cut(0, time.Second, false, 0, 3)}, 3, time.Second, false},
		{"dropped on the way", []*faults.Partition{cut(0, time.Second, true, 0, 3)}, 3, time.Second, true},
		{"not cut", []*faults.Partition{cut(0, time.Second, true, 0, 1)}, 1, 0, false},
		{
			"it waits for one, and is dropped by the next",
			[]*faults.Partition{cut(0, time.Second, false, 0), cut(time.Second, 2*time.Second, true, 3)},
			3, 2 * time.Second, true,
		},
		{
			"it waits for one until the next is over",
			[]*faults.Partition{cut(0, 2*time.Second, false, 0), cut(0, time.Second, true, 3)},
			3, 2 * time.Second, false,
		},
	} {
		f, id := &live.Faults{Partitions: c.partitions, Routes: routes}, live.MessageID{Life: 1, Number: 1}
		if due, lost := live.Due(f, id, c.to), live.Loses(f, id, c.to); due != c.due || lost != c.lost {
			t.Errorf("%s: due %s, lost %t, want %s, %t", c.name, due, lost, c.due, c.lost)
		}
	}
}
