package verify

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Coverage knows every edge of a system's specification within its budget, and tells
// which of them runs visit. It explores the specification when it is first asked, and
// may be asked by several runs at a time.
type Coverage struct {
	budget   spec.Budget
	ghost    spec.Ghost[any]
	numbered func() *numbered
}

// Coverage returns the coverage of the system, of which nothing is explored yet.
func (s *system) Coverage() *Coverage {
	return &Coverage{s.budget, s.ghost, sync.OnceValue(s.number)}
}

// numbered is a graph whose edges have numbers.
type numbered struct {
	// number returns the number of a state, and whether it is one of the graph's.
	number func(state) (int, bool)
	// steps are those from each state; edges has for each of them the number of the edge.
	steps [][]checker.Step
	edges [][]int32
	graph campaign.EdgeCounts
	err   error
}

// number explores the specification and numbers its edges: sorted by the names of
// their actions, and of one name in the order in which they were found.
func (s *system) number() *numbered {
	x := exploreSpec(s, checker.Options[state]{KeepSteps: true, MaxStates: maxStates})
	if x.Breach != nil {
		return &numbered{err: fmt.Errorf("the bound cannot be explored: %s: %s", x.Breach.Contract, x.Breach.Why)}
	}
	if !x.Complete {
		return &numbered{err: fmt.Errorf("the bound has more than %d states", maxStates)}
	}
	n := &numbered{
		number: x.Number, steps: x.Steps, edges: make([][]int32, len(x.Steps)),
		graph: campaign.EdgeCounts{States: len(x.States)},
	}
	counts := map[string]int32{}
	for _, steps := range x.Steps {
		for _, step := range steps {
			counts[step.Action.Name]++
		}
	}
	next, first := map[string]int32{}, int32(0)
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		n.graph.Actions = append(n.graph.Actions, campaign.ActionEdges{Action: name, Edges: int(counts[name])})
		next[name] = first
		first += counts[name]
	}
	for i, steps := range x.Steps {
		n.edges[i] = make([]int32, len(steps))
		for j, step := range steps {
			n.edges[i][j] = next[step.Action.Name]
			next[step.Action.Name]++
		}
	}
	x.States = nil // from here on their numbers will do
	return n
}

// Bound is the system's configuration and its budget as a campaign speaks of them.
// config says the configuration in words, never why no run has it, if none has.
func (c *Coverage) Bound(config, never string) campaign.Bound {
	return campaign.Bound{
		Config: config, Budget: budgetWords(c.budget), Never: never,
		Graph: func() (campaign.EdgeCounts, error) {
			n := c.numbered()
			return n.graph, n.err
		},
	}
}

// budgetWords says what a budget allows.
func budgetWords(b spec.Budget) string {
	lines := make([]string, len(b.Lines))
	for i, line := range b.Lines {
		lines[i] = fmt.Sprintf("%s %d", line.Name, line.Most)
	}
	return fmt.Sprintf("at most %s; only %s may crash", strings.Join(lines, ", "), b.MayCrash)
}

// Traced returns a judge that does what that of Refined does, and tells which edges
// the run visits. The run's system may differ from the coverage's only in what the
// specification does not have, such as how long timers run, and in what its ghost remembers.
func (s *system) Traced(c *Coverage, monitor campaign.Judge, judges []string) campaign.Judge {
	t := &tracer{coverage: c, ghost: c.ghost.Init, edges: []int32{}}
	t.Judge = s.visited(monitor, judges, t.visit)
	return t
}

// tracer follows one run through the graph until the run spends more than the budget.
type tracer struct {
	campaign.Judge
	coverage *Coverage
	ghost    any   // the coverage's, which may remember less than the run's
	spent    []int // nil before the first step
	at       int   // the number of the state where the run is
	left     bool
	edges    []int32
	lost     error
}

// visit follows one step. Within the budget it must be an edge: the run refines the
// specification, and the graph is all that the specification can do.
func (t *tracer) visit(before, after state, a spec.Action) {
	if t.left {
		return
	}
	budget, n := t.coverage.budget, t.coverage.numbered()
	if n.err != nil {
		t.lose(n.err)
		return
	}
	if t.spent == nil {
		t.spent = make([]int, len(budget.Lines))
		before.Spent, before.State.Ghost = t.spent, t.ghost
		first, known := n.number(before)
		if !known {
			t.lose(fmt.Errorf("before %s: no state of the bound's graph, and nothing has happened yet", a))
			return
		}
		t.at = first
	}
	if !budget.Allows(t.spent, a) {
		t.left = true
		return
	}
	t.spent = budget.Spend(t.spent, a)
	t.ghost = t.coverage.ghost.After(t.ghost, a, after.State.State.Living())
	after.Spent, after.State.Ghost = t.spent, t.ghost
	to, known := n.number(after)
	i := slices.IndexFunc(n.steps[t.at], func(step checker.Step) bool { return step.To == to && step.Action.Same(a) })
	if !known || i < 0 {
		t.lose(fmt.Errorf("%s: no edge of the bound's graph, although the budget allows it", a))
		return
	}
	t.edges = append(t.edges, n.edges[t.at][i])
	t.at = to
}

func (t *tracer) lose(why error) { t.left, t.lost = true, why }

// End adds the edges to what the judge says.
func (t *tracer) End(w *world.World) campaign.Finding {
	f := t.Judge.End(w)
	slices.Sort(t.edges)
	f.Edges, f.Lost = slices.Compact(t.edges), t.lost
	return f
}
