package pipeline

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The substitute becomes the master, so its cluster carries less by its own capacity, and who had failed is gone.
func TestFail(t *testing.T) {
	p := linked(0, Cluster{Stage: 1, Nodes: []int64{5, 2, 4, 1}, Master: 2}, single(1, 9))
	if p.Clusters[0].Capacity() != 8 {
		t.Fatal(p.Clusters[0].Capacity())
	}
	after, err := Fail(p, 0, 0)
	want := Cluster{Stage: 1, Nodes: []int64{5, 2, 4, 1}, Master: 0, Down: []int{2}}
	if d := cmp.Diff(want, after.Clusters[0]); d != "" {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	if after.Clusters[0].Capacity() != 3 || p.Clusters[0].Master != 2 {
		t.Errorf("it carries %d; the problem before it has become %+v", after.Clusters[0].Capacity(), p)
	}
	after, err = Fail(after, 0, 1)
	if d := cmp.Diff([]int{0, 2}, after.Clusters[0].Down); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	nobody, err := Fail(after, 0, NoMaster)
	if err != nil || nobody.Clusters[0].Capacity() != 0 {
		t.Errorf("%v, %+v", err, nobody)
	}
	for _, c := range []struct {
		p                   Problem
		cluster, substitute int
		says                string
	}{
		{p, 2, 0, "cluster: 2, it must be 0 to 1"},
		{p, -1, 0, "cluster: -1, it must be 0 to 1"},
		{p, 0, 2, "substitute: 2, it must be one of [0 1 3], or -1 where nobody is left"},
		{after, 0, 2, "substitute: 2, it must be one of [3], or -1 where nobody is left"},
		{nobody, 0, 3, "cluster: 0 has no master that could fail"},
	} {
		if _, err := Fail(c.p, c.cluster, c.substitute); err == nil || err.Error() != c.says {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
}

// Who need not move does not, even where another plan would be cheaper.
func TestReplanKeeps(t *testing.T) {
	p := linked(0, Cluster{Stage: 1, Nodes: []int64{4, 4, 4}, Master: 0}, single(1, 9)).
		stream(4, 1, 3).stream(4, 1, 2).stream(1, 90, 1)
	earlier := Plan{{0}, {0}, {1}}
	if a := Form(p); !cmp.Equal(a.Plan, earlier) {
		t.Fatalf("%v", a.Plan)
	}
	after, err := Fail(p, 0, 1)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Replan(after, earlier)
	want := Answer{Plan: Plan{{0}, {1}, {1}}, Cost: 4, Bound: 4, Proven: true, Moved: 1, MovedAtLeast: 1}
	if d := cmp.Diff(want, a); d != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, d)
	}
	// The delays have changed and all fits: a plan anew would be better, and nobody moves.
	p.Sensors[0][0] = 50
	a, err = Replan(p, earlier)
	want = Answer{Plan: earlier, Cost: 52, Bound: 52, Proven: true}
	if d := cmp.Diff(want, a); d != "" || err != nil || Form(p).Cost != 5 {
		t.Errorf("%v, %v (-want +got):\n%s", err, Form(p), d)
	}
	// A link is gone: who used it moves, though it has room.
	p.Sensors[0][0] = NoLink
	if a, err = Replan(p, earlier); err != nil || a.Moved != 1 || !cmp.Equal(a.Plan, Plan{{1}, {0}, {1}}) {
		t.Errorf("%v, %+v", err, a)
	}
	for _, c := range []struct {
		earlier Plan
		says    string
	}{
		{Plan{{0}}, "plan: 1 paths, there must be one for each of the 3 streams"},
		{Plan{{0}, {0, 1}, {0}}, "plan[1]: 2 clusters, there must be one for each of the 1 stages"},
		{Plan{{0}, {0}, {2}}, "plan[2][0]: 2, it must be a cluster of stage 1"},
	} {
		if _, err := Replan(p, c.earlier); err == nil || err.Error() != c.says {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
}

// Hundreds of streams are beyond any search: as many as must move do, and few more.
func TestReplanLarge(t *testing.T) {
	p := Draw(3, Shape{Stages: 3, Clusters: 5, Streams: 200, Demand: 20, Load: 700, Delay: 9000})
	earlier := Form(p)
	if earlier.Plan == nil {
		t.Fatal(earlier)
	}
	after, err := Fail(p, 0, p.Clusters[0].Carriers()[0])
	if err != nil {
		t.Fatal(err)
	}
	a, err := Replan(after, earlier.Plan)
	if err != nil || a.Plan == nil || after.Verify(a.Plan) != nil {
		t.Fatalf("%v, %+v", err, a)
	}
	t.Logf("%d moved, at least %d must", a.Moved, a.MovedAtLeast)
	if a.Moved == 0 || a.Moved < a.MovedAtLeast || a.Moved > a.MovedAtLeast+3 {
		t.Errorf("%d moved, at least %d must", a.Moved, a.MovedAtLeast)
	}
}
