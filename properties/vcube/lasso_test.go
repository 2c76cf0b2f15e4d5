package vcube

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// As printed four processes disagree for ever after one crash: the real code goes round, and in a
// World it takes the same way and disagrees. Repaired no fair run does.
func TestLassoReplays(t *testing.T) {
	cfg := words.Config{Nodes: 4, Failures: spec.CrashStop, Interval: words.Long, Nonces: 1}.WithDefaults()
	budget := spec.Budget{Lines: spec.FaultLines("crash"), MayCrash: spec.NewSet[spec.NodeID](0)}
	budget.Lines[0].Most = 1
	protocol := Protocol().Registered()
	found := func(cfg words.Config) verify.Found {
		t.Helper()
		lived, err := protocol.Under(cfg, budget).Live(verify.Impl, []string{agreeName}, "MCFairSpec")
		if err != nil || lived.Ended != "" {
			t.Fatal(err, lived.Ended)
		}
		return lived.Found[0]
	}
	if f := found(cfg); f.Verdict != spec.Holds || f.Excused > 0 {
		t.Errorf("repaired: %s, %d states excused", f.Verdict, f.Excused)
	}
	cfg.Interpretations = spec.NewSet(words.LiteralMerge)
	lasso := found(cfg)
	if lasso.Verdict != spec.Violated || len(lasso.Cycle) == 0 {
		t.Fatalf("as printed: %s, with a cycle of %d steps", lasso.Verdict, len(lasso.Cycle))
	}
	base := faults.Plan{Version: faults.PlanVersion, Protocol: "vcube", Config: campaign.JSON(cfg)}
	plan, err := lasso.Plan(protocol.Subject(cfg).Cluster, base)
	if err != nil {
		t.Fatal(err)
	}
	o, err := campaign.Run(protocol.Subject(cfg), plan, true)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(o.Violations, func(v campaign.Violation) bool { return v.Property == agreeName }) {
		t.Errorf("in a World: %v", o.Violations)
	}
}
