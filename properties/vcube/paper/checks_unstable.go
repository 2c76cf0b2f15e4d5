package paper

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/draw"
	elections "github.com/scrutineer-go/scrutineer/properties/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
)

// flap has processes fail, and come up at once: nobody sees that they were down, and they have
// forgotten everything.
func flap(g *elections.Group, who spec.Set) {
	g.Fail(who...)
	g.Return(who...)
}

// adverse carries out a round of all but the unstable ones, who flap before each test: they answer,
// and never complete a test.
func adverse(g *elections.Group, unstable spec.Set) {
	for _, p := range g.Up().Minus(unstable) {
		for again := true; again; again = g.Open[p].Of != spec.None {
			flap(g, unstable)
			g.Next(p)
		}
	}
}

// checkAdverse is VC-10 and VC-12: where the unstable ones flap before each test, the stable ones come
// to follow one of them as long as there are fewer than log2 N unstable, by so many. With log2 N of
// them, all neighbours of one process, that one follows for ever whom it knew last.
func checkAdverse(fewer int) (string, error) {
	const rounds = 40
	var found []string
	for _, nodes := range []int{4, 8, 16} {
		d := asRead(nodes).Dimension()
		few, most := 0, 0
		for unstable := range spec.AllNodes(nodes).Subsets(d - fewer) {
			g := newcomers(nodes, unstable)
			stable := g.Up().Minus(unstable)
			n := 0
			for ; n < rounds && !followLeast(g, stable); n++ {
				adverse(g, unstable)
			}
			for range 3 {
				adverse(g, unstable)
			}
			if n == rounds || !followLeast(g, stable) {
				return "", fmt.Errorf("of %d: %s are unstable, and after %d rounds the others do not agree",
					nodes, unstable, n)
			}
			few, most = few+1, max(most, n)
		}
		unstable := neighbours(0, nodes)
		g := newcomers(nodes, unstable)
		for range rounds {
			adverse(g, unstable)
		}
		if stable := g.Up().Minus(unstable); followLeast(g, stable) {
			return "", fmt.Errorf("of %d: %s are unstable, and the others agree all the same", nodes, unstable)
		}
		found = append(found, fmt.Sprintf("%d sets of %d of %d within %d", few, d-fewer, nodes, most))
	}
	return fmt.Sprintf("fewer than log2 N who flap before each test: the stable ones agree, %s rounds; where all "+
		"neighbours of p0 flap they disagree for ever", strings.Join(found, ", ")), nil
}

// newcomers returns a group of whom everybody has just come up and knows nobody else.
func newcomers(nodes int, unstable spec.Set) *elections.Group {
	cfg := asRead(nodes)
	cfg.Threshold = -1
	g := elections.NewGroup(cfg)
	flap(g, spec.AllNodes(nodes))
	for range nodes { // in higher incarnations than the others from the beginning on
		flap(g, unstable)
	}
	return g
}

// neighbours are those who are first in the clusters of a process.
func neighbours(p spec.NodeID, nodes int) spec.Set {
	var all spec.Set
	for bit := spec.NodeID(1); int(bit) < nodes; bit *= 2 {
		all = all.With(p ^ bit)
	}
	return all
}

// checkDrawnFlapping is VC-10: the log2 N neighbours of p0 flap for ever as they are drawn, and the stable
// ones agree after some rounds and from then on.
func checkDrawnFlapping() (string, error) {
	const runs, rounds, more = 300, 25, 10
	var found []string
	for _, nodes := range []int{4, 8} {
		unstable := neighbours(0, nodes)
		agreed := make([]int, 0, runs)
		for run := range uint64(runs) {
			key := draw.New(10).With(uint64(nodes)).With(run)
			g := newcomers(nodes, unstable)
			stable := g.Up().Minus(unstable)
			last := 0 // the last round after which they did not agree
			for round := 1; round <= rounds+more; round++ {
				flapping(g, nodes, unstable, key.With(uint64(round)))
				if !followLeast(g, stable) {
					last = round
				}
			}
			if last > rounds {
				return "", fmt.Errorf("of %d, run %d: no agreement after %d rounds", nodes, run, last)
			}
			agreed = append(agreed, last+1)
		}
		slices.Sort(agreed)
		found = append(found, fmt.Sprintf("N = %d: round %d as a rule, %d at the latest",
			nodes, agreed[runs/2], agreed[runs-1]))
	}
	return fmt.Sprintf("%d runs each in which all neighbours of p0 flap at random: the stable ones agree from then "+
		"on after %s",
		runs, strings.Join(found, ", ")), nil
}

