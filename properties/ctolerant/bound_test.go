package ctolerant

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/internal/output"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// boundRuns is how long the campaign is whose edges are pinned, and withinRuns those that take plans of the
// bound alone.
const (
	boundRuns  = 500
	withinRuns = 60
)

// within are the fields that have every run be of the bound.
func within() map[string]json.RawMessage {
	return map[string]json.RawMessage{
		"protocol": campaign.JSON(words.Base), "nodes": campaign.JSON(3), "c": campaign.JSON(0), "f": campaign.JSON(1),
		"initiator": campaign.JSON(2), "rule": campaign.JSON(words.Tagged),
		"rivals": json.RawMessage("[]"), "churn": json.RawMessage("[]"),
	}
}

// oneCampaign is explored once for all tests.
var oneCampaign = sync.OnceValue(func() campaign.Harness { return Protocol().Registered().Campaigns() })

// boundConfig is the configuration of the cases that TLC compares edge by edge, and of the
// table's bound.
func boundConfig(rule words.Rule) words.Config {
	return words.Config{Nodes: 3, C: 0, F: 1, Rule: rule, Initiator: 2}.WithDefaults()
}

// boundBudget is that of the bound: under the tagged rule the graphs of three cases of TLC's,
// united. All three faults together would double the graph, and the time to explore it.
func boundBudget() spec.Budget {
	budget := eachOnce()
	budget.Lines = append(budget.Lines, spec.Line{
		Name: "faults in all", Counts: []string{spec.Crash, spec.Drop("*"), spec.Premature("*")}, Most: 2,
	})
	return budget
}

// eachOnce has each fault of the bound once, also all of them.
func eachOnce() spec.Budget {
	lines := words.Lines()
	for i := range lines {
		if lines[i].Name != "duplicate" {
			lines[i].Most = 1
		}
	}
	return spec.Budget{Lines: lines, MayCrash: spec.NewSet[spec.NodeID](0, 1)}
}

// counting are the options of a campaign that counts edges.
func counting(runs, workers int, fixed map[string]json.RawMessage) campaign.Options {
	return campaign.Options{
		Runs: runs, Seed: 1, Refine: true, Edges: true, Workers: workers, Tries: 1, Fixed: fixed,
	}
}

