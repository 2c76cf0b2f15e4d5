package verify_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// seer is a monitor that sees a property fail at an event, whatever happens.
type seer struct {
	unworried
	property string
	at       int
}

func (s *seer) Observe(_ *world.World, e *world.Event) {
	if e.N == s.at {
		s.Fail(s.property, "it has seen that", e.N, nil)
	}
}

// refinedRun runs a chain under a monitor and returns what failed, in the order of events.
func refinedRun(
	t *testing.T, nodes int, does doesToy, monitor campaign.Judge, judges []string,
	change func(s *verify.Columns[toyState, int]),
) string {
	t.Helper()
	s := chainSystem(nodes, toys(nodes, spec.CrashStop, does))
	if change != nil {
		change(&s)
	}
	judge := s.Subject().Refined(monitor, judges)
	w, err := world.New(s.Cluster, chainPlan(nodes), judge)
	if err != nil {
		t.Fatal(err)
	}
	w.Run()
	var failed []string
	for _, v := range judge.End(w).Violations {
		failed = append(failed, v.Property)
	}
	return strings.Join(failed, " ")
}

// wrongAt is a chain of which one process leaves something else than the specification.
func wrongAt(nodes, at int) doesToy {
	return func(n *toy, ev impl.Event, out *impl.Effects) {
		if link(nodes)(n, ev, out); int(n.id) == at {
			n.state.Heard += 40
		}
	}
}

// What a monitor says of a run and what the images say must agree, wherever both judge: in small groups,
// of properties that the monitor is said to judge and that are asked of every state, up to the step that
// the specification does not take.
func TestMonitorMustAgree(t *testing.T) {
	type state = verify.Judged[toyState, int]
	holds := func(s *verify.Columns[toyState, int]) {
		for i := range s.Properties {
			if p := &s.Properties[i]; p.Kind == spec.Stepwise {
				p.Step = func(state, spec.Action, state) error { return nil }
			} else {
				p.Check = func(state) error { return nil }
			}
		}
	}
	large := verify.MostJudged + 1
	for _, row := range []struct {
		name    string
		nodes   int
		does    doesToy
		monitor campaign.Judge
		judges  []string
		change  func(*verify.Columns[toyState, int])
		want    string
	}{
		{"nobody sees anything", 3, link(3), &unworried{}, []string{"Deaf"}, holds, ""},
		{"both see it", 3, link(3), &seer{property: "Deaf", at: 3}, []string{"Deaf"}, nil, "Deaf StaysDeaf"},
		{
			"the monitor alone sees it", 3, link(3), &seer{property: "Deaf", at: 2},
			[]string{"Deaf"},
			holds,
			"Deaf MonitorAgrees",
		},
		{
			"the monitor alone sees a step", 3, link(3), &seer{property: "StaysDeaf", at: 2},
			[]string{"StaysDeaf"},
			holds,
			"StaysDeaf MonitorAgrees",
		},
		{"it is not said to judge that", 3, link(3), &seer{property: "Deaf", at: 2}, []string{"Other"}, holds, "Deaf"},
		{"it is of no state", 3, link(3), &seer{property: "EndsDeaf", at: 2}, []string{"EndsDeaf"}, holds, "EndsDeaf"},
		{"it is the monitor's own", 3, link(3), &seer{property: "Own", at: 2}, []string{"Own"}, holds, "Own"},
		{"the images alone see it", 3, link(3), &unworried{}, []string{"Deaf"}, nil, "MonitorAgrees StaysDeaf"},
		{
			"the images alone see it, of processes that read clocks", 3, link(3), &unworried{},
			[]string{"Deaf"},
			func(s *verify.Columns[toyState, int]) { s.Cluster.Reads = true },
			"Deaf StaysDeaf",
		},
		{"a large group", large, link(large), &seer{property: "Deaf", at: 2}, []string{"Deaf"}, holds, "Deaf"},
		{
			"a step is refused before", 3, wrongAt(3, 0), &seer{property: "Deaf", at: 2},
			[]string{"Deaf"},
			holds,
			"Refines Deaf",
		},
		{
			"a step is refused behind it", 3, wrongAt(3, 2), &seer{property: "Deaf", at: 1},
			[]string{"Deaf"},
			holds,
			"Deaf Refines",
		},
	} {
		if got := refinedRun(t, row.nodes, row.does, row.monitor, row.judges, row.change); got != row.want {
			t.Errorf("%s: failed %q, want %q", row.name, got, row.want)
		}
	}
}

// What was seen to fail before a step that is refused has failed, whatever the monitor says: it may have
// seen it later.
func TestWhatFailedBeforeARefusal(t *testing.T) {
	early := func(s *verify.Columns[toyState, int]) {
		s.Properties[0].Check = func(st verify.Judged[toyState, int]) error {
			if st.State.State.Nodes[1].Steps > 0 {
				return errors.New("1 has heard")
			}
			return nil
		}
	}
	got := refinedRun(t, 4, wrongAt(4, 3), &unworried{}, []string{"Deaf"}, early)
	if got != "Deaf Refines" {
		t.Errorf("failed %q", got)
	}
}

