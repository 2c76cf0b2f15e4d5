package paper

import (
	"fmt"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/draw"
	elections "github.com/scrutineer-go/scrutineer/properties/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// checkParity is VC-6: an even timestamp is a correct process and an odd one is suspected, so that two
// who have the same timestamp of a third agree on it. All crash sets of four are followed by all,
// one round later.
func checkParity(read ...words.Interpretation) (string, error) {
	views := 0
	for _, frozen := range []bool{true, false} {
		err := downSets(4, func(first spec.Set) error {
			return downSets(4, func(second spec.Set) error {
				g := elections.NewGroup(asRead(4, read...))
				g.Fail(first...)
				g.Round(frozen)
				g.Return(first.Minus(second)...)
				g.Fail(second.Minus(first)...)
				for range 3 {
					g.Round(frozen)
					if err := parity(g); err != nil {
						return fmt.Errorf("%s are down for a round, and then %s: %w", first, second, err)
					}
					views += len(g.Up())
				}
				return nil
			})
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("in %d views of four after any two crash sets, one a round after the other, it is so, and "+
		"who has the same timestamp says the same", views), nil
}

// parity holds the verdicts of all who are up against their timestamps.
func parity(g *elections.Group) error {
	says := map[[2]int]bool{} // by process and timestamp
	for _, p := range g.Up() {
		for q, timestamp := range g.State(p).Timestamps {
			if spec.NodeID(q) == p {
				continue
			}
			correct := g.Correct(p).Has(spec.NodeID(q))
			if correct != (timestamp%2 == 0) {
				return fmt.Errorf("p%s has timestamp %d for p%d, and holds %s for correct",
					p, timestamp, q, g.Correct(p))
			}
			if said, known := says[[2]int{q, timestamp}]; known && said != correct {
				return fmt.Errorf("with timestamp %d p%d is correct and suspected", timestamp, q)
			}
			says[[2]int{q, timestamp}] = correct
		}
	}
	return nil
}

// checkAnyViews is VC-8: from any views, of whatever origin, all come to suspect just those who are
// down.
func checkAnyViews(read ...words.Interpretation) (string, error) {
	var found []string
	for _, of := range []struct{ nodes, runs int }{{4, 1000}, {8, 1500}, {16, 300}} {
		cfg, most := asRead(of.nodes, read...), 0
		for run := range uint64(of.runs) {
			key := draw.New(8).With(uint64(of.nodes)).With(run)
			g := drawnViews(cfg, key)
			rounds, err := roundsUntil(g, key.Hits(500), 10*cfg.Dimension(), func() bool { return isRight(g) })
			if err != nil {
				return "", fmt.Errorf("of %d, run %d: %w", of.nodes, run, err)
			}
			most = max(most, rounds)
		}
		found = append(found, fmt.Sprintf("%d in %d runs of %d", most, of.runs, of.nodes))
	}
	return "from drawn views that agree in nothing, the rounds until all suspect just those who are down: at most " +
		strings.Join(found, ", "), nil
}

// drawnViews returns a group of which some are down, and everybody else believes something.
func drawnViews(cfg words.Config, key draw.Key) *elections.Group {
	g := elections.NewGroup(cfg)
	for p := range spec.NodeID(cfg.Nodes) {
		key := key.With(uint64(p))
		if key.Hits(400) && len(g.Up()) > 1 {
			g.Fail(p)
			continue
		}
		timestamps := make([]int, cfg.Nodes)
		for q := range timestamps {
			timestamps[q] = int(key.With(uint64(q)).Below(6))
		}
		g.Believe(p, timestamps)
	}
	return g
}

// checkLeader is VC-11: whoever is down and in whatever incarnations they are, when all know it all
// follow the one in the least incarnation, and of several the first.
func checkLeader(read ...words.Interpretation) (string, error) {
	groups := 0
	for n := range 3 * 3 * 3 * 3 {
		cfg := asRead(4, read...)
		for i := range cfg.Incarnations {
			cfg.Incarnations[i] = n % 3
			n /= 3
		}
		err := downSets(4, func(down spec.Set) error {
			g := settled(cfg, down)
			groups++
			if !followLeast(g, g.Up()) {
				return fmt.Errorf("without %s in incarnations %v p%s is to lead, and is followed by %s", down,
					cfg.Incarnations, least(g, g.Up()), following(g, least(g, g.Up())))
			}
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("in %d groups of four, all crash sets in all incarnations of 0 to 2, all follow it",
		groups), nil
}