// flapping carries out a round, test by test, in which everybody's turn comes as it is drawn and the
// unstable ones fail or come up now and then.
func flapping(g *elections.Group, nodes int, unstable spec.Set, key draw.Key) {
	left := spec.AllNodes(nodes)
	for turn := uint64(0); len(left) > 0; turn++ {
		key := key.With(turn)
		p := left[key.Below(uint64(len(left)))]
		if q := unstable[key.With(1).Below(uint64(len(unstable)))]; key.Hits(300) {
			if g.State(q) == nil {
				g.Return(q)
			} else {
				g.Fail(q)
			}
		}
		if g.State(p) != nil {
			g.Next(p)
		}
		if g.State(p) == nil || g.Open[p].Of == spec.None {
			left = left.Without(p)
		}
	}
}

// checkUnstableLoses is VC-12: one process fails and comes up between all rounds, in the least
// incarnation at first; all others come to follow a stable one, and do from then on.
func checkUnstableLoses() (string, error) {
	var found []string
	for _, nodes := range []int{2, 4, 8} {
		most := 0
		for q := range spec.NodeID(nodes) {
			cfg := asRead(nodes)
			cfg.Threshold = -1
			for i := range cfg.Incarnations {
				cfg.Incarnations[i] = 5
			}
			cfg.Incarnations[q] = 0
			g := elections.NewGroup(cfg)
			stable := g.Up().Without(q)
			last := 0
			for round := 1; round <= 30; round++ {
				flap(g, spec.Set{q})
				g.Round(true)
				if !followLeast(g, stable) {
					last = round
				}
			}
			if last == 30 {
				return "", fmt.Errorf("of %d: p%s fails in each round, and %s follow it", nodes, q, following(g, q))
			}
			most = max(most, last)
		}
		found = append(found, fmt.Sprintf("%d of %d", most, nodes))
	}
	return fmt.Sprintf("who begins in 0 and fails in each round is not followed by the others, who are in 5, after "+
		"round %s",
		strings.Join(found, ", ")), nil
}

// checkUnstableLeads is VC-12 with all neighbours of p0 but so many unstable in an adverse way, and one more process
// that fails and comes up between all rounds. p0, which never fails, follows that one after each round by the 0 that it
// once knew.
func checkUnstableLeads(fewer int) (string, error) {
	const rounds = 40
	var found []string
	for _, nodes := range []int{4, 8, 16} {
		cfg := asRead(nodes)
		for i := range cfg.Incarnations {
			cfg.Incarnations[i] = 5
		}
		q := spec.NodeID(nodes - 1)
		cfg.Incarnations[0], cfg.Incarnations[q] = 1, 0
		g, unstable := elections.NewGroup(cfg), neighbours(0, nodes)[fewer:]
		strays := false
		for range rounds {
			flap(g, spec.Set{q})
			adverse(g, unstable)
			strays = strays || g.Leader(0) != q
		}
		own, other := g.Disks[0].Incarnation, g.Disks[q].Incarnation
		if strays || own != 1 || other < rounds {
			return "", fmt.Errorf("of %d: p0, in %d, follows p%s; p%s is in %d", nodes, own, g.Leader(0), q, other)
		}
		found = append(found, fmt.Sprintf("p%s of %d in %d", q, nodes, g.Disks[q].Incarnation))
	}
	return fmt.Sprintf("after each of %d rounds p0, which never fails and is in 1, follows one that fails in each: "+
		"%s; its log2 N neighbours fail just before each test, answer it, and never complete one of their own", rounds,
		strings.Join(found, ", ")), nil
}
