package verify_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A toy is a process whose behaviour is one function. Toys do what no protocol here
// does, or do one thing much.
type toy struct {
	id    spec.NodeID
	state toyState
	does  doesToy
}

type (
	toyState struct{ Steps, Heard int }
	doesToy  func(n *toy, ev impl.Event, out *impl.Effects)
	toyDisk  struct{ Steps int }
	ping     struct{ N int }
)

func (ping) Kind() string { return "Ping" }

func init() {
	codec.Register(ping{})
	codec.Register(toyDisk{})
}

func (n *toy) State() any { return &n.state }

func (n *toy) Step(ev impl.Event, out *impl.Effects) { n.does(n, ev, out) }

// toys are so many of them, of which the first is told to begin, once.
func toys(nodes int, failures spec.Failures, does doesToy) network.Cluster {
	return network.Cluster{
		Nodes: nodes, Failures: failures,
		New: func(id spec.NodeID) impl.Node { return &toy{id: id, does: does} },
		Inputs: func(at spec.NodeID, state any, _ spec.Set) []spec.Body {
			if at == 0 && state.(*toyState).Steps == 0 {
				return []spec.Body{begin{}}
			}
			return nil
		},
	}
}

// toySystem judges toys: what they have heard stays below a number, and at last a toy has
// heard so much.
func toySystem(c network.Cluster, ghost spec.Ghost[int], b spec.Budget) verify.Columns[toyState, int] {
	type state = verify.Judged[toyState, int]
	heard := func(name string, kind spec.PropertyKind, good func(most int) bool) spec.Property[state] {
		return spec.Property[state]{Name: name, Kind: kind, Check: func(s state) error {
			most := 0
			for _, node := range s.State.State.Nodes {
				most = max(most, node.Heard)
			}
			if !good(most) {
				return fmt.Errorf("a toy has heard %d", most)
			}
			return nil
		}}
	}
	return verify.Columns[toyState, int]{
		Cluster: c, Ghost: ghost, Budget: b,
		Local: func(_ spec.NodeID, state any) toyState {
			if state == nil {
				return toyState{}
			}
			return *state.(*toyState)
		},
		Properties: []spec.Property[state]{
			heard("HeardBelow2", spec.Always, func(most int) bool { return most < 2 }),
			heard("HeardBelow9", spec.Always, func(most int) bool { return most < 9 }),
			heard("Hears1", spec.Eventually, func(most int) bool { return most >= 1 }),
			heard("CanHear2", spec.Reachable, func(most int) bool { return most >= 2 }),
			heard("Hears2", spec.Eventually, func(most int) bool { return most >= 2 }),
			{Name: "HearsMore", Kind: spec.Stepwise, Step: func(before state, a spec.Action, after state) error {
				for i, was := range before.State.State.Nodes {
					if is := after.State.State.Nodes[i]; is.Heard < was.Heard {
						return fmt.Errorf("%s: %d has heard %d after %d", a, i, is.Heard, was.Heard)
					}
				}
				return nil
			}},
			{Name: "Changes", Kind: spec.Stepwise, Step: func(before state, a spec.Action, after state) error {
				if codec.Key(before.State) == codec.Key(after.State) {
					return fmt.Errorf("%s changes nothing", a)
				}
				return nil
			}},
		},
		Fairness: map[string][]spec.Fairness{"Fair": {
			{Name: "everything", Of: func(a spec.Action) bool { return a.IsFair() }},
		}},
	}
}

// still is a ghost that nothing changes.
func still() spec.Ghost[int] {
	return spec.Ghost[int]{Step: func(g int, _ spec.Action, _ spec.Set) int { return g }}
}

// allowed is a budget that allows so many faults of one line each.
func allowed(most int, mayCrash spec.Set, lines ...string) spec.Budget {
	b := spec.Budget{MayCrash: mayCrash}
	for _, name := range lines {
		b.Lines = append(b.Lines, spec.Line{Name: name, Counts: []string{name}, Most: most})
	}
	return b
}

