package heartbeat

import (
	"slices"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/heartbeat"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/heartbeat/words"
)

// What a timeout waits for decides whether a protocol that never rests gets on at all. Each
// test has the rule as it stands, and beside it a rule under which this was not so.

// group is so many processes, the first of which detect.
func group(nodes, detectors int) words.Config {
	return words.Config{
		Nodes: nodes, Detectors: spec.AllNodes(detectors), Failures: spec.CrashStop, Nonces: 1000,
		Learns: words.LearnsByAsking,
	}
}

// crowded is a plan in which something is in flight nearly always: beats are spread over
// a whole period, and the last process is dead from the beginning.
func crowded(nodes int, rounds faults.Time) faults.Plan {
	return faults.Plan{
		Version: faults.PlanVersion, Protocol: "heartbeat", Seed: 1,
		Delay:  faults.Delay{Min: 30 * faults.Time(time.Millisecond), Max: 49 * faults.Time(time.Millisecond)},
		Inputs: faults.Delay{Max: faults.Time(words.Period)},
		Faults: []faults.Fault{{Kind: &faults.Crash{Node: spec.NodeID(nodes - 1), At: new(faults.Microsecond)}}},
		Stop:   2 * faults.Microsecond,
		Settle: rounds * faults.Time(words.Period),
	}
}

// beats counts the beats of a run, the fewest at one of the first processes, and those who
// suspect the dead at its end.
func beats(t *testing.T, c network.Cluster, p faults.Plan, first int) (beats, fewest, suspecting int) {
	t.Helper()
	each := make([]int, c.Nodes)
	count := faultstest.Watch(func(_ *world.World, e *world.Event) {
		if e.Action.Timer == words.ClockBeat {
			beats++
			each[e.Action.At]++
		}
	})
	w, err := world.New(c, p, count)
	if err != nil {
		t.Fatal(err)
	}
	if r := w.Run(); r.Breach != nil {
		t.Fatalf("%+v", *r.Breach)
	}
	for _, id := range w.Living() {
		if suspects(w, id).Equal(w.Down()) {
			suspecting++
		}
	}
	return beats, slices.Min(each[:first]), suspecting
}

// calm is the cluster under the rule that a timer fires, once the faults have stopped, where
// nothing is in flight to anybody.
func calm(c network.Cluster) network.Cluster {
	c.Clocks, c.Awaits = nil, nil
	return c
}

// 32 processes that test each other all have a beat a period and suspect the dead one. Under
// global calm they starve, and a judge took a correct protocol for a broken one.
func TestTimersOfManyDoNotStarve(t *testing.T) {
	const nodes, rounds = 32, 10
	cluster := Protocol().Registered().Subject(group(nodes, nodes)).Cluster
	plan := crowded(nodes, rounds)
	got, fewest, suspecting := beats(t, cluster, plan, nodes-1)
	starved, _, few := beats(t, calm(cluster), plan, nodes-1)
	t.Logf("%d beats and %d right; under global calm %d and %d", got, suspecting, starved, few)
	if fewest < rounds-1 || suspecting != nodes-1 {
		t.Errorf("%d beats at one, due are %d; %d of %d suspect the dead", fewest, rounds-1, suspecting, nodes-1)
	}
	if 4*starved > got || few == nodes-1 {
		t.Error("global calm starves nobody here: this plan shows nothing")
	}
}

// Of ten rounds that are due among 1,024 processes ten happen, at each of those that detect. Those
// are 16, which ask everybody: as many copies as if each of all asked sixteen.
func TestRoundsOfAThousandHappen(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand processes, for seconds; make test runs them")
	}
	const nodes, detectors, rounds = 1024, 16, 11
	cluster := Protocol().Registered().Subject(group(nodes, detectors)).Cluster
	plan := crowded(nodes, rounds)
	got, fewest, _ := beats(t, cluster, plan, detectors)
	starved, _, _ := beats(t, calm(cluster), plan, detectors)
	t.Logf("%d beats; under global calm %d", got, starved)
	if fewest < rounds-1 {
		t.Errorf("%d beats at one, due are %d", fewest, rounds-1)
	}
	if 2*starved > got {
		t.Error("global calm starves nobody here: this plan shows nothing")
	}
}

// Where a timer awaits whatever is in flight between its process and the peer, an old request
// of the peer's earlier life, which looks like each of the later ones, keeps a timeout from
// ever being fair: there always is one on its way, and the exchange whose Ask was lost is never
// over. By the nonce of its own exchange, the timer knows better.
func TestOldRequestsAreNotAwaited(t *testing.T) {
	cfg := group(2, 2)
	cfg.Failures, cfg.Nonces = spec.MessagesVanish, 2
	budget := spec.Budget{MayCrash: spec.NewSet[spec.NodeID](1)}
	for _, line := range words.Lines() {
		if slices.Contains([]string{"crash", "loss", "premature"}, line.Name) {
			line.Most = 1
		}
		budget.Lines = append(budget.Lines, line)
	}
	type state = *implementation.State
	for name, rule := range map[string]struct {
		awaits func(spec.Timer, spec.NodeID, state, *spec.Message) bool
		want   spec.Verdict
	}{
		"the exchange of the round": {awaits, spec.Holds},
		"all between the two": {func(timer spec.Timer, at spec.NodeID, _ state, copy *spec.Message) bool {
			return copy.From == at && copy.To == timer.Of() || copy.To == at && copy.From == timer.Of()
		}, spec.Violated},
		"all that is in flight": {nil, spec.Violated},
	} {
		t.Run(name, func(t *testing.T) {
			p := protocol(cfg)
			p.Awaits = rule.awaits
			lived, err := p.Registered().Under(cfg, budget).Live(verify.Impl, []string{"RightAtLast"}, "MCFairSpec")
			if err != nil || lived.Ended != "" {
				t.Fatal(err, lived.Ended)
			}
			found := lived.Found[0]
			if found.Verdict != rule.want || found.Excused > 0 {
				t.Errorf("%s, %d states excused; want %s\n%s", found.Verdict, found.Excused, rule.want, found.Path)
			}
		})
	}
}
