package verify_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A chain hands a ping from each process to the next, from the first to the last, each of which
// keeps its number. So what goes wrong at the last one does so in a group of every size.

// link is what a process of a chain does.
func link(nodes int) doesToy {
	return func(n *toy, ev impl.Event, out *impl.Effects) {
		n.state = toyState{Steps: 1, Heard: int(n.id)}
		if next := int(n.id) + 1; next < nodes {
			out.Send(spec.NodeID(next), ping{next})
		}
	}
}

// chain is the specification of a chain.
func chain(nodes int, failures spec.Failures, ordered bool) spec.Model[spec.State[toyState]] {
	return spec.Of(spec.Cluster{Nodes: nodes, Failures: failures, Ordered: ordered}, spec.Handlers[toyState]{
		Fresh: func(spec.NodeID) toyState { return toyState{} },
		Handle: func(_ toyState, _ any, a spec.Action) []spec.Outcome[toyState] {
			o := spec.Outcome[toyState]{Local: toyState{Steps: 1, Heard: int(a.At)}}
			if next := int(a.At) + 1; next < nodes {
				o.Effects = []spec.Effect{spec.SendTo(spec.NodeID(next), ping{next})}
			}
			return []spec.Outcome[toyState]{o}
		},
		Inputs: func(at spec.NodeID, local toyState, _ spec.Set) []spec.Body {
			if at == 0 && local.Steps == 0 {
				return []spec.Body{begin{}}
			}
			return nil
		},
	})
}

// chainSystem is a chain of so many processes, of whose properties each is violated by the last.
func chainSystem(nodes int, c network.Cluster) verify.Columns[toyState, int] {
	s := toySystem(c, still(), allowed(0, nil, spec.Crash, "CrashIn*", "Drop*", "Duplicate*", "Premature*"))
	type state = verify.Judged[toyState, int]
	last := func(st state) error {
		if local := st.State.State.Nodes[nodes-1]; local.Steps > 0 {
			return fmt.Errorf("%d has heard", nodes-1)
		}
		return nil
	}
	s.Model = chain(nodes, c.Failures, c.Ordered)
	s.Properties = []spec.Property[state]{
		{Name: "Deaf", Check: last},
		{Name: "StaysDeaf", Kind: spec.Stepwise, Step: func(_ state, _ spec.Action, after state) error {
			return last(after)
		}},
		{Name: "EndsDeaf", Kind: spec.Stable, Check: last},
		{Name: "CanBeDeaf", Kind: spec.Reachable, Check: func(st state) error {
			if last(st) == nil || len(st.State.State.Flight) > 0 {
				return fmt.Errorf("another")
			}
			return nil
		}},
	}
	return s
}

var chainNames = []string{"Deaf", "StaysDeaf", "EndsDeaf", "CanBeDeaf"}

// Properties of states, of steps and of runs are judged in groups of every size that is explored.
func TestGroupsOfEverySizeAreJudged(t *testing.T) {
	for nodes := 2; nodes <= explore.MostProcesses; nodes++ {
		subject := chainSystem(nodes, toys(nodes, spec.CrashStop, link(nodes))).Subject()
		r, err := subject.Reach(chainNames, "Fair", verify.ReachOptions{})
		if err != nil || r.Ended != checker.Complete {
			t.Fatalf("%d processes: %s, %v", nodes, r.Ended, err)
		}
		want := []spec.Verdict{spec.Violated, spec.Violated, spec.Violated, spec.Holds}
		for i, found := range r.Results {
			if found.Verdict != want[i] {
				t.Errorf("%d processes: %s %s, want %s", nodes, found.Name, found.Verdict, want[i])
			}
		}
		for _, column := range []verify.Column{verify.Spec, verify.Impl} {
			for _, name := range []string{"Deaf", "StaysDeaf"} {
				f, err := subject.Search(column, name)
				if err != nil || f.Verdict != spec.Violated || f.Length != nodes+1 {
					t.Errorf("%d processes: %s of the %s %s in %d states, %v",
						nodes, name, column, f.Verdict, f.Length, err)
				}
			}
			lived, err := subject.Live(column, []string{"EndsDeaf"}, "Fair")
			if err != nil || len(lived.Found) != 1 || lived.Found[0].Verdict != spec.Violated {
				t.Errorf("%d processes: EndsDeaf of the %s %v, %v", nodes, column, lived.Found, err)
			}
		}
		e, err := subject.Explore([]string{"Deaf", "StaysDeaf", "CanBeDeaf"})
		if err != nil || e.Difference != nil || len(e.Violations) != 2 {
			t.Errorf("%d processes: difference %v, violations %q, %v; want none and two",
				nodes, e.Difference, e.Violations, err)
		}
	}
}

// unworried is a monitor that finds nothing.
type unworried struct{ campaign.Book }

func (*unworried) Observe(*world.World, *world.Event) {}

