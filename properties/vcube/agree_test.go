package vcube

import (
	"fmt"
	"iter"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/vcube"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// The two models are held to agree in what they can come to when all is calm: nobody tests, and
// nothing is in flight. The model with messages has a long interval, and nobody crashes before all
// have booted; both have as many crashes and recoveries.
//
// Whatever the model with atomic tests comes to by whole rounds, that with messages comes to as
// well: a round of one process, whose requests and replies arrive at once while nobody else does
// anything, is one of its runs. Test by test it comes to more than a long interval allows, as
// others then begin their rounds within that round.
//
// The other way round it is so test by test, if one thing is added. A request vanishes with the
// crash of whom it is for, and its test fails, though that one be up again by then. Where a test is
// one step that is a false suspicion of who came up again, and each of the others may have one of
// it. Without these there is a difference, and so they are its whole.
func TestModelsAgree(t *testing.T) {
	for _, c := range []struct{ nodes, crashes, message, rounds, tests, suspicions int }{
		{2, 1, 38, 32, 32, 79},
		{2, 2, 331, 287, 287, 1751},
		{3, 1, 265, 156, 184, 1814},
	} {
		t.Run(fmt.Sprintf("N=%d, %d crashes", c.nodes, c.crashes), func(t *testing.T) {
			if testing.Short() && c.nodes > 2 {
				t.Skip("two seconds of the quick gate, which make test has")
			}
			cfg := words.Config{
				Nodes: c.nodes, Failures: spec.MessagesVanish, Interval: words.Long, Nonces: 2,
				Threshold: 1, Incarnations: []int{0, 1, 1}[:c.nodes],
			}.WithDefaults()
			message := calmOfMessages(t, cfg, c.crashes)
			rounds := calmOfTests(t, cfg, words.ByProcess, c.crashes, 0)
			tests := calmOfTests(t, cfg, words.ByTest, c.crashes, 0)
			lost := calmOfTests(t, cfg, words.ByTest, c.crashes, c.crashes*(c.nodes-1))
			contains(t, "with messages", message, "by whole rounds", rounds)
			contains(t, "by tests that may be lost", lost, "with messages", message)
			contains(t, "by tests", tests, "by whole rounds", rounds)
			sizes := [4]int{len(message), len(rounds), len(tests), len(lost)}
			if want := [4]int{c.message, c.rounds, c.tests, c.suspicions}; sizes != want {
				t.Errorf("calm are %v, want %v: with messages, by rounds, tests, and tests that may be lost",
					sizes, want)
			}
		})
	}
}

// Where the interval may end at any time there is one thing more, that a test in one step cannot do:
// a reply travels while its sender ends a round. Here process 0 comes up again, replies to 1 in its
// incarnation 1, and is penalised; then 1 hears, and trusts it in an incarnation that is over.
func TestRepliesTravel(t *testing.T) {
	cfg := words.Config{
		Nodes: 2, Failures: spec.MessagesVanish, Interval: words.Free, Nonces: 2, Threshold: 1,
		Incarnations: []int{0, 1},
	}.WithDefaults()
	lost := calmOfTests(t, cfg, words.ByTest, 1, 1)
	more := 0
	for key, c := range calmOfMessages(t, cfg, 1) {
		if _, ok := lost[key]; ok {
			continue
		}
		more++
		hearer := c.Members[1]
		if hearer.Timestamps[0] != 2 || hearer.Incarnations[0] != 1 || c.Disks[0].Incarnation != 2 {
			t.Errorf("no reply has travelled for long: %+v", c)
		}
	}
	if more != 3 {
		t.Errorf("%d more are calm with messages, want 3", more)
	}
}

// calm is what all know and have on their disks.
type calm struct {
	Up      spec.Set
	Members []specification.Member
	Disks   []words.Record
}

// contains fails the test unless everything that is in the second is in the first.
func contains(t *testing.T, larger string, all map[string]calm, smaller string, some map[string]calm) {
	t.Helper()
	for key, c := range some {
		if _, ok := all[key]; !ok {
			t.Errorf("%s, and not %s: %+v", smaller, larger, c)
			return
		}
	}
}

// only is a model in which some of the steps do not happen.
type only[S any] struct {
	spec.Model[S]
	may func(S, spec.Action) bool
}

func (m only[S]) Actions(s S) iter.Seq[spec.Action] {
	return func(yield func(spec.Action) bool) {
		for a := range m.Model.Actions(s) {
			if m.may(s, a) && !yield(a) {
				return
			}
		}
	}
}

// states explores a model to its end.
func states[S any](t *testing.T, m spec.Model[S]) []S {
	t.Helper()
	x := checker.Explore(m, checker.Options[S]{MaxStates: 100_000})
	if !x.Complete {
		t.Fatalf("not explored to the end in %d states", len(x.States))
	}
	return x.States
}

// idle are those of the groups in which nobody tests.
func idle(groups []calm) map[string]calm {
	found := map[string]calm{}
	for _, c := range groups {
		tests := func(m specification.Member) bool { return m.Testing != spec.None }
		if !slices.ContainsFunc(c.Members, tests) {
			found[codec.Key(c)] = c
		}
	}
	return found
}

func calmOfMessages(t *testing.T, cfg words.Config, crashes int) map[string]calm {
	t.Helper()
	lines := spec.FaultLines("crash")
	lines[0].Most = crashes
	budget := spec.Budget{Lines: lines, MayCrash: spec.AllNodes(cfg.Nodes)}
	boots := func(s spec.Spent[specification.State], a spec.Action) bool {
		return len(s.State.Unbooted) == 0 || a.Name == spec.Boot
	}
	var groups []calm
	cluster := spec.Cluster{Nodes: cfg.Nodes, Failures: cfg.Failures, Boots: true, Clocks: cfg.Clocks()}
	bounded := spec.Bounded(spec.Of(cluster, specification.Handlers(cfg)), budget)
	model := only[spec.Spent[specification.State]]{bounded, boots}
	for _, s := range states(t, model) {
		if len(s.State.Unbooted) > 0 || len(s.State.Flight) > 0 {
			continue
		}
		c := calm{Up: s.State.Alive}
		for i, p := range s.State.Nodes {
			c.Members = append(c.Members, specification.MemberOf(p))
			c.Disks = append(c.Disks, s.State.Disk[i].(words.Record))
		}
		groups = append(groups, c)
	}
	return idle(groups)
}

// calmOfTests has nobody suspect falsely but who has come up again, which is all that a lost request
// may bring about; so it is explored faster.
func calmOfTests(t *testing.T, cfg words.Config, grain words.Grain, crashes, suspicions int) map[string]calm {
	t.Helper()
	rounds := words.RoundsConfig{
		Members: cfg.Nodes, Grain: grain, Fails: crashes, Returns: crashes, Suspicions: suspicions,
		Threshold: cfg.Threshold, Incarnations: cfg.Incarnations,
	}.WithDefaults()
	ofReturned := func(s specification.RoundsState, a spec.Action) bool {
		suspects, is := a.Msg.Body.(words.Suspect)
		return !is || s.Nodes[0].Group.Disks[suspects.Whom].Incarnation > cfg.Incarnations[suspects.Whom]
	}
	var groups []calm
	whole := spec.Of(spec.Cluster{Nodes: 1}, specification.RoundsHandlers(rounds))
	for _, s := range states(t, only[specification.RoundsState]{whole, ofReturned}) {
		g := s.Nodes[0].Group
		groups = append(groups, calm{g.Up, g.Members, g.Disks})
	}
	return idle(groups)
}