// chatty sends the same twice in one step, to another, to itself and in a multicast,
// between effects that a crash may fall between, and saves.
func chatty(n *toy, ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Input:
		n.state.Steps = 1
		out.Send(1, ping{1})
		out.Send(1, ping{1})
		out.Send(0, ping{2})
		out.Save(toyDisk{1})
		out.Send(0, ping{2})
		out.SetTimer("T", 1)
	case impl.Fired:
		n.state.Steps = 2
		out.Multicast(ping{3})
	case impl.Recovered:
		n.state.Steps = 3
		if ev.Disk != nil {
			out.Send(1, ping{1})
		}
	case impl.Delivered:
		if heard := ev.Body.(ping).N; heard > n.state.Heard {
			n.state.Heard = heard
			out.Save(toyDisk{heard})
		}
		if n.state.Heard == 2 {
			out.StopTimer("T")
		}
	}
}

// Toys that are chatty come out of components as out of the simple explorer, under each
// failure model, where not everybody may crash, and however narrow the states are at
// first.
func TestChattyToysAgree(t *testing.T) {
	names := []string{"HeardBelow2", "HeardBelow9", "HearsMore", "Changes"}
	all := []string{spec.Crash, "CrashIn*", "Drop*", "PrematureT"}
	living := spec.Ghost[int]{Step: func(_ int, _ spec.Action, up spec.Set) (g int) {
		for _, id := range up {
			g |= 1 << id
		}
		return g
	}}
	for _, c := range []struct {
		name     string
		failures spec.Failures
		lines    []string
		mayCrash []spec.NodeID
	}{
		{"crash-stop", spec.CrashStop, all, []spec.NodeID{0, 1}},
		{"copies wait", spec.MessagesWait, all, []spec.NodeID{0}},
		{"copies vanish", spec.MessagesVanish, all, []spec.NodeID{0}},
		{"crash of the receiver", spec.MessagesWait, []string{spec.Crash, "Drop*", "Duplicate*"}, []spec.NodeID{1}},
		{
			"crash of a receiver whose copies vanish", spec.MessagesVanish,
			[]string{spec.Crash, "Drop*", "Duplicate*"},
			[]spec.NodeID{1},
		},
		{"crash inside a handler of one", spec.MessagesWait, []string{"CrashIn*", "PrematureT"}, []spec.NodeID{1}},
		{"duplicates", spec.CrashStop, []string{"Duplicate*", "Drop*"}, nil},
		{"a clock", spec.MessagesWait, all, []spec.NodeID{0}},
		{"awaited answers", spec.MessagesWait, all, []spec.NodeID{0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			cluster := toys(2, c.failures, chatty)
			switch c.name {
			case "a clock":
				cluster.Clocks = spec.NewSet("T")
			case "awaited answers":
				cluster.Awaits = func(_ spec.Timer, _ spec.NodeID, state any, copy *spec.Message) bool {
					return copy.Body.(ping).N > state.(*toyState).Heard
				}
			}
			s := toySystem(cluster, living, allowed(1, spec.NewSet(c.mayCrash...), c.lines...))
			bothWays(t, s, names)
			if testing.Short() {
				return // make test has numbers take less of a word, too
			}
			verify.SetPerWord(t, 32, 16, 9, 4)
			bothWays(t, s, names)
		})
	}
}

// leaning sets a timer for its peer, which repeats what that awaits as long as it has heard 1.
func leaning(n *toy, ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Input:
		n.state.Steps = 1
		out.Send(1, ping{1})
		out.SetTimer(spec.TimerOf("T", 1), 1)
	case impl.Fired:
		n.state.Steps = 2
		out.Send(1, ping{2})
	case impl.Delivered:
		n.state.Heard = ev.Body.(ping).N
	}
}

