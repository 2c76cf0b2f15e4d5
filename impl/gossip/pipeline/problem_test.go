package pipeline

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const good = `{
	"stages": 2,
	"clusters": [
		{"stage": 1, "nodes": [7, 3, 2], "master": 0},
		{"stage": 2, "nodes": [1, 4, 4, 5], "master": 3, "down": [1]}
	],
	"delays": [[-1, 250], [-1, -1]],
	"sensors": [[1000, -1]],
	"cloud": [-1, 40],
	"streams": [{"sensor": 0, "demand": 5}]
}`

func TestParse(t *testing.T) {
	p, err := Parse([]byte(good))
	if err != nil {
		t.Fatal(err)
	}
	a := Form(p)
	if d := cmp.Diff(Answer{Plan: Plan{{0, 1}}, Cost: 1290, Bound: 1290, Proven: true}, a); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// What is wrong is said with the field that it is wrong in.
func TestParseRefuses(t *testing.T) {
	for _, c := range []struct{ from, to, says string }{
		{`"stages": 2`, `"stages": 0`, "stages: 0, it must be 1 to 2"},
		{`"stages": 2`, `"stages": 3`, "stages: 3, it must be 1 to 2"},
		{`"stages": 2,`, ``, "stages: is missing"},
		{`"stage": 2`, `"stage": 3`, "clusters[1].stage: 3, it must be 1 to 2"},
		{`"stage": 2`, `"stage": 1`, "clusters: none of them does stage 2"},
		{`[7, 3, 2]`, `[]`, "clusters[0].nodes: 0, it must be 1 to 1000"},
		{`[7, 3, 2]`, `[7, -3]`, "clusters[0].nodes[1]: -3, it must be 0 to 1000000000"},
		{`"master": 0`, `"master": 3`, "clusters[0].master: 3, it must be 0 to 2, or -1"},
		{`"master": 0`, `"master": -2`, "clusters[0].master: -2, it must be 0 to 2, or -1"},
		{`"master": 3`, `"master": 1`, "clusters[1].master: 1 is down"},
		{`"down": [1]`, `"down": [4]`, "clusters[1].down[0]: 4, it must be 0 to 3"},
		{`"down": [1]`, `"down": [1, 1]`, "clusters[1].down: they must be in ascending order without repetition"},
		{`[-1, -1]]`, `[-1]]`, "delays[1]: 1 delays, there must be one for each of the 2 clusters"},
		{`, [-1, -1]]`, `]`, "delays: 1 lists, there must be one for each of the 2 clusters"},
		{`250`, `-2`, "delays[0][1]: -2, it must be 0 to 60000000, or -1"},
		{`250`, `60000001`, "delays[0][1]: 60000001, it must be 0 to 60000000, or -1"},
		{`[[1000, -1]]`, `[]`, "sensors: 0, it must be 1 to 10000"},
		{`[[1000, -1]]`, `[[1]]`, "sensors[0]: 1 delays"},
		{`[-1, 40]`, `[-1, 40, 2]`, "cloud: 3 delays"},
		{`"sensor": 0`, `"sensor": 1`, "streams[0].sensor: 1, it must be 0 to 0"},
		{`"demand": 5`, `"demand": 0`, "streams[0].demand: 0, it must be 1 to 1000000"},
		{`"demand": 5`, `"demand": 2.5`, "streams[0].demand: a JSON number 2.5 stands where a whole number is wanted"},
		{`"demand": 5`, `"demands": 5`, "streams[0].demands: no such field"},
		{`[7, 3, 2]`, `[1` + strings.Repeat(", 1", MaxNodes) + `]`, "clusters[0].nodes: 1001, it must be 1 to 1000"},
	} {
		if strings.Count(good, c.from) != 1 {
			t.Fatalf("%s stands there %d times", c.from, strings.Count(good, c.from))
		}
		_, err := Parse([]byte(strings.Replace(good, c.from, c.to, 1)))
		if err == nil || !strings.HasPrefix(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.to, err, c.says)
		}
	}
	for _, c := range []struct {
		p    Problem
		says string
	}{
		{Problem{}, "clusters: 0, it must be 1 to 1000"},
		{Problem{Stages: 1, Clusters: make([]Cluster, MaxClusters+1)}, "clusters: 1001, it must be 1 to 1000"},
		{
			Problem{Stages: 1, Clusters: make([]Cluster, 1), Sensors: make([][]int64, MaxSensors+1)},
			"sensors: 10001, it must be 1 to 10000",
		},
		{
			Problem{
				Stages: 1, Clusters: make([]Cluster, 1), Sensors: make([][]int64, 1),
				Streams: make([]Stream, MaxStreams+1),
			},
			"streams: 10001, it must be 0 to 10000",
		},
	} {
		if err := c.p.Check(); err == nil || err.Error() != c.says {
			t.Errorf("%v, want %q", err, c.says)
		}
	}
}