// edgesOf runs a campaign that counts edges.
func edgesOf(t *testing.T, p campaign.Harness, o campaign.Options, sofar *campaign.Result) *campaign.Result {
	t.Helper()
	r, err := p.Campaign(t.Context(), o, sofar)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What the first runs of seed 1 visit stays the same from day to day.
func TestBoundVisited(t *testing.T) {
	if testing.Short() {
		t.Skip("explores the bound, and runs the campaign; make test does")
	}
	whole := edgesOf(t, oneCampaign(), counting(boundRuns, 2, nil), nil)
	got := fmt.Sprintln("runs", whole.Edges.Runs, "states", whole.Edges.States)
	for _, a := range whole.Edges.Actions {
		got += fmt.Sprintln(a.Action, a.Visited, a.Edges)
	}
	got += fmt.Sprintln("all", whole.Edges.Total().Visited, whole.Edges.Total().Edges)
	const want = `runs 70 states 54117
Crash 12 17444
DeliverLeader 65 81201
DeliverNotify 19 9384
DeliverQuery 43 37769
DeliverResponse 46 58960
DropNotify 3 2034
DropQuery 5 8170
DropResponse 3 8404
PrematureAwait 3 1118
PrematureCollect 8 473
Purge 21 29718
Start 4 19
TimeoutAwait 6 174
TimeoutCollect 0 32
all 238 254900
`
	if got != want {
		t.Errorf("the runs visit other edges than is pinned; if that is meant, pin the new counts:\n%s", got)
	}
}

// unshown leaves out of a comparison what a result keeps for Check alone: the states that were met, which no file has.
var unshown = cmpopts.IgnoreUnexported(campaign.Result{})

// The runs visit the same for any number of workers, and after the campaign was interrupted, written and read.
func TestBoundResumed(t *testing.T) {
	if testing.Short() {
		t.Skip("explores the bound, and runs the campaign again and again; make test does")
	}
	p, o := oneCampaign(), counting(withinRuns, 1, within())
	whole := edgesOf(t, p, o, nil)
	if n := whole.Edges.Runs; n < withinRuns/2 {
		t.Errorf("%d of %d runs are of the bound", n, withinRuns)
	}
	if d := cmp.Diff(whole, edgesOf(t, p, counting(withinRuns, 2, within()), nil), unshown); d != "" {
		t.Errorf("two workers have another result:\n%s", d)
	}
	dir := filepath.Join(t.TempDir(), "campaign")
	part := edgesOf(t, p, counting(withinRuns/5*2, 2, within()), nil)
	part.Asked = withinRuns // as if it had been interrupted there
	held, err := output.Hold(dir, "", nil)
	if err == nil {
		err = part.Save(held)
	}
	if err != nil {
		t.Fatal(err)
	}
	held.Release()
	sofar, err := campaign.Load(dir, p, o)
	if err != nil {
		t.Fatal(err)
	}
	resumed := edgesOf(t, p, o, sofar)
	if d := cmp.Diff(whole, resumed, cmpopts.EquateEmpty(), unshown); d != "" {
		t.Errorf("interrupted and resumed it has another result:\n%s", d)
	}
}

// A second count follows the same runs by their actions alone, in an exploration of its
// own. Runs whose edges are not told, or not as they are, do not agree with it.
func TestBoundRecounted(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the campaign again and again, and explores the bound again; make test does")
	}
	p, o := oneCampaign(), counting(withinRuns, 2, within())
	want := recount(t, p, withinRuns)
	if got := edgesOf(t, p, o, nil).Edges; !bytes.Equal(got.Visited, want) {
		t.Errorf("%d edges were visited, and counted again they are not the same", got.Total().Visited)
	}
	for name, spoil := range map[string]func(edges []int32) []int32{
		"none":         func([]int32) []int32 { return []int32{} },
		"no last edge": func(edges []int32) []int32 { return edges[:max(0, len(edges)-1)] },
		"the next edge": func(edges []int32) []int32 {
			for i := range edges {
				edges[i]++
			}
			return edges
		},
	} {
		if got := edgesOf(t, spoiled(p, spoil), o, nil).Edges; bytes.Equal(got.Visited, want) {
			t.Errorf("%s: runs that tell other edges than they visit are not noticed", name)
		}
	}
	// Whatever a run says, it cannot visit an edge that is not there.
	for _, edge := range []int32{-1, 254900} {
		q := spoiled(p, func([]int32) []int32 { return []int32{edge} })
		r, err := q.Campaign(t.Context(), o, nil)
		if err == nil || !strings.Contains(err.Error(), "there are 254900") || r.Edges.Total().Visited != 0 {
			t.Errorf("edge %d: %v, visited %v", edge, err, r.Edges.Total())
		}
	}
}

// spoiled returns the protocol whose runs tell other edges than they visit.
func spoiled(p campaign.Harness, spoil func(edges []int32) []int32) campaign.Harness {
	open := p.Open
	p.Open = func(config json.RawMessage) (campaign.Subject, error) {
		s, err := open(config)
		tracer := s.NewTracer
		s.NewTracer = func() campaign.Judge {
			if judge := tracer(); judge != nil {
				return spoiler{judge, spoil}
			}
			return nil
		}
		return s, err
	}
	return p
}

type spoiler struct {
	campaign.Judge
	spoil func(edges []int32) []int32
}

// End tells other edges.
func (s spoiler) End(w *world.World) campaign.Finding {
	f := s.Judge.End(w)
	f.Edges = s.spoil(f.Edges)
	return f
}