// So do toys of which one repeats what a timer of the other awaits: while it does, and is up, the timer
// is early, and at no other time.
func TestRepeatingToysAgree(t *testing.T) {
	cluster := toys(2, spec.MessagesVanish, leaning)
	cluster.Awaits = func(spec.Timer, spec.NodeID, any, *spec.Message) bool { return false }
	cluster.Repeats = func(_ spec.Timer, _ spec.NodeID, peer any) bool { return peer.(*toyState).Heard == 1 }
	s := toySystem(cluster, still(), allowed(1, spec.NewSet[spec.NodeID](1), spec.Crash, "PrematureT"))
	bothWays(t, s, []string{"HeardBelow2"})
	f, err := s.Fastly(nil, verify.ReachOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for n := range f.States {
		is := s.SimpleImage(f.State(n)).State.State
		early := is.Alive.Has(1) && is.Nodes[1].Heard == 1
		for _, step := range f.Steps(n) {
			if a := step.Action; a.Timer != "" && (a.Name == spec.Premature(a.Timer)) != early {
				t.Errorf("%s where the peer repeats: %t", a, early)
			}
		}
	}
}

// States of every width are explored: rings of every size there may be, with so many
// numbers in a word.
func TestEveryWidth(t *testing.T) {
	for _, perWord := range []int{4, 3, 2} {
		for nodes := 2; nodes <= explore.MostProcesses; nodes++ {
			t.Run(fmt.Sprintf("%d processes, %d numbers in a word", nodes, perWord), func(t *testing.T) {
				verify.SetPerWord(t, perWord)
				s := toySystem(toys(nodes, spec.CrashStop, func(n *toy, _ impl.Event, out *impl.Effects) {
					n.state.Steps = 1
					if next := int(n.id) + 1; next < nodes {
						out.Send(spec.NodeID(next), ping{})
					}
				}), still(), allowed(1, spec.NewSet(spec.NodeID(nodes-1)), spec.Crash, "DropPing"))
				bothWays(t, s, []string{"HeardBelow2"})
			})
		}
	}
}

// flip goes for ever between two states.
func flip(n *toy, _ impl.Event, out *impl.Effects) {
	n.state.Steps = 3 - max(n.state.Steps, 1)
	out.SetTimer("T", 1)
}

// narrowRow is a cluster of which one kind of number grows beyond 3, and no other.
type narrowRow struct {
	name  string
	nodes int
	does  doesToy
	ghost spec.Ghost[int]
	b     spec.Budget
}

func narrowRows() []narrowRow {
	const many = 5
	counts := spec.Ghost[int]{Step: func(g int, _ spec.Action, _ spec.Set) int { return min(g+1, many) }}
	return []narrowRow{
		{"local states", 1, func(n *toy, _ impl.Event, out *impl.Effects) {
			if n.state.Steps++; n.state.Steps < many {
				out.SetTimer("T", 1)
			}
		}, still(), spec.Budget{}},
		{"copies to itself", 1, func(n *toy, ev impl.Event, out *impl.Effects) {
			for n.state.Steps = 1; ev.Kind == impl.Input && len(out.List) < many; {
				out.Send(0, ping{})
			}
		}, still(), spec.Budget{}},
		{"copies to another", 2, func(n *toy, ev impl.Event, out *impl.Effects) {
			for n.state.Steps = 1; ev.Kind == impl.Input && len(out.List) < many; {
				out.Send(1, ping{})
			}
		}, still(), spec.Budget{}},
		{"duplicates", 2, func(n *toy, ev impl.Event, out *impl.Effects) {
			if n.state.Steps = 1; ev.Kind == impl.Input {
				out.Send(1, ping{})
			}
		}, still(), allowed(3, nil, "DuplicatePing")},
		{"ghosts", 1, flip, counts, spec.Budget{}},
		{"what is spent", 1, flip, still(), allowed(many, nil, "TimeoutT")},
	}
}

// A number that does not fit into its slot is noticed, whichever it is, and then the
// states are made wider.
func TestNumbersThatDoNotFit(t *testing.T) {
	for _, c := range narrowRows() {
		t.Run(c.name, func(t *testing.T) {
			s := toySystem(toys(c.nodes, spec.CrashStop, c.does), c.ghost, c.b)
			verify.SetPerWord(t, 32)
			r, err := s.Subject().Reach([]string{"HeardBelow9"}, "", verify.ReachOptions{})
			if err != nil || r.Ended != checker.TooWide || r.Cause == nil || r.Results[0].Verdict == spec.Holds {
				t.Errorf("with 2 bits for each: %s because of %v, %v, %v", r.Ended, r.Cause, r.Results, err)
			}
			verify.SetPerWord(t, 32, 21)
			bothWays(t, s, []string{"HeardBelow9"})
		})
	}
}

// An exploration goes as far as its options say, and decides no more than it has seen.
func TestReachOptions(t *testing.T) {
	stop := errors.New("stop")
	once := allowed(1, spec.NewSet[spec.NodeID](1), spec.Crash, "Drop*")
	s := toySystem(toys(3, spec.CrashStop, chatty), still(), once)
	for _, c := range []struct {
		name  string
		o     verify.ReachOptions
		ended checker.End
	}{
		{"bound", verify.ReachOptions{MaxStates: 5}, checker.BoundHit},
		{"memory", verify.ReachOptions{MaxBytes: 1}, checker.MemoryOut},
		{"stopped", verify.ReachOptions{Progress: func(p checker.Progress) error {
			if p.States > 3 {
				return stop
			}
			return nil
		}}, checker.Stopped},
		{"violated", verify.ReachOptions{UntilViolated: true}, checker.FoundViolation},
		{"complete", verify.ReachOptions{Workers: 2}, checker.Complete},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := s.Subject().Reach([]string{"HeardBelow9", "Hears1", "HeardBelow2"}, "Fair", c.o)
			if err != nil || r.Ended != c.ended || r.Breach != "" {
				t.Fatalf("%s, %v, breach %q; want %s", r.Ended, err, r.Breach, c.ended)
			}
			if c.name == "bound" && r.States != 5 || c.ended == checker.Stopped && !errors.Is(r.Cause, stop) {
				t.Errorf("%d states, cause %v", r.States, r.Cause)
			}
			whole := c.ended == checker.Complete
			if holds := r.Results[0].Verdict == spec.Holds; holds != whole {
				t.Errorf("%s is %s", r.Results[0].Name, r.Results[0].Verdict)
			}
			if decided := r.Results[1].Verdict != spec.Undecided; decided != whole {
				t.Errorf("%s is %s, and the search %s", r.Results[1].Name, r.Results[1].Verdict, r.Ended)
			}
		})
	}
	if _, err := s.Subject().Reach([]string{"Hears1"}, "Unstated", verify.ReachOptions{}); err == nil {
		t.Error("liveness is judged although nobody says what is fair")
	}
	if _, err := s.Subject().Reach([]string{"HeardBelow9"}, "", verify.ReachOptions{}); err != nil {
		t.Errorf("what is fair is asked for although nothing temporal is judged: %v", err)
	}
}

