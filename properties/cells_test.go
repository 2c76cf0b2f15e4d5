package properties_test

import (
	"fmt"
	"os/exec"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/campaign/campaigntest"
	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/properties"
	"github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/properties/vote"
	"github.com/scrutineer-go/scrutineer/spec"
	ctolerantwords "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	votewords "github.com/scrutineer-go/scrutineer/spec/vote/words"
)

// mix says how many faults of each line of a budget there may be.
type mix map[string]int

func (m mix) budget(lines []spec.Line, mayCrash ...spec.NodeID) spec.Budget {
	lines = slices.Clone(lines)
	for i := range lines {
		lines[i].Most = m[lines[i].Name]
	}
	return spec.Budget{Lines: lines, MayCrash: spec.NewSet(mayCrash...)}
}

// The cells and the search by levels agree with the adapter and the simple explorer, on
// every state, every step and every verdict, whatever the number of workers.
func TestFastAgreesWithSimpleOnBase(t *testing.T) {
	rule := func(r ctolerantwords.Rule) ctolerantwords.Config {
		return ctolerantwords.Config{Nodes: 3, F: 1, Rule: r, Initiator: 2}.WithDefaults()
	}
	most := []spec.NodeID{0, 1}
	c1 := ctolerantwords.Config{Nodes: 3, C: 1, Initiator: 2}
	for _, row := range []struct {
		name     string
		cfg      ctolerantwords.Config
		mix      mix
		mayCrash []spec.NodeID
		large    bool
	}{
		{"nothing", rule("tagged"), mix{}, nil, false},
		{"crash", rule("tagged"), mix{"crash": 1, "restart": 1}, most, false},
		{"crash and loss", rule("tagged"), mix{"crash": 1, "loss": 1, "restart": 1}, most, false},
		{"loss and duplicate", rule("tagged"), mix{"loss": 1, "duplicate": 1, "restart": 1}, nil, false},
		{"two losses", rule("last"), mix{"loss": 2, "restart": 1}, nil, false},
		{"two crashes", rule("lowest"), mix{"crash": 2, "restart": 1}, most, false},
		{"anybody crashes", rule("last"), mix{"crash": 1, "loss": 1, "restart": 1}, []spec.NodeID{0, 1, 2}, false},
		{"c = 1, crash and duplicate", c1.WithDefaults(), mix{"duplicate": 1, "crash": 1, "restart": 1}, most, false},
		{"premature", rule("last"), mix{"premature": 1, "restart": 1}, nil, true},
		{"crash and premature, X1", rule("last"), mix{"crash": 1, "premature": 1, "restart": 1}, most, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			leaveLarge(t, row.large)
			s := ctolerant.System(row.cfg, row.mix.budget(ctolerantwords.Lines(), row.mayCrash...))
			bothWays(t, s, []string{"TypeOK", "Agreement", "LowestLately", "CT1", "NeverElected", "NeverSucceeded"})
		})
	}
}

// leaveLarge leaves the larger mixes to the full tests, and all that are run under the
// race detector are small.
func leaveLarge(t *testing.T, large bool) {
	if large && testing.Short() {
		t.Skip("takes the simple explorer some ten seconds; make test runs it")
	}
}

