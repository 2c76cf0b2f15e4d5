package pipeline

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fixed is what comes of a drawn problem, on any machine: how good things are and how much is looked at, where no
// rule says how good or how much.
type fixed struct {
	Bound, Heuristic, Greedy, Nearest int64
	Looked                            int // how much of its effort the search took; it is not proven where that is all
	Searched                          int64
	Moved                             int
	Replanned, ReplannedBound         int64
}

func fixedOf(t *testing.T, seed uint64, shape Shape) fixed {
	const effort = 2000
	p := Draw(seed, shape)
	task := newTask(p)
	bound, at := task.bound()
	plan, _ := task.branch(nil, at, effort)
	f := fixed{
		Bound: bound, Heuristic: Heuristic(p).Cost, Greedy: p.Cost(Greedy(p)), Nearest: p.Cost(Nearest(p)),
		Searched: p.Cost(plan),
	}
	for f.Looked < effort {
		if _, proven := task.branch(nil, at, f.Looked+10); proven {
			break
		}
		f.Looked += 10
	}
	earlier := task.heuristic(at)
	if earlier == nil {
		return f
	}
	after, err := Fail(p, 0, p.Clusters[0].Carriers()[0])
	if err != nil {
		t.Fatal(err)
	}
	a, err := replan(after, earlier, 500)
	if err != nil {
		t.Fatal(err)
	}
	f.Moved, f.Replanned, f.ReplannedBound = a.Moved, a.Cost, a.Bound
	return f
}

func TestFixed(t *testing.T) {
	for i, c := range []struct {
		shape Shape
		want  fixed
	}{
		{
			Shape{Stages: 1, Clusters: 4, Streams: 12, Demand: 9, Load: 700, Delay: 100},
			fixed{
				Bound: 971, Heuristic: 977, Greedy: 980, Nearest: 1037, Looked: 50,
				Searched: 977, Moved: 1, Replanned: 1048, ReplannedBound: 1048,
			},
		},
		{
			Shape{Stages: 2, Clusters: 3, Streams: 10, Demand: 30, Load: 600, Delay: 1000, Unlinked: 50},
			fixed{
				Bound: 3925, Heuristic: 4077, Greedy: 4269, Nearest: 4269, Looked: 250,
				Searched: 4077, Moved: 2, Replanned: 4657, ReplannedBound: 4657,
			},
		},
		{
			Shape{Stages: 3, Clusters: 3, Streams: 20, Demand: 8, Load: 600, Delay: 700, Unlinked: 20},
			fixed{
				Bound: 14851, Heuristic: 14859, Greedy: 16252, Nearest: 17807, Looked: 550,
				Searched: 14859, Moved: 2, Replanned: 15821, ReplannedBound: 15821,
			},
		},
		{
			Shape{Stages: 4, Clusters: 4, Streams: 30, Demand: 50, Load: 600, Delay: 20_000, Unlinked: 30},
			fixed{
				Bound: 600424, Heuristic: 606772, Greedy: 640037, Nearest: 665305, Looked: 2000,
				Searched: 652733, Moved: 9, Replanned: 641253, ReplannedBound: 641253,
			},
		},
		{
			Shape{Stages: 2, Clusters: 5, Streams: 40, Demand: 3, Load: 720, Delay: 50},
			fixed{
				Bound: 1872, Heuristic: 1902, Greedy: 2180, Nearest: 2264, Looked: 2000,
				Searched: 1975, Moved: 2, Replanned: 1944, ReplannedBound: 1882,
			},
		},
	} {
		if d := cmp.Diff(c.want, fixedOf(t, uint64(i), c.shape)); d != "" {
			t.Errorf("problem %d (-want +got):\n%s", i, d)
		}
	}
}

// Where there are no streams there is nothing to pay, and nothing to find.
func TestNoStreams(t *testing.T) {
	p := linked(0, single(1, 5))
	p.Sensors = [][]int64{{0}}
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	want := Answer{Plan: Plan{}, Proven: true}
	replanned, err := Replan(p, Plan{})
	assigned, placement := Assign(p)
	for name, a := range map[string]Answer{
		"Form": Form(p), "Heuristic": Heuristic(p), "Search": Search(p, 9), "Replan": replanned, "Assign": assigned,
	} {
		if d := cmp.Diff(want, a); d != "" || err != nil || len(placement) != 0 {
			t.Errorf("%s: %v, %v (-want +got):\n%s", name, err, placement, d)
		}
	}
	plan, there, err := Flow(p)
	if bound, possible := Bound(p); bound != 0 || !possible || !there || len(plan) != 0 || err != nil {
		t.Errorf("%d, %v; %v, %v, %v", bound, possible, plan, there, err)
	}
	for name, plan := range map[string]Plan{"Flow": plan, "Greedy": Greedy(p), "Nearest": Nearest(p)} {
		if plan == nil || len(plan) > 0 {
			t.Errorf("%s: %v", name, plan)
		}
	}
}