// Properties of states and of runs are judged in one exploration, each for itself; where
// only the budget forbids a delivery nothing is held against the toys.
func TestReachJudgesStatesAndRuns(t *testing.T) {
	names := []string{"Hears1", "HeardBelow2", "Hears2", "CanHear2", "HeardBelow9"}
	for _, c := range []struct {
		name string
		b    spec.Budget
		want []spec.Verdict
	}{
		{"all is delivered", spec.Budget{}, []spec.Verdict{
			spec.Holds, spec.Violated, spec.Holds, spec.Holds, spec.Holds,
		}},
		{"the second is lost", allowed(1, nil, "DropPing"), []spec.Verdict{
			spec.Holds, spec.Violated, spec.Violated, spec.Holds, spec.Holds,
		}},
		{"one is delivered", allowed(1, nil, "DeliverPing"), []spec.Verdict{
			spec.Holds, spec.Holds, spec.Holds, spec.Violated, spec.Holds,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := toySystem(toys(2, spec.CrashStop, func(n *toy, ev impl.Event, out *impl.Effects) {
				n.state.Steps = 1
				if ev.Kind == impl.Input {
					out.Send(1, ping{})
					out.Send(1, ping{})
				} else {
					n.state.Heard++
				}
			}), still(), c.b)
			r, err := s.Subject().Reach(names, "Fair", verify.ReachOptions{})
			if err != nil || r.Ended != checker.Complete {
				t.Fatalf("%s, %v", r.Ended, err)
			}
			for i, f := range r.Results {
				temporal := f.Verdict == spec.Violated && slices.Contains([]int{0, 2}, i)
				if f.Name != names[i] || f.Verdict != c.want[i] || f.Temporal != temporal {
					t.Errorf("%s is %s (temporal: %t), want %s %s", f.Name, f.Verdict, f.Temporal, names[i], c.want[i])
				}
			}
		})
	}
}

