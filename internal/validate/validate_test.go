package validate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/loopback"
	"github.com/scrutineer-go/scrutineer/internal/validate"
	"github.com/scrutineer-go/scrutineer/live"
	"github.com/scrutineer-go/scrutineer/properties/bully"
	"github.com/scrutineer-go/scrutineer/properties/bus"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
)

// group is a cluster whose processes are goroutines of the test.
type group struct {
	testing.TB
	harness campaign.Harness
	config  json.RawMessage
	faults  live.Faults
	dir     string
	nodes   int
	// silence is how long a process may be silent until the client takes it to be down; 0 is for ever.
	silence time.Duration
}

// short are the times of an election that takes a fraction of a second.
const short = `"answerMs": 20, "coordinatorMs": 60, "beatMs": 5, "failMs": 100`

// ran runs a cluster of the bully election while a function goes on.
func ran(t testing.TB, config string, during func(g *group)) *group {
	t.Helper()
	return groupOf(t, bully.Protocol(), config).runs(during)
}

// groupOf returns a cluster of a protocol, which is yet to run.
func groupOf(t testing.TB, p scrutineer.Registration, config string) *group {
	return &group{TB: t, harness: p.Registered().Campaigns(), config: json.RawMessage(config), dir: t.TempDir()}
}

// runs runs the cluster while a function goes on.
func (g *group) runs(during func(g *group)) *group {
	t := g.TB
	g.Helper()
	subject, err := g.harness.Open(g.config)
	g.must(err)
	nodes := subject.Cluster.Nodes
	peers := loopback.Free(t, nodes)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, nodes+1)
	g.nodes = nodes
	for id := range spec.NodeID(nodes) {
		transport, err := live.ListenUDP(id, peers)
		g.must(err)
		clients, err := live.ListenTCP(id, peers)
		g.must(err)
		log, life, err := live.CreateLog(g.dir, live.Head{Protocol: g.harness.Name, ID: id})
		g.must(err)
		p := live.Process{
			Cluster: subject.Cluster, ID: id, Life: life, Log: log, Clients: clients, Faults: g.faults,
			Disk: live.DiskAt(filepath.Join(g.dir, id.String()+".disk")), Transport: transport,
		}
		go func() { done <- errors.Join(p.Run(ctx), transport.Close(), log.Close()) }()
	}
	log, life, err := live.CreateLog(g.dir, live.Head{Protocol: g.harness.Name, ID: spec.Environment})
	g.must(err)
	client := live.Client{
		Peers: peers, Life: life, Log: log, SuspectAfter: g.silence,
		Delay: faults.Delay{Max: 5 * faults.Time(time.Millisecond)},
	}
	go func() { done <- errors.Join(client.Run(ctx), log.Close()) }()
	during(g)
	cancel()
	for range nodes + 1 {
		g.must(<-done)
	}
	return g
}

func (g *group) must(err error) {
	g.Helper()
	if err != nil {
		g.Fatal(err)
	}
}

// waits lets a cluster run for a while.
func waits(d time.Duration) func(*group) { return func(*group) { time.Sleep(d) } }

// judged judges the run.
func (g *group) judged() (validate.Verdict, error) {
	g.Helper()
	lives, err := live.ReadLogs(g.dir)
	if err != nil {
		return validate.Verdict{}, err
	}
	return validate.Logs(g.harness, g.config, lives)
}

// count counts the lines of the logs that have a text, but for the last ones, which have totals.
func (g *group) count(text string) (n int) {
	g.Helper()
	for id := range spec.NodeID(g.nodes) {
		g.edit(id, func(lines [][]byte) [][]byte {
			for _, line := range lines {
				if bytes.Contains(line, []byte(text)) && !bytes.Contains(line, []byte(`"stopped"`)) {
					n++
				}
			}
			return lines
		})
	}
	return n
}