// recount marks the edges that the runs visit, out of the actions in their traces and
// of the specification within the budget.
func recount(t *testing.T, p campaign.Harness, runs int) campaign.Bits {
	t.Helper()
	g := exploreBound()
	visited := make(campaign.Bits, (g.x.Edges+7)/8)
	for run := range runs {
		plan := p.PlanOf(campaign.Options{Seed: 1, Fixed: within()}, run)
		cfg, err := words.Parse(plan.Config)
		if err != nil {
			t.Fatal(err)
		}
		full := len(slices.Concat(cfg.Lists...)) == 9
		sizes := cfg.Nodes == 3 && cfg.C == 0 && cfg.F == 1 && full
		if !sizes || cfg.Protocol != words.Base || cfg.Initiator != 2 || cfg.Rule != words.Tagged {
			continue
		}
		subject, err := p.Open(plan.Config)
		if err != nil {
			t.Fatal(err)
		}
		var actions actionsOf
		if _, err := campaign.Run(subject, plan, false, &actions); err != nil {
			t.Fatal(err)
		}
		at := 0
		for _, a := range actions {
			next, ok := g.model.Do(g.x.States[at], a)
			if !ok {
				break
			}
			to, _ := g.x.Number(next)
			n := g.numbers[edge{at, a.Key(), to}]
			visited[n/8] |= 1 << (n % 8)
			at = to
		}
	}
	return visited
}

// boundGraph is the bound's graph, explored a second time.
type boundGraph struct {
	model   spec.Model[state]
	x       *checker.Exploration[state]
	numbers map[edge]int
}

type (
	state = verify.Judged[specification.Local, Ghost]
	edge  struct {
		from   int
		action string
		to     int
	}
)

// exploreBound numbers the edges by the names of their actions, then as they are found.
func exploreBound() boundGraph {
	cfg := boundConfig(words.Tagged)
	s := specified(cfg, boundBudget())
	g := boundGraph{numbers: map[edge]int{}}
	model := spec.Of(spec.Cluster{Nodes: cfg.Nodes}, s.Handlers)
	g.model = spec.Bounded(spec.Watch(model, s.Ghost), boundBudget())
	g.x = checker.Explore(g.model, checker.Options[state]{KeepSteps: true})
	for _, name := range Protocol().Registered().Models[0].Actions {
		for from, steps := range g.x.Steps {
			for _, step := range steps {
				if step.Action.Name == name {
					g.numbers[edge{from, step.Action.Key(), step.To}] = len(g.numbers)
				}
			}
		}
	}
	return g
}

type actionsOf []spec.Action

// Observe keeps an action.
func (l *actionsOf) Observe(_ *world.World, e *world.Event) {
	if !world.IsStutter(e.Action.Name) {
		*l = append(*l, e.Action)
	}
}

// In a campaign of 3,000 runs every action that the budget has room for is visited.
func TestBoundActions(t *testing.T) {
	nightly.Only(t, "TestBoundVisited")
	r := edgesOf(t, oneCampaign(), counting(3000, 2, nil), nil)
	var visited spec.SetOf[string]
	for _, a := range r.Edges.Actions {
		if a.Visited > a.Edges {
			t.Errorf("%s: %d edges visited of %d", a.Action, a.Visited, a.Edges)
		}
		if a.Visited > 0 {
			visited = visited.With(a.Action)
		}
	}
	p := Protocol().Registered()
	subject := p.Under(boundConfig(words.Tagged), eachOnce())
	// No failure detector finds anything there.
	want := p.Models[0].Actions.Minus(subject.Forbidden()).Without(words.KindSuspect)
	if !visited.Equal(want) {
		t.Errorf("edges of %v are visited, and the budget has room for %v", visited, want)
	}
}

