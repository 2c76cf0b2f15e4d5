package verify_test

import (
	"fmt"
	"os/exec"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/impl"
	ctolerantimpl "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/internal/checkout"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	elections "github.com/scrutineer-go/scrutineer/properties/ctolerant"
	"github.com/scrutineer-go/scrutineer/properties/vote"
	"github.com/scrutineer-go/scrutineer/spec"
	ctolerantspec "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	ctolerantwords "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	votespec "github.com/scrutineer-go/scrutineer/spec/vote"
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

// Components and the search by levels agree with the adapter and the simple explorer, on
// every state, every step and every verdict, whatever the number of workers.
func TestFastAgreesWithSimpleOnBase(t *testing.T) {
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
		{"crash and loss", rule("tagged"), mix{"crash": 1, "loss": 1, "restart": 1}, most, true},
		{"loss and duplicate", rule("tagged"), mix{"loss": 1, "duplicate": 1, "restart": 1}, nil, true},
		{"two losses", rule("last"), mix{"loss": 2, "restart": 1}, nil, false},
		{"two crashes", rule("lowest"), mix{"crash": 2, "restart": 1}, most, false},
		{"anybody crashes", rule("last"), mix{"crash": 1, "loss": 1, "restart": 1}, []spec.NodeID{0, 1, 2}, true},
		{"c = 1, crash and duplicate", c1.WithDefaults(), mix{"duplicate": 1, "crash": 1, "restart": 1}, most, true},
		{"premature", rule("last"), mix{"premature": 1, "restart": 1}, nil, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			leaveLarge(t, row.large)
			electBothWays(t, row.cfg, row.mix, row.mayCrash)
		})
	}
}

// rule is the smallest group, by that rule.
func rule(r ctolerantwords.Rule) ctolerantwords.Config {
	return ctolerantwords.Config{Nodes: 3, F: 1, Rule: r, Initiator: 2}.WithDefaults()
}

// election is a c-tolerant election that is explored by its components and simply.
func election(
	cfg ctolerantwords.Config, faults mix, mayCrash ...spec.NodeID,
) verify.Columns[ctolerantspec.Local, elections.Ghost] {
	subject := elections.Protocol().Registered().Under(cfg, faults.budget(ctolerantwords.Lines(), mayCrash...))
	return verify.ColumnsOf[ctolerantspec.Local, elections.Ghost](subject)
}

func electBothWays(t *testing.T, cfg ctolerantwords.Config, faults mix, mayCrash []spec.NodeID) {
	t.Helper()
	s := election(cfg, faults, mayCrash...)
	bothWays(t, s, []string{"TypeOK", "Agreement", "LowestLately", "CT1", "NeverElected", "NeverSucceeded"})
}

// So they do in the larger graph in which X1 is found.
func TestFastAgreesWithSimpleOnX1(t *testing.T) {
	nightly.Only(t, "TestFastAgreesWithSimpleOnBase")
	electBothWays(t, rule("last"), mix{"crash": 1, "premature": 1, "restart": 1}, []spec.NodeID{0, 1})
}

// leaveLarge leaves the larger mixes to the full tests.
func leaveLarge(t *testing.T, large bool) {
	if large && testing.Short() {
		t.Skip("takes the simple explorer half a second or more; make test runs it")
	}
}

// So they do with crashes inside a handler, and with what is stored.
func TestFastAgreesWithSimpleInsideHandlers(t *testing.T) {
	const three, two = "[0, 1, 2]", "[1, 2]" // two voters where three take the simple explorer a minute
	for _, row := range []struct {
		name, voters string
		mix          mix
		large        bool
	}{
		{"nothing", three, mix{}, false},
		{"crash", three, mix{"crash": 1}, true},
		{"crash inside a handler", three, mix{"crashIn": 1}, false},
		{"crash inside and loss", three, mix{"crashIn": 1, "loss": 1}, true},
		{"loss and duplicate", three, mix{"loss": 1, "duplicate": 1}, false},
		{"retry", three, mix{"retry": 1, "crashIn": 1}, false},
		{"premature", three, mix{"premature": 1, "retry": 1}, false},
		{"premature and loss", three, mix{"premature": 1, "retry": 1, "loss": 1}, false},
		{"crash and loss", three, mix{"crash": 1, "loss": 1}, true},
		{"crash and duplicate", two, mix{"crash": 1, "duplicate": 1}, true},
		{"both crashes", two, mix{"crash": 1, "crashIn": 1}, false},
	} {
		t.Run(row.name, func(t *testing.T) {
			leaveLarge(t, row.large)
			cfg, err := votewords.Parse(
				[]byte(`{"nodes": 3, "candidates": [0], "ask": 2, "voters": ` + row.voters + `}`),
			)
			if err != nil {
				t.Fatal(err)
			}
			subject := vote.Protocol().Registered().Under(cfg, row.mix.budget(votewords.Lines(), 0, 1, 2))
			s := verify.ColumnsOf[votespec.Local, struct{}](subject)
			bothWays(t, s, []string{"TypeOK", "OneVote", "OneWinner", "NeverRecoveredVote"})
		})
	}
}