func TestFastAgreesWithSimpleOnVote(t *testing.T) {
	cfg, err := votewords.Parse([]byte(`{"nodes": 3, "candidates": [0], "voters": [0, 1, 2], "ask": 2}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		name  string
		mix   mix
		large bool
	}{
		{"nothing", mix{}, false},
		{"crash", mix{"crash": 1}, false},
		{"crash inside a handler", mix{"crashIn": 1}, false},
		{"crash inside and loss", mix{"crashIn": 1, "loss": 1}, false},
		{"loss and duplicate", mix{"loss": 1, "duplicate": 1}, false},
		{"retry", mix{"retry": 1, "crashIn": 1}, false},
		{"premature", mix{"premature": 1, "retry": 1}, false},
		{"premature and loss", mix{"premature": 1, "retry": 1, "loss": 1}, false},
		{"crash and loss", mix{"crash": 1, "loss": 1}, true},
		{"crash and duplicate", mix{"crash": 1, "duplicate": 1}, true},
		{"both crashes", mix{"crash": 1, "crashIn": 1}, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			leaveLarge(t, row.large)
			s := vote.System(cfg, row.mix.budget(votewords.Lines(), 0, 1, 2))
			bothWays(t, s, []string{"TypeOK", "OneVote", "OneWinner", "NeverRecoveredVote"})
		})
	}
}

// Several workers read what one of them has learned; the race detector looks on.
func TestFastUnderTheRaceDetector(t *testing.T) {
	program := campaigntest.BuildRace(t)
	out, err := exec.CommandContext(t.Context(), program, "-test.short", "-test.run=^TestFastAgrees").CombinedOutput()
	if err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
}

// bothWays explores a system both ways.
func bothWays[L, G any](t *testing.T, s properties.System[L, G], names []string) {
	var judged []spec.Property[properties.Simple[G]]
	for _, p := range s.Properties {
		if slices.Contains(names, p.Name) {
			judged = append(judged, spec.Property[properties.Simple[G]]{
				Name: p.Name, Check: func(c properties.Simple[G]) error { return p.Check(s.SimpleImage(c)) },
			})
		}
	}
	names = nil
	for _, p := range judged {
		names = append(names, p.Name)
	}
	x := checker.Explore(s.Simply(), checker.Options[properties.Simple[G]]{KeepSteps: true, Properties: judged})
	if x.Breach != nil {
		t.Fatalf("%s: %s", x.Breach.Contract, x.Breach.Why)
	}
	sum := ""
	for workers := 1; workers <= 3; workers++ {
		fast, err := s.Fastly(names, properties.ReachOptions{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		if fast.Breach != "" || fast.Again != "" {
			t.Fatalf("breach %q, again %q", fast.Breach, fast.Again)
		}
		if fast.Ended != checker.Complete || fast.States != len(x.States) ||
			fast.Edges != x.Edges || fast.Depth != x.Depth {
			t.Fatalf("%d workers: %d states, %d edges, depth %d, %s; the simple explorer has %d, %d, %d",
				workers, fast.States, fast.Edges, fast.Depth, fast.Ended, len(x.States), x.Edges, x.Depth)
		}
		for i, r := range x.Results {
			got := fast.Results[i]
			if got.Verdict != r.Verdict || got.Length != len(r.Path.States) {
				t.Errorf("%s: %s in %d states, simply %s in %d", r.Property.Name, got.Verdict, got.Length,
					r.Verdict, len(r.Path.States))
			}
		}
		if workers == 1 {
			sameGraph(t, s, fast, x)
			t.Logf("%d states, %d edges, %d local states, %d inboxes, %d handler runs",
				fast.States, fast.Edges, fast.Locals, fast.Inboxes, fast.Executed)
		}
		numbers := numbering(fast)
		if sum == "" {
			sum = numbers
		}
		if numbers != sum {
			t.Errorf("%d workers number the states in another way than one", workers)
		}
	}
}

// sameGraph demands that each of the fast states is one of the simple ones, with the
// same steps to the same states and the same image.
func sameGraph[L, G any](
	t *testing.T, s properties.System[L, G], fast properties.Fast[G], x *checker.Exploration[properties.Simple[G]],
) {
	simple, bare := make([]int, fast.States), spec.Watch(s.Cluster.Model(), s.Ghost)
	for n := range simple {
		var ok bool
		if simple[n], ok = x.Number(fast.State(n)); !ok {
			t.Fatalf("state %d is none of the simple explorer's", n)
		}
		if fast.Image(n) != codec.Key(s.SimpleImage(x.States[simple[n]])) {
			t.Fatalf("state %d has another image", n)
		}
		if exhausted := spec.Exhausted(bare, s.Budget, x.States[simple[n]]); fast.Exhausted(n) != exhausted {
			t.Fatalf("state %d is exhausted: %t, simply %t", n, fast.Exhausted(n), exhausted)
		}
	}
	for n := range simple {
		var got, want []string
		for _, step := range fast.Steps(n) {
			got = append(got, fmt.Sprintf("%s to %d", step.Action.Key(), simple[step.To]))
		}
		for _, step := range x.Steps[simple[n]] {
			want = append(want, fmt.Sprintf("%s to %d", step.Action.Key(), step.To))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("state %d has other steps", n)
		}
	}
}

// numbering sums up which state has which number and where its steps lead.
func numbering[G any](fast properties.Fast[G]) string {
	var all []int
	for n := range fast.States {
		for _, step := range fast.Steps(n) {
			all = append(all, step.To)
		}
	}
	return codec.Key(all)
}
