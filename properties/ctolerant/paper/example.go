package paper

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// exampleOfHybrid is the configuration of Fig. 2 (section IV-D).
func exampleOfHybrid() words.Config {
	return words.Config{
		Nodes: 5, Protocol: words.Hybrid, C: 2, X: 2, Y: 2, Initiator: 4,
		Suspicions: [][]int{{0, 2, 1, 4, 0}, {5, 0, 0, 2, 1}, {2, 2, 0, 3, 1}, {3, 0, 2, 0, 1}, {0, 1, 0, 2, 0}},
	}.WithDefaults()
}

// checkExampleOfHybrid is CT-18, but for its course: what the sets of Algorithm 4 are after
// each of the three answers, in the order of the example.
func checkExampleOfHybrid() (string, error) { return exampleSets(exampleOfHybrid()) }

func exampleSets(cfg words.Config) (string, error) {
	if err := cfg.Check(); err != nil {
		return "", err
	}
	var candidates, excludes spec.Set
	for _, step := range []struct {
		at                            spec.NodeID
		candidates, excludes, printed spec.Set
	}{
		{4, spec.Set{0, 2}, spec.Set{1, 3}, spec.Set{0, 2}},
		{0, spec.Set{0, 2}, spec.Set{1, 3}, spec.Set{0, 2}},
		{1, spec.Set{0, 1, 2}, spec.Set{0, 1, 3}, spec.Set{2}},
	} {
		said := answer(cfg, step.at, cfg.X, cfg.Y)
		candidates, excludes = candidates.Union(said.Candidates), excludes.Union(said.Unhealthy)
		leaders := candidates.Minus(excludes)
		asKnown := candidates.Equal(step.candidates) && excludes.Equal(step.excludes) && leaders.Equal(step.printed)
		if !asKnown {
			return "", fmt.Errorf("with the answer of %s the candidates are %s, the excluded %s, and %s are left",
				step.at, candidates, excludes, leaders)
		}
	}
	return fmt.Sprintf("after the answers of 4, 0 and 1 the candidates of Algorithm 4 are %s and the excluded %s, "+
		"which leaves {2}, as printed; printed as the candidates are those that are left", candidates, excludes), nil
}