// edit changes the lines of the log of a process.
func (g *group) edit(id spec.NodeID, change func([][]byte) [][]byte) {
	g.Helper()
	name := filepath.Join(g.dir, "process"+id.String()+"-life1.log")
	text, err := os.ReadFile(name)
	g.must(err)
	lines := change(bytes.SplitAfter(text, []byte("\n")))
	g.must(os.WriteFile(name, bytes.Join(lines, nil), 0o644))
}

// A run of real processes is judged as a simulated one is, and has a plan.
func TestLogs(t *testing.T) {
	t.Parallel()
	g := ran(t, `{"nodes": 3, `+short+`}`, waits(400*time.Millisecond))
	v, err := g.judged()
	g.must(err)
	if _, failed := v.Outcome.Failed(); failed || len(v.Run.Steps) < 20 || v.Outcome.Report.Events < len(v.Run.Steps) {
		t.Errorf("%d steps, %d events, violations %v", len(v.Run.Steps), v.Outcome.Report.Events, v.Outcome.Violations)
	}
	plan, _, err := v.Plan(1)
	g.must(err)
	if all, err := campaign.Replay(g.harness, plan); err != nil || all[0].Outcome.Report.Events < len(v.Run.Steps) {
		t.Errorf("the plan replays with %v", err)
	}
}

// Each injected fault is a step of the run.
func TestInjected(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		protocol scrutineer.Registration
		config   string
		topics   bool // a copy enters the network only if its receiver is bound to the topic
	}{
		{bully.Protocol(), `{"nodes": 3, ` + short + `}`, false},
		{rsdp.Protocol(), `{"nodes": 3, "statusMs": 30, "shareMs": 30, "syncMs": 100}`, true},
		{bus.Protocol(), `{"nodes": 4, "publishers": [0, 1], "items": 1000, "listeners": [0, 1, 2, 3]}`, true},
	} {
		g := groupOf(t, row.protocol, row.config)
		t.Run(g.harness.Name, func(t *testing.T) {
			g.TB = t
			g.faults = live.Faults{
				Seed: 1, Loss: 100, Duplicate: 200, Delay: faults.Delay{Max: 5 * faults.Time(time.Millisecond)},
				Partitions: []*faults.Partition{{
					Groups: []spec.Set{{0}}, Begin: 200 * faults.Time(time.Millisecond),
					End: 250 * faults.Time(time.Millisecond), Drops: true,
				}},
			}
			v, err := g.runs(waits(600 * time.Millisecond)).judged()
			g.must(err)
			if found, failed := v.Outcome.Failed(); failed {
				t.Error(found)
			}
			for logged, class := range map[string]spec.Class{
				`"lost"`: spec.ClassDrop, `"doubled"`: spec.ClassDuplicate,
			} {
				injected, steps := g.count(logged), 0
				for _, s := range v.Run.Steps {
					if s.Action.Class() == class {
						steps++
					}
				}
				exactly := !row.topics && class == spec.ClassDuplicate // UDP itself makes no second copy
				if injected == 0 || !row.topics && steps < injected || exactly && steps != injected {
					t.Errorf("%d copies are %s, and %d steps say so", injected, logged, steps)
				}
			}
		})
	}
}

// A step that no run of the cluster can have is refused by its place in the logs.
func TestRefused(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name   string
		nodes  spec.NodeID
		change func(lines [][]byte) [][]byte
		want   string
	}{
		{"a timer fires twice", 1, func(lines [][]byte) [][]byte {
			from, to := step(lines, `"kind":"fired","timer":"Beat"`, 2)
			return slices.Insert(lines, to, slices.Clone(lines[from:to])...)
		}, `^step \d+ of process 0's life 1 is refused: timer Beat fires at .* and was set to fire at `},
		{"steps in another order", 3, func(lines [][]byte) [][]byte {
			from, to := step(lines, `"timer":"Beat"`, 1)
			whole := slices.Clone(lines[from:to])
			lines = slices.Delete(lines, from, to)
			first, _ := step(lines, `"begun"`, 1)
			return slices.Insert(lines, first, whole...)
		}, `process2-life1.log: line \d+: reads .*, it must be .*, as at the step before`},
	} {
		t.Run(row.name, func(t *testing.T) {
			g := ran(t, fmt.Sprintf(`{"nodes": %d, %s}`, row.nodes, short), waits(300*time.Millisecond))
			g.edit(row.nodes-1, row.change)
			_, err := g.judged()
			if err == nil || !regexp.MustCompile(row.want).MatchString(err.Error()) {
				t.Errorf("%v, want %s", err, row.want)
			}
		})
	}
}

