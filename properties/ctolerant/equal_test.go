package ctolerant

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Specification and implementation are equal in any small configuration, under any rule
// and any interpretations together: the cases that TLC compares are some of these.
func TestEqualAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("explores a hundred configurations; the quick gate has the quick cases")
	}
	p := Protocol().Registered()
	rapid.Check(t, func(t *rapid.T) {
		cfg, budget := drawEqual(t)
		s := p.Under(cfg, budget)
		// Some interpretations take the bound on empty restarts away, and the graph has no end.
		r, err := s.Reach(nil, "MCSpec", verify.ReachOptions{MaxStates: nightly.Size(3_000, 1_000)})
		if err == nil && r.Ended == checker.BoundHit {
			t.Skip("too large")
		}
		e, err := s.Explore([]string{"TypeOK"})
		if err != nil {
			t.Fatal(err)
		}
		if e.Difference != nil || len(e.Violations) > 0 {
			t.Fatalf("%s\n%v\n%s\n%s", campaign.Text(cfg), budget, e.Difference, e.Violations)
		}
	})
}

// drawMembers draws a second initiator and up to three changes of the membership.
func drawMembers(t *rapid.T, cfg *words.Config) {
	if id := spec.NodeID(rapid.IntRange(0, 5).Draw(t, "rival")); id < 3 && id != cfg.Initiator {
		cfg.Rivals = spec.NewSet(id)
	}
	node := rapid.IntRange(0, 2)
	for range rapid.IntRange(0, 3).Draw(t, "changes") {
		change := words.Change{
			At: spec.NodeID(node.Draw(t, "at")), Node: spec.NodeID(node.Draw(t, "node")),
			Does: rapid.SampledFrom([]words.Verb{
				words.Forgets, words.Learns, words.Joins, words.Leaves,
			}).Draw(t, "does"),
		}
		if change.Does == words.Joins || change.Does == words.Leaves {
			change.Node = spec.None
		}
		c := *cfg
		c.Churn = append(slices.Clone(c.Churn), change)
		if c.WithDefaults().Check() == nil {
			*cfg = c
		}
	}
}

// drawEqual draws three processes in any configuration, one fault of some kind, and one
// run more.
func drawEqual(t *rapid.T) (words.Config, spec.Budget) {
	cfg := words.Config{
		Nodes: 3, C: rapid.IntRange(0, 2).Draw(t, "c"), BreaksC: true,
		Protocol:  rapid.SampledFrom(words.Variants()).Draw(t, "protocol"),
		Rule:      rapid.SampledFrom(words.Rules()).Draw(t, "rule"),
		Initiator: spec.NodeID(rapid.IntRange(0, 2).Draw(t, "initiator")),
		Interpretations: spec.NewSet(
			rapid.SliceOfN(rapid.SampledFrom(words.Interpretations()), 0, 3).Draw(t, "interpretations")...,
		),
	}
	cfg.F = rapid.IntRange(0, 2-cfg.C).Draw(t, "f")
	drawMembers(t, &cfg)
	cfg.Lists = cfg.WithDefaults().Lists
	for i := range cfg.Lists {
		if gone := rapid.IntRange(0, 8).Draw(t, "lacks"); gone != i {
			cfg.Lists[i] = cfg.Lists[i].Without(spec.NodeID(gone))
		}
	}
	if cfg.Protocol.Prefers() {
		cfg.X, cfg.Y = rapid.IntRange(1, 2).Draw(t, "x"), rapid.IntRange(0, 2).Draw(t, "y")
		counts := rapid.SliceOfN(rapid.IntRange(0, 2), 3, 3)
		cfg.Suspicions = rapid.SliceOfN(counts, 3, 3).Draw(t, "suspicions")
		if of := spec.NodeID(rapid.IntRange(0, 6).Draw(t, "rise")); of < 3 {
			cfg.Rises = []words.Rise{{At: (of + 1) % 3, Of: of, Count: 1}}
		}
	}
	cfg = cfg.WithDefaults()
	held := cfg
	held.Held = rapid.SampledFrom(append(words.Bounds(), "")).Draw(t, "held")
	if held.Check() == nil { // the lists are within c at first
		cfg = held
	}
	cfg.Troubles = rapid.Bool().Draw(t, "troubles")
	if err := cfg.Check(); err != nil {
		t.Fatal(err)
	}
	budget := spec.Budget{Lines: words.Lines(), MayCrash: spec.AllNodes(3)}
	fault := rapid.SampledFrom([]string{"", "crash", "duplicate", "loss", "premature"}).Draw(t, "fault")
	for i, line := range budget.Lines {
		if line.Name == fault || line.Name == "restart" {
			budget.Lines[i].Most = 1
		}
	}
	return cfg, budget
}

// Base is Preferred with x = 1 and y = 0, Optimistic is Hybrid with them: state by state,
// since each step of one is held against the other's specification.
func TestOneKernel(t *testing.T) {
	for general, special := range map[words.Variant]words.Variant{
		words.Preferred: words.Base, words.Hybrid: words.Optimistic,
	} {
		cfg := words.Config{
			Nodes: 3, C: 1, F: 1, Initiator: 2, X: 1, Protocol: general,
			Lists: []spec.Set{spec.AllNodes(3), spec.NewSet[spec.NodeID](1, 2), spec.AllNodes(3)},
		}.WithDefaults()
		budget := spec.Budget{Lines: words.Lines(), MayCrash: spec.NewSet[spec.NodeID](0, 1)}
		for i, line := range budget.Lines {
			if line.Name == "crash" || line.Name == "restart" {
				budget.Lines[i].Most = 1
			}
		}
		crossed := Protocol(func(cfg words.Config, p *protocol) {
			cfg.Protocol = special
			own := p.Spec.(Specification)
			own.Handlers = specified(cfg, budget).Handlers
			p.Spec = own
		}).Registered()
		e, err := crossed.Under(cfg, budget).Explore([]string{"TypeOK"})
		if err != nil || e.Difference != nil {
			t.Errorf("%s and %s part: %v\n%s", general, special, err, e.Difference)
		}
		t.Logf("%s with x = 1, y = 0 is %s: %d states, %d edges", general, special, e.Spec.States, e.Spec.Edges)
	}
}