// The master carries no streams, nor does who is down; and without a master nobody does.
func TestCapacity(t *testing.T) {
	for _, c := range []struct {
		cluster  Cluster
		carriers []int
		capacity int64
	}{
		{Cluster{Nodes: []int64{7, 3, 2}, Master: 0}, []int{1, 2}, 5},
		{Cluster{Nodes: []int64{7, 3, 2}, Master: 1}, []int{0, 2}, 9},
		{Cluster{Nodes: []int64{7, 3, 2}, Master: 1, Down: []int{2}}, []int{0}, 7},
		{Cluster{Nodes: []int64{7}, Master: 0}, nil, 0},
		{Cluster{Nodes: []int64{7, 3, 2}, Master: NoMaster}, nil, 0},
	} {
		if got := c.cluster.Carriers(); !cmp.Equal(got, c.carriers) || c.cluster.Capacity() != c.capacity {
			t.Errorf("%+v: %v carry %d, want %v and %d", c.cluster, got, c.cluster.Capacity(), c.carriers, c.capacity)
		}
	}
}

func TestVerify(t *testing.T) {
	p := linked(10, single(1, 4), single(1, 9), single(2, 9)).stream(3, 1, 2, 3).stream(3, 1, 2, 3)
	p.Delays[1][2] = NoLink
	p.Sensors[1][0] = NoLink
	for _, c := range []struct {
		plan Plan
		says string
	}{
		{Plan{{0, 2}}, "plan: 1 paths, there must be one for each of the 2 streams"},
		{Plan{{0, 2}, {0}}, "plan[1]: 1 clusters, there must be one for each of the 2 stages"},
		{Plan{{2, 0}, {0, 2}}, "plan[0][0]: 2, it must be a cluster of stage 1"},
		{Plan{{0, 1}, {0, 2}}, "plan[0][1]: 1, it must be a cluster of stage 2"},
		{Plan{{0, 2}, {3, 2}}, "plan[1][0]: 3, it must be a cluster of stage 1"},
		{Plan{{0, 2}, {-1, 2}}, "plan[1][0]: -1, it must be a cluster of stage 1"},
		{Plan{{1, 2}, {0, 2}}, "plan[0]: [1 2] has a link that is not there"},
		{Plan{{0, 2}, {0, 2}}, "plan[1]: [0 2] has a link that is not there"},
	} {
		if err := p.Verify(c.plan); err == nil || err.Error() != c.says {
			t.Errorf("%v: %v, want %q", c.plan, err, c.says)
		}
	}
	p.Sensors[1][0], p.Delays[1][2] = 1, 0
	// The stage has room for both, 13, and the cluster has not.
	const says = "plan: cluster 0 gets 6, it carries at most 4"
	if err := p.Verify(Plan{{0, 2}, {0, 2}}); err == nil || err.Error() != says {
		t.Error(err)
	}
	plan := Plan{{0, 2}, {1, 2}}
	if err := p.Verify(plan); err != nil || p.Cost(plan) != 1+10+10+2+0+10 {
		t.Errorf("%v, %d", err, p.Cost(plan))
	}
	p.Cloud[2] = NoLink
	if err := p.Verify(plan); err == nil || err.Error() != "plan[0]: [0 2] has a link that is not there" {
		t.Error(err)
	}
	if Nearest(p) != nil || Greedy(p) != nil {
		t.Error("there is no link to the cloud")
	}
}

func TestAnswerInWords(t *testing.T) {
	for _, c := range []struct {
		a    Answer
		gap  int64
		says string
	}{
		{Answer{Proven: true}, 0, "there is no plan"},
		{Answer{}, 0, "no plan was found, which does not prove that there is none"},
		{Answer{Plan: Plan{}, Cost: 9, Bound: 9, Proven: true}, 0, "9 µs, and no plan is better"},
		{
			Answer{Plan: Plan{}, Cost: 1001, Bound: 900},
			113,
			"1001 µs, at most 113/1000 above the best: no plan is below 900 µs",
		},
		{
			Answer{Plan: Plan{}, Cost: 2, Bound: 0},
			2000,
			"2 µs, at most 2000/1000 above the best: no plan is below 0 µs",
		},
	} {
		if c.a.Gap() != c.gap || c.a.String() != c.says {
			t.Errorf("%d, %q, want %d, %q", c.a.Gap(), c.a, c.gap, c.says)
		}
	}
}
