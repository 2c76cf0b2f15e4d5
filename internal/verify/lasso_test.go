package verify_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/explore"
	"github.com/scrutineer-go/scrutineer/internal/search"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// The relay is a ring of real processes: process 0 sends a baton round, and whoever sent
// it wins when it comes back. One of them does something else with it.
type (
	relay struct {
		id    spec.NodeID
		size  int
		does  doing
		state relayState
	}
	relayState struct{ Sent, Won bool }
	baton      struct{}
	begin      struct{}
	doing      string
)

const (
	winsRace doing = "wins"
	forgets  doing = "forgets that the baton is its own, and passes it on for ever"
	swallows doing = "swallows the baton"
)

func (baton) Kind() string { return "Baton" }
func (begin) Kind() string { return "Begin" }

func init() {
	codec.Register(baton{})
	codec.Register(begin{})
}

func (n *relay) State() any { return &n.state }

func (n *relay) Step(ev impl.Event, out *impl.Effects) {
	next := spec.NodeID((int(n.id) + 1) % n.size)
	switch {
	case ev.Kind == impl.Input:
		n.state.Sent = true
		out.Send(next, baton{})
	case n.id == 1 && n.does == swallows:
	case n.id == 0 && n.does != forgets:
		n.state.Won = true
	default:
		out.Send(next, baton{})
	}
}

func ring(size int, does doing) network.Cluster {
	return network.Cluster{
		Nodes: size,
		New:   func(id spec.NodeID) impl.Node { return &relay{id: id, size: size, does: does} },
		Inputs: func(at spec.NodeID, state any, _ spec.Set) []spec.Body {
			if at == 0 && !state.(*relayState).Sent {
				return []spec.Body{begin{}}
			}
			return nil
		},
	}
}

// A counterexample to liveness is found on the graph of the real processes, and a world
// takes it: the way there, then round and round through the same states, or to where
// nothing happens any more.
func TestWorldsReplayLassos(t *testing.T) {
	for _, size := range []int{3, 4} {
		for _, does := range []doing{winsRace, forgets, swallows} {
			t.Run(fmt.Sprintf("%d processes, one %s", size, does), func(t *testing.T) {
				c := ring(size, does)
				lasso := racesLasso(t, c)
				switch does {
				case winsRace:
					if lasso != nil {
						t.Errorf("nobody need win:\n%s", lasso)
					}
				case forgets:
					if lasso == nil || len(lasso.Cycle) != size || len(lasso.Stem) != 1 {
						t.Fatalf("the baton does not go round for ever: %v", lasso)
					}
					goesRound(t, c, lasso)
				case swallows:
					if lasso == nil || !lasso.Blocked() || len(lasso.Stem) != 2 {
						t.Fatalf("the run does not stop: %v", lasso)
					}
					stopsThere(t, c, lasso)
				}
			})
		}
	}
}

// racesLasso explores the cluster by its components and looks for a fair run in which nobody
// ever wins.
func racesLasso(t *testing.T, c network.Cluster) *checker.Lasso {
	t.Helper()
	components, err := explore.NewComponents(c, nil, spec.Budget{}, explore.Meets{})
	if err != nil {
		t.Fatal(err)
	}
	r := search.Reach(components, 3, search.Options{})
	fair := []spec.Fairness{{Name: "everything", Of: func(a spec.Action) bool { return a.IsFair() }}}
	won := checker.Temporal{Name: "SomebodyWins", Kind: spec.Eventually, Holds: func(n int) bool {
		return slices.ContainsFunc(components.State(r.State(n)).Procs, func(p explore.Process) bool {
			var s relayState
			p.Load(&s)
			return s.Won
		})
	}}
	lasso, err := checker.Live(r, fair, won)
	if err != nil {
		t.Fatal(err)
	}
	if lasso != nil {
		if err := lasso.Verify(r, fair, won); err != nil {
			t.Error(err)
		}
	}
	return lasso
}

// snapshots keeps what a world looks like after each event.
type snapshots struct {
	size    int
	after   []string
	actions []spec.Action
	won     bool
}

func (s *snapshots) Observe(w *world.World, e *world.Event) {
	if world.IsStutter(e.Action.Name) {
		return
	}
	var parts []string
	for i := range s.size {
		state := w.State(spec.NodeID(i)).(*relayState)
		s.won = s.won || state.Won
		parts = append(parts, codec.Key(state))
	}
	s.after = append(s.after, fmt.Sprint(parts, w.InFlight()))
	s.actions = append(s.actions, e.Action)
}

// inWorld runs the plan of the counterexample in a world and returns what was seen, with the run's
// report.
func inWorld(t *testing.T, c network.Cluster, lasso *checker.Lasso) (*snapshots, world.Report) {
	t.Helper()
	found := verify.Found{Actions: actions(lasso.Stem), Cycle: actions(lasso.Cycle)}
	plan, err := found.Plan(c, faults.Plan{Protocol: "relay", Config: json.RawMessage(`{}`)})
	if err != nil {
		t.Fatal(err)
	}
	seen := snapshots{size: c.Nodes}
	w, err := world.New(c, plan, &seen)
	if err != nil {
		t.Fatal(err)
	}
	report := w.Run()
	if report.Breach != nil {
		t.Fatal(errors.New(report.Breach.Why))
	}
	for i, a := range slices.Concat(found.Actions, found.Cycle) {
		if i >= len(seen.actions) || !seen.actions[i].Same(a) {
			t.Fatalf("step %d of the world is not %s", i+1, a)
		}
	}
	return &seen, report
}

func actions(steps []checker.Step) []spec.Action {
	var all []spec.Action
	for _, step := range steps {
		all = append(all, step.Action)
	}
	return all
}

func goesRound(t *testing.T, c network.Cluster, lasso *checker.Lasso) {
	const rounds = 5
	seen, _ := inWorld(t, c, lasso)
	begin, length := len(lasso.Stem), len(lasso.Cycle)
	for round := range rounds {
		if at := begin - 1 + (round+1)*length; seen.after[at] != seen.after[begin-1] {
			t.Errorf("after round %d the world is not where it was", round+1)
		}
	}
	// Nothing makes it stop: the world's own order goes on with the cycle.
	for i, a := range seen.actions[begin:] {
		if !a.Same(lasso.Cycle[i%length].Action) {
			t.Fatalf("step %d is %s, and the cycle goes on with %s", begin+i+1, a, lasso.Cycle[i%length].Action)
		}
	}
	if seen.won || len(seen.actions) < 100 {
		t.Errorf("somebody has won: %t, after %d steps", seen.won, len(seen.actions))
	}
}

func stopsThere(t *testing.T, c network.Cluster, lasso *checker.Lasso) {
	seen, report := inWorld(t, c, lasso)
	if len(seen.actions) != len(lasso.Stem) || !report.Quiescent || seen.won {
		t.Errorf("%d steps, quiescent %t, somebody has won: %t; want %d, true, false",
			len(seen.actions), report.Quiescent, seen.won, len(lasso.Stem))
	}
	if !strings.Contains(lasso.String(), "stops") {
		t.Errorf("it does not say that the run stops:\n%s", lasso)
	}
}