// The ghost goes along with the steps of a run.
func TestRunsHaveTheirGhost(t *testing.T) {
	counts := func(s *verify.Columns[toyState, int]) {
		s.Ghost = spec.Ghost[int]{Step: func(g int, _ spec.Action, _ spec.Set) int { return g + 1 }}
		s.Properties[0].Check = func(st verify.Judged[toyState, int]) error {
			if st.State.Ghost == 4 {
				return errors.New("four steps")
			}
			return nil
		}
		s.Properties = s.Properties[:1]
	}
	for nodes, want := range map[int]string{3: "", 4: "Deaf", 5: "Deaf"} {
		if got := refinedRun(t, nodes, link(nodes), &unworried{}, nil, counts); got != want {
			t.Errorf("%d processes: failed %q, want %q", nodes, got, want)
		}
	}
}

// A run with every kind of fault is held against the specification step by step, under each failure model,
// and nothing of it is refused.
func TestFaultyRunsRefine(t *testing.T) {
	const nodes = 5
	happened := map[string]int{}
	for _, failures := range []spec.Failures{spec.CrashStop, spec.MessagesWait, spec.MessagesVanish} {
		for seed := range uint64(40) {
			plan := chainPlan(nodes)
			ms := faults.Time(time.Millisecond)
			plan.Seed, plan.Stop, plan.Delay.Max = seed, 40*ms, 4*ms
			plan.Rates = faults.Rates{
				Loss: 50, Duplicate: 300, Reorder: 300, ReorderBy: 5 * ms, CrashIn: 60, MaxCrashes: 2,
			}
			plan.Faults = []faults.Fault{{Kind: &faults.Crash{Node: spec.NodeID(seed % nodes), At: new(3 * ms)}}}
			pause := &faults.Pause{Node: 1, Begin: 2 * ms, End: 4 * ms} // whose marks are no steps
			plan.Faults = append(plan.Faults, faults.Fault{Kind: pause})
			if failures.Recovers() {
				plan.Faults[0].Kind.(*faults.Crash).Down = new(6 * ms)
				plan.Rates.Down = 5 * ms
			}
			if failures == spec.MessagesWait {
				plan.Rates.Lose = 300
			}
			c := toys(nodes, failures, link(nodes))
			c.Ordered = seed%2 == 1
			s := chainSystem(nodes, c)
			s.Properties = nil
			judge := s.Subject().Refined(&unworried{}, nil)
			w, err := world.New(s.Cluster, plan, judge)
			if err != nil {
				t.Fatal(err)
			}
			for kind := range w.Run().Happened {
				happened[kind]++
			}
			if failed := judge.End(w).Violations; len(failed) > 0 {
				t.Fatalf("%s, seed %d: %s", failures, seed, failed[0].Why)
			}
		}
	}
	for _, kind := range []string{"loss", "duplicate", "reorder", "crashIn", "crash", "lose", "pause"} {
		if happened[kind] == 0 {
			t.Errorf("no run has a %s that takes effect", kind)
		}
	}
}

// Properties are judged on images only if they are of states or steps, hold without the budget, and are
// no witnesses that must fail somewhere; each fails once.
func TestWhatIsJudgedOnImages(t *testing.T) {
	type state = verify.Judged[toyState, int]
	always := func(state) error { return errors.New("always wrong") }
	for _, row := range []struct {
		p    spec.Property[state]
		want string
	}{
		{spec.Property[state]{Name: "P", Check: always}, "P"},
		{spec.Property[state]{Name: "P", Check: always, GoOnly: true}, "P"},
		{spec.Property[state]{Name: "P", Check: always, WithinBudget: true}, ""},
		{spec.Property[state]{Name: "NeverP", Check: always}, "NeverP"},
		{spec.Property[state]{Name: "P", Check: always, Witness: true}, ""},
		{spec.Property[state]{Name: "P", Kind: spec.Reachable, Check: always}, ""},
		{spec.Property[state]{Name: "P", Kind: spec.Eventually, Check: always}, ""},
		{spec.Property[state]{Name: "P", Kind: spec.Recurrent, Check: always}, ""},
		{spec.Property[state]{Name: "P", Kind: spec.Stable, Check: always}, ""},
	} {
		only := func(s *verify.Columns[toyState, int]) { s.Properties = []spec.Property[state]{row.p} }
		if got := refinedRun(t, 3, link(3), &unworried{}, nil, only); got != row.want {
			t.Errorf("%+v: failed %q, want %q", row.p, got, row.want)
		}
	}
}

// A step that sends what the specification does not, or not what it does, is refused, and so is one at
// which nothing should happen; after it nothing more is held against the run.
func TestRunsAreRefused(t *testing.T) {
	for name, does := range map[string]doesToy{
		"another state": wrongAt(4, 1),
		"another message": func(n *toy, ev impl.Event, out *impl.Effects) {
			if link(4)(n, ev, out); ev.Kind == impl.Input {
				out.Send(3, ping{9})
			}
		},
		"no message": link(2),
		"a timer": func(n *toy, ev impl.Event, out *impl.Effects) {
			link(4)(n, ev, out)
			out.SetTimer("T", time.Second)
		},
		"a record": func(n *toy, ev impl.Event, out *impl.Effects) {
			link(4)(n, ev, out)
			out.Save(toyDisk{1})
		},
	} {
		if got := refinedRun(t, 4, does, &unworried{}, nil, nil); got != campaign.Refines {
			t.Errorf("%s: failed %q", name, got)
		}
	}
}