// A run that violates a property is told of to its end: the way there, and the way round
// if there is one.
func TestReachTellsHowRunsGo(t *testing.T) {
	for _, c := range []struct {
		name          string
		does          doesToy
		actions, loop int
		why           string
	}{
		{"round and round", flip, 2, 2, "goes round for ever"},
		{"it stops", func(n *toy, _ impl.Event, _ *impl.Effects) { n.state.Steps = 1 }, 1, 0, "stops for ever"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := toySystem(toys(1, spec.CrashStop, c.does), still(), spec.Budget{})
			r, err := s.Subject().Reach([]string{"Hears1"}, "Fair", verify.ReachOptions{})
			if err != nil {
				t.Fatal(err)
			}
			f := r.Results[0]
			if f.Verdict != spec.Violated || !strings.Contains(f.Why, c.why) || len(f.Actions) > c.actions ||
				len(f.Actions) == 0 || len(f.Cycle) != c.loop {
				t.Errorf("%s, %s: %v, and then %v", f.Verdict, f.Why, f.Actions, f.Cycle)
			}
		})
	}
}

// Properties of steps are judged on images: where the specification takes no step, because
// nothing has changed but what the abstraction forgets or what is spent, there is none. One that
// fails ends its path with the step.
func TestStepsAreTheSpecifications(t *testing.T) {
	names := []string{"HearsMore", "Changes", "HeardBelow9"}
	for _, c := range []struct {
		name   string
		does   doesToy
		b      spec.Budget
		forget bool
		want   int // the length of the path on which HearsMore fails, 0 where it holds
	}{
		{"the abstraction forgets", flip, spec.Budget{}, true, 0},
		{"something is spent", func(n *toy, _ impl.Event, out *impl.Effects) {
			n.state.Steps = 1
			out.SetTimer("T", 1)
		}, allowed(2, nil, "TimeoutT"), false, 0},
		{"a crash", chatty, allowed(1, spec.NewSet[spec.NodeID](1), spec.Crash), false, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := toySystem(toys(2, spec.CrashStop, c.does), still(), c.b)
			if read := s.Local; c.forget {
				s.Local = func(at spec.NodeID, state any) toyState { return toyState{Heard: read(at, state).Heard} }
			}
			bothWays(t, s, names)
			for _, until := range []bool{false, true} {
				r, err := s.Subject().Reach(names, "", verify.ReachOptions{UntilViolated: until, Workers: 2})
				if err != nil {
					t.Fatal(err)
				}
				found := r.Results[0]
				if found.Length != c.want || (found.Verdict == spec.Violated) != (c.want > 0) {
					t.Errorf("HearsMore %s in %d states (%s), want %d", found.Verdict, found.Length, found.Why, c.want)
				}
				if last := len(found.Actions) - 1; c.want > 0 && found.Actions[last].Name != spec.Crash {
					t.Errorf("the path ends with %s", found.Actions[last])
				}
				if r.Results[1].Verdict == spec.Violated {
					t.Errorf("Changes is violated: %s", r.Results[1].Why)
				}
			}
		})
	}
}

// A property that is misstated is refused when its system is made ready.
func TestMisstatedPropertyIsRefused(t *testing.T) {
	s := toySystem(toys(1, spec.CrashStop, flip), still(), spec.Budget{})
	s.Properties[0].Step = s.Properties[len(s.Properties)-1].Step
	defer func() {
		err, _ := recover().(error)
		if err == nil || !strings.Contains(err.Error(), "HeardBelow2 is not Stepwise") {
			t.Errorf("got %v", err)
		}
	}()
	s.Subject()
}