func (u *unworried) End(*world.World) campaign.Finding { return u.Finding(nil, nil) }

// chainPlan is a plan without faults.
func chainPlan(nodes int) faults.Plan {
	ms := faults.Time(time.Millisecond)
	return faults.Plan{
		Version: faults.PlanVersion, Protocol: "chain", Config: []byte("{}"), Seed: 1,
		Delay: faults.Delay{Min: ms, Max: ms}, Inputs: faults.Delay{Min: ms, Max: ms},
		Stop: faults.Time(2+nodes) * ms, Settle: 100 * ms,
	}
}

// judgedRun runs a chain and returns what failed, in order.
func judgedRun(t *testing.T, nodes int, does doesToy, judges []string) []string {
	t.Helper()
	s := chainSystem(nodes, toys(nodes, spec.CrashStop, does))
	judge := s.Subject().Refined(&unworried{}, judges)
	w, err := world.New(s.Cluster, chainPlan(nodes), judge)
	if err != nil {
		t.Fatal(err)
	}
	w.Run()
	var failed []string
	for _, v := range judge.End(w).Violations {
		failed = append(failed, v.Property)
	}
	return failed
}

// In a run properties are judged on the images of states and steps in groups of up to MostJudged,
// and the monitor that does not see what fails there is said to disagree; every step is held
// against the specification in groups of any size.
func TestRunsOfEverySizeAreJudged(t *testing.T) {
	for nodes := 2; nodes <= verify.MostJudged+4; nodes++ {
		want := "Deaf StaysDeaf"
		if nodes > verify.MostJudged {
			want = ""
		}
		if got := strings.Join(judgedRun(t, nodes, link(nodes), nil), " "); got != want {
			t.Errorf("%d processes: failed %q, want %q", nodes, got, want)
		}
		if want != "" {
			want = campaign.MonitorAgrees + " StaysDeaf"
		}
		if got := strings.Join(judgedRun(t, nodes, link(nodes), []string{"Deaf"}), " "); got != want {
			t.Errorf("%d processes and a monitor: failed %q, want %q", nodes, got, want)
		}
		wrong := func(n *toy, ev impl.Event, out *impl.Effects) {
			link(nodes)(n, ev, out)
			if int(n.id) == nodes-1 {
				n.state.Heard++
			}
		}
		if got := strings.Join(judgedRun(t, nodes, wrong, nil), " "); got != campaign.Refines {
			t.Errorf("%d processes, the last of which is wrong: failed %q", nodes, got)
		}
	}
	if verify.MostJudged != 16 { // ARCHITECTURE.md says so
		t.Errorf("groups of up to %d are judged", verify.MostJudged)
	}
}

// An implementation of which a process is stuck is not equal to the specification, in a group of any
// size: one that is told nothing, one that panics, one that does not pass on what it has.
func TestStuckProcessesAreFound(t *testing.T) {
	for nodes := 2; nodes <= explore.MostProcesses; nodes++ {
		last := func(n *toy) bool { return int(n.id) == nodes-1 }
		for _, row := range []struct {
			name   string
			change func(c *network.Cluster)
			want   string
		}{
			{"nothing", func(*network.Cluster) {}, ""},
			{"nobody is told anything", func(c *network.Cluster) {
				c.Inputs = func(spec.NodeID, any, spec.Set) []spec.Body { return nil }
			}, "only the specification offers Begin"},
			{"the last one panics", func(c *network.Cluster) {
				c.New = func(id spec.NodeID) impl.Node {
					return &toy{id: id, does: func(n *toy, ev impl.Event, out *impl.Effects) {
						if last(n) {
							panic("stuck")
						}
						link(nodes)(n, ev, out)
					}}
				}
			}, "NoPanic: at or after DeliverPing"},
			{"the last one gets nothing", func(c *network.Cluster) {
				c.New = func(id spec.NodeID) impl.Node {
					return &toy{id: id, does: link(nodes - 1)}
				}
			}, "field State.State.Flight"},
			{"the last one hears nothing", func(c *network.Cluster) {
				c.New = func(id spec.NodeID) impl.Node {
					return &toy{id: id, does: func(n *toy, ev impl.Event, out *impl.Effects) {
						if !last(n) {
							link(nodes)(n, ev, out)
						}
					}}
				}
			}, fmt.Sprintf("field State.State.Nodes[%d]", nodes-1)},
		} {
			c := toys(nodes, spec.CrashStop, link(nodes))
			row.change(&c)
			e, err := chainSystem(nodes, c).Subject().Explore(nil)
			if err != nil || (e.Difference == nil) != (row.want == "") ||
				e.Difference != nil && !strings.Contains(e.Difference.String(), row.want) {
				t.Errorf("%d processes, %s: %v, %v; want %q", nodes, row.name, e.Difference, err, row.want)
			}
		}
	}
}