// step returns where the n-th step that has a text in its first line begins and ends.
func step(lines [][]byte, text string, n int) (from, to int) {
	for i, line := range lines {
		if bytes.Contains(line, []byte(`"begun"`)) && bytes.Contains(line, []byte(text)) {
			if n--; n == 0 {
				end := slices.IndexFunc(lines[i:], func(l []byte) bool { return bytes.Contains(l, []byte(`"ended"`)) })
				return i, i + end + 1
			}
		}
	}
	panic("there is no such step")
}

// A suspicion of a process that is up is no step of the cluster, if its detector is perfect. It is reported, and the
// run is judged up to there.
func TestFalseSuspicion(t *testing.T) {
	t.Parallel()
	g := groupOf(t, bully.Protocol(), `{"nodes": 3, "detector": "told", `+short+`}`)
	g.silence = time.Nanosecond // which is not enough for any process
	v, err := g.runs(waits(300 * time.Millisecond)).judged()
	g.must(err)
	if v.NotOffered == nil {
		t.Errorf("all is offered, violations %v", v.Outcome.Violations)
	}
}

// A long run that fails is enacted from a state shortly before the failure, and the small plan begins there too.
func TestWindow(t *testing.T) {
	g := groupOf(t, bully.Protocol(), `{"nodes": 3, "interpretations": ["no-epochs"], "answerMs": 50, `+
		`"coordinatorMs": 150, "beatMs": 5, "failMs": 400}`) // so long that nothing but the partition keeps a beat up
	g.faults.Partitions = []*faults.Partition{{
		Groups: []spec.Set{{2}}, Begin: 800 * faults.Time(time.Millisecond),
		End: 1500 * faults.Time(time.Millisecond), Drops: true,
	}}
	v, err := g.runs(waits(1600 * time.Millisecond)).judged()
	g.must(err)
	found, failed := v.Outcome.Failed()
	if !failed || found.Property != "OneLeaderPerEpoch" || found.Event < 100 {
		t.Fatalf("%d steps, failed is %v", len(v.Run.Steps), found)
	}
	defer validate.SetMostWhole(validate.SetMostWhole(50))
	plan, elements, err := v.Plan(2000)
	g.must(err)
	if plan.Snapshot == nil || elements > 20 {
		t.Errorf("%d faults and pins, it begins with %v", elements, plan.Snapshot)
	}
	name := filepath.Join(t.TempDir(), "plan.json")
	g.must(os.WriteFile(name, campaign.PlanText(plan), 0o644))
	read, err := campaign.ReadPlan(name)
	g.must(err)
	all, err := campaign.Replay(g.harness, read)
	g.must(err)
	if len(all[0].Wrong) > 0 || !all[0].Outcome.Fails("OneLeaderPerEpoch") {
		t.Errorf("replayed: %q", all[0].Wrong)
	}
}

// BenchmarkLogs judges a run of some ten thousand steps. ns/step is what a step takes.
func BenchmarkLogs(b *testing.B) {
	g := ran(b, `{"nodes": 5, "answerMs": 50, "coordinatorMs": 150, "beatMs": 2, "failMs": 200}`, waits(4*time.Second))
	steps := 0
	for b.Loop() {
		v, err := g.judged()
		g.must(err)
		steps = len(v.Run.Steps)
	}
	b.ReportMetric(float64(steps), "steps")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*steps), "ns/step")
}
