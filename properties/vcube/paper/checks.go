package paper

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/claims"
	"github.com/scrutineer-go/scrutineer/internal/draw"
	elections "github.com/scrutineer-go/scrutineer/properties/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// asRead is the configuration of so many processes, read in that way.
func asRead(nodes int, read ...words.Interpretation) words.Config {
	return words.Config{Nodes: nodes, Interpretations: spec.NewSet(read...)}.WithDefaults()
}

// settled returns a group in which these are down, after as many rounds as everybody needs to know
// it.
func settled(cfg words.Config, down spec.Set) *elections.Group {
	g := elections.NewGroup(cfg)
	g.Fail(down...)
	for range cfg.Dimension() {
		g.Round(true)
	}
	return g
}

// downSets yields all sets of processes that may be down so that somebody is up.
func downSets(nodes int, yield func(spec.Set) error) error {
	for k := range nodes {
		for down := range spec.AllNodes(nodes).Subsets(k) {
			if err := yield(down); err != nil {
				return err
			}
		}
	}
	return nil
}

// isRight reports whether everybody who is up holds those for correct who are up, and nobody else.
func isRight(g *elections.Group) bool {
	up := g.Up()
	return !slices.ContainsFunc(up, func(p spec.NodeID) bool { return !g.Correct(p).Equal(up) })
}

// least is who is to lead: of those the one in the least incarnation, and of several the first.
func least(g *elections.Group, among spec.Set) spec.NodeID {
	best := spec.None
	for _, p := range among { // ascending
		if best == spec.None || g.Disks[p].Incarnation < g.Disks[best].Incarnation {
			best = p
		}
	}
	return best
}

// followLeast reports whether these all follow the one of them that is to lead.
func followLeast(g *elections.Group, these spec.Set) bool {
	leader := least(g, these)
	return !slices.ContainsFunc(these, func(p spec.NodeID) bool { return g.Leader(p) != leader })
}

// suspecting are those who are up and suspect a process.
func suspecting(g *elections.Group, whom spec.NodeID) spec.Set {
	var who spec.Set
	for _, p := range g.Up() {
		if !g.Correct(p).Has(whom) {
			who = append(who, p)
		}
	}
	return who
}

// following are those who are up and follow a process.
func following(g *elections.Group, whom spec.NodeID) spec.Set {
	var who spec.Set
	for _, p := range g.Up() {
		if g.Leader(p) == whom {
			who = append(who, p)
		}
	}
	return who
}

// roundsUntil carries out rounds until something is so, and counts them; an error if it is not
// within so many.
func roundsUntil(g *elections.Group, frozen bool, most int, holds func() bool) (int, error) {
	for n := range most + 1 {
		if holds() {
			return n, nil
		}
		g.Round(frozen)
	}
	return 0, fmt.Errorf("it is not so after %d rounds", most)
}

// disturb has processes fail and come up, as they are drawn, between two rounds; somebody stays up.
func disturb(g *elections.Group, nodes int, key draw.Key) {
	for p := range spec.NodeID(nodes) {
		key := key.With(uint64(p))
		switch {
		case g.State(p) == nil:
			if key.Hits(300) {
				g.Return(p)
			}
		case key.Hits(150) && len(g.Up()) > 1:
			g.Fail(p)
			if key.With(1).Hits(300) {
				g.Return(p)
			}
		}
	}
}

// numbers lists numbers.
func numbers(all []int) string {
	return claims.Listed(all, func(n int) string { return fmt.Sprint(n) })
}