// A search whose states turn out to be too narrow begins again with wider ones, and comes
// to the same.
func TestStatesGetWider(t *testing.T) {
	cfg := ctolerantwords.Config{Nodes: 3, F: 1, Initiator: 2}.WithDefaults()
	s := election(cfg, mix{"crash": 1, "loss": 1, "restart": 1}, 0, 1)
	var stages []string
	o := verify.ReachOptions{Workers: 2, Stage: func(what string) error {
		stages = append(stages, what)
		return nil
	}}
	wide, err := s.Fastly([]string{"Agreement"}, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(stages) > 0 {
		t.Errorf("states of the usual width: %q", stages)
	}
	verify.SetPerWord(t, 16, 12, 4)
	narrow, err := s.Fastly([]string{"Agreement"}, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(stages) != 2 || narrow.Ended != checker.Complete || numbering(narrow) != numbering(wide) {
		t.Errorf("%s after %q, %d states; want complete with %d", narrow.Ended, stages, narrow.States, wide.States)
	}
}

// Several workers come to what one comes to, in searches of many chunks.
func TestWorkersAgree(t *testing.T) {
	t.Run("base", func(t *testing.T) {
		workersAgree(t, election(rule("last"), mix{"crash": 1, "premature": 1, "restart": 1}, 0, 1), "Agreement")
	})
	t.Run("vote", func(t *testing.T) {
		cfg, err := votewords.Parse([]byte(`{"nodes": 3, "candidates": [0], "voters": [0, 1, 2], "ask": 2}`))
		if err != nil {
			t.Fatal(err)
		}
		faults := mix{"crash": 1, "loss": 1}
		subject := vote.Protocol().Registered().Under(cfg, faults.budget(votewords.Lines(), 0, 1, 2))
		workersAgree(t, verify.ColumnsOf[votespec.Local, struct{}](subject), "OneVote")
	})
}

func workersAgree[L, G any](t *testing.T, s verify.Columns[L, G], property string) {
	t.Helper()
	var one string
	for workers := 1; workers <= 3; workers++ {
		fast, err := s.Fastly([]string{property}, verify.ReachOptions{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		result := fast.Results[0]
		sum := fmt.Sprintln(fast.Ended, fast.States, fast.Edges, fast.Depth, result.Verdict, result.Length)
		if one == "" {
			one = sum
		}
		if sum != one || fast.Breach != "" || fast.Again != "" || fast.States < 5000 {
			t.Errorf("%d workers: %sone: %sbreach %q, again %q", workers, sum, one, fast.Breach, fast.Again)
		}
	}
}

// The race detector looks on as several workers read what one of them has learned.
func TestWorkersUnderTheRaceDetector(t *testing.T) {
	nightly.Only(t, "internal/search.TestWorkersUnderTheRaceDetector")
	program := checkout.BuildRace(t)
	out, err := exec.CommandContext(t.Context(), program, "-test.run=^TestWorkersAgree$").CombinedOutput()
	if err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
}

// A specification with another rule than the implementation is told apart from it.
func TestExploreSeesAnotherRule(t *testing.T) {
	budget := mix{"crash": 1, "restart": 1}.budget(ctolerantwords.Lines(), 0, 1)
	for _, other := range []ctolerantwords.Rule{"tagged", "lowest"} {
		p := elections.Protocol(func(_ ctolerantwords.Config, p *scrutineer.Protocol[ctolerantimpl.State]) {
			p.New = func(id spec.NodeID, _ int) impl.Node { return ctolerantimpl.New(id, rule(other)) }
		}).Registered()
		e, err := p.Under(rule("tagged"), budget).Explore(nil)
		if err != nil || (e.Difference == nil) != (other == "tagged") {
			t.Errorf("%s against tagged: %v, %v", other, e.Difference, err)
		}
	}
}