// The bound's graph is the union of three that TLC compares edge by edge. What two of
// them share is the graph with one kind of fault, what all share that without faults.
func TestBoundUnitesCases(t *testing.T) {
	if testing.Short() {
		t.Skip("explores five graphs more; the quick gate has the pinned counts of the bound")
	}
	p := Protocol().Registered()
	states, edges := 46552+2629+14703, 211010+8132+77764 // as the cases pin them
	for kind, sign := range map[string]int{"crash": -1, "loss": -1, "premature": -1, "": 1} {
		budget := spec.Budget{Lines: words.Lines(), MayCrash: boundBudget().MayCrash}
		for i, line := range budget.Lines {
			if line.Name == kind || line.Name == "restart" {
				budget.Lines[i].Most = 1
			}
		}
		g, err := p.Under(boundConfig(words.Tagged), budget).Coverage().Bound("", "").Graph()
		if err != nil {
			t.Fatal(err)
		}
		states += sign * g.States
		for _, a := range g.Actions {
			edges += sign * a.Edges
		}
	}
	g, err := oneCampaign().Bound(nil).Graph()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range g.Actions {
		edges -= a.Edges
	}
	if states != g.States || edges != 0 {
		t.Errorf("the bound has %d states, the cases have %d, and %d edges that it does not have",
			g.States, states, edges)
	}
}

// A run that refines the specification, keeps to the budget, and leaves the graph all
// the same ends the campaign: here the graph is that of another rule.
func TestBoundLost(t *testing.T) {
	elections := Protocol().Registered()
	p, cfg := elections.Campaigns(), boundConfig(words.Tagged)
	traced := elections.Under(cfg, spec.Budget{Lines: words.Lines()})
	other := elections.Under(boundConfig(words.Last), spec.Budget{Lines: words.Lines()}).Coverage()
	open := p.Open
	p.Open = func(config json.RawMessage) (campaign.Subject, error) {
		s, err := open(config)
		tracer := s.NewTracer
		s.NewTracer = func() campaign.Judge {
			if tracer() == nil {
				return nil
			}
			return traced.Traced(other, NewMonitor(cfg), monitored())
		}
		return s, err
	}
	o := campaign.Options{Runs: boundRuns, Seed: 1, Refine: true, Edges: true}
	_, err := p.Campaign(t.Context(), o, nil)
	if err == nil || !strings.Contains(err.Error(), ": no edge of the bound's graph, although the budget allows it") {
		t.Errorf("the campaign ends with %v", err)
	}
}

// The bound is drawn where the fields that are set allow it, and only there.
func TestBoundDrawn(t *testing.T) {
	p := oneCampaign()
	for _, c := range []struct {
		fixed string
		never bool
	}{
		{`{}`, false},
		{`{"rule": "last"}`, false},
		{`{"nodes": 3, "c": 0, "f": 1, "initiator": 2, "awaitTimeoutMs": 7}`, false},
		{`{"lists": [[0, 1, 2], [0, 1, 2], [0, 1, 2]]}`, false},
		{`{"nodes": 4}`, true},
		{`{"c": 1}`, true},
		{`{"initiator": 1}`, true},
		{`{"lists": [[0, 1, 2], [0, 1, 2], [1, 2]], "breaksC": true}`, true},
		{`{"breaksC": true}`, true},
	} {
		var fixed map[string]json.RawMessage
		if err := json.Unmarshal([]byte(c.fixed), &fixed); err != nil {
			t.Fatal(err)
		}
		traced, runs := 0, 200
		if c.never && testing.Short() {
			runs = 40
		}
		for run := range runs {
			plan := p.PlanOf(campaign.Options{Seed: 1, Fixed: fixed}, run)
			if s, err := p.Open(plan.Config); err == nil && s.NewTracer() != nil {
				traced++
			}
		}
		if never := p.Bound(fixed).Never != ""; never != c.never || never != (traced == 0) {
			t.Errorf("%s: %d of %d runs are of the bound, and it is said that none is: %t",
				c.fixed, traced, runs, never)
		}
	}
}
