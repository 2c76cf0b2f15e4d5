package paper

import (
	"fmt"
	"slices"
	"strings"

	elections "github.com/scrutineer-go/scrutineer/properties/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// asInFigure7 is the group of Figure 7.
func asInFigure7(read ...words.Interpretation) words.Config {
	cfg := asRead(8, read...)
	cfg.Incarnations = []int{0, 10, 18, 19, 17, 15, 13, 11}
	return cfg
}

// failOnce has a process fail, be suspected by all, and come up, and a round pass. It returns what it
// has on its disk when it comes up, and after that round.
func failOnce(g *elections.Group, p spec.NodeID, cfg words.Config) (comes, elects words.Record) {
	g.Fail(p)
	for range cfg.Dimension() {
		g.Round(true)
	}
	g.Return(p)
	comes = g.Disks[p]
	g.Round(true)
	return comes, g.Disks[p]
}

// settle has as many rounds pass as all need to know what has happened, a penalty included.
func settle(g *elections.Group, cfg words.Config) {
	for range cfg.Dimension() + 1 {
		g.Round(true)
	}
}

// checkFigure7 is VC-20: p0 fails again and again, as in Figure 7.
func checkFigure7(cfg words.Config) (string, error) {
	g := elections.NewGroup(cfg)
	for i, want := range [][2]words.Record{
		{{Incarnation: 1, Count: 1}, {Incarnation: 1, Count: 1}},
		{{Incarnation: 2, Count: 2}, {Incarnation: 2, Count: 2}},
		{{Incarnation: 3, Count: 3}, {Incarnation: 11}},
		{{Incarnation: 12, Leader: 1}, {Incarnation: 12, Leader: 1}},
	} {
		comes, elects := failOnce(g, 0, cfg)
		if comes != want[0] || elects != want[1] {
			return "", fmt.Errorf("recovery %d: %+v, and after a round %+v; want %+v", i+1, comes, elects, want)
		}
		g.Round(true)
		if leads := g.Leader(0); i == 2 && leads != 1 {
			return "", fmt.Errorf("a round after the penalty p0 follows p%s", leads)
		}
		settle(g, cfg)
	}
	cfg.Threshold = -1
	without, _ := failures(cfg, spec.Set{0})
	if without != 11 {
		return "", fmt.Errorf("without the penalty it takes %d failures until p0 leads no more", without)
	}
	return "p0 comes up in 1, 2, 3 with counts 1, 2, 3, is in 11 after a round and follows p1 after one more, " +
		"without another failure; the next makes it 12; without the penalty it takes 11 failures, as p0 keeps the " +
		"lead at 10", nil
}

// failures has whoever leads fail as long as it is one of the unstable ones, each time until all know
// everything, and counts how often, and how often another leads then.
func failures(cfg words.Config, unstable spec.Set) (failed, changes int) {
	g := elections.NewGroup(cfg)
	witness := spec.NodeID(cfg.Nodes - 1) // who is stable
	for leader := g.Leader(witness); unstable.Has(leader) && failed < 1000; leader = g.Leader(witness) {
		failOnce(g, leader, cfg)
		settle(g, cfg)
		failed++
		if g.Leader(witness) != leader {
			changes++
		}
	}
	return failed, changes
}

// checkTwoUnstable is VC-22: how often the sitting leader fails until a stable process leads, with the
// penalty and without; where one process is unstable, and where two are.
func checkTwoUnstable(threshold int) (string, error) {
	type outcome struct{ failed, changes int }
	var text []string
	for _, of := range []struct {
		incarnations  []int
		unstable      spec.Set
		with, without outcome
	}{
		{[]int{3, 20, 20, 20}, spec.Set{0}, outcome{3, 1}, outcome{18, 1}},
		{[]int{0, 10, 18, 19, 17, 15, 13, 11}, spec.Set{0}, outcome{3, 1}, outcome{11, 1}},
		{[]int{0, 10, 20, 20}, spec.Set{0, 1}, outcome{24, 22}, outcome{32, 22}},
		{[]int{0, 0, 20, 20}, spec.Set{0, 1}, outcome{42, 42}, outcome{42, 42}},
	} {
		cfg := asRead(len(of.incarnations))
		cfg.Incarnations = of.incarnations
		cfg.Threshold = threshold
		var with, without outcome
		with.failed, with.changes = failures(cfg, of.unstable)
		cfg.Threshold = -1
		without.failed, without.changes = failures(cfg, of.unstable)
		if with != of.with || without != of.without {
			return "", fmt.Errorf("incarnations %v: %+v with the penalty and %+v without, want %+v and %+v",
				of.incarnations, with, without, of.with, of.without)
		}
		text = append(text, fmt.Sprintf("%s unstable in %v: %d failures and %d changes, %d and %d", of.unstable,
			of.incarnations, with.failed, with.changes, without.failed, without.changes))
	}
	return "with the penalty and without, until a stable process leads: " + strings.Join(text, "; "), nil
}

// checkPenalty is VC-21: for all incarnations of four up to 4, p0 leads and fails once more than it may:
// its incarnation rises, and it comes after the candidate in its own view.
func checkPenalty(read ...words.Interpretation) (string, error) {
	penalties := 0
	for n := range 5 * 5 * 5 * 5 {
		cfg := asRead(4, read...)
		cfg.Threshold = 1
		for i := range cfg.Incarnations {
			cfg.Incarnations[i] = n % 5
			n /= 5
		}
		if slices.Min(cfg.Incarnations) != cfg.Incarnations[0] {
			continue // another one leads
		}
		g := elections.NewGroup(cfg)
		comes, elects := failOnce(g, 0, cfg)
		if g.Leader(0) != 0 {
			continue // one failure was enough for another one to lead
		}
		penalties++
		view := g.State(0)
		ahead := func(c spec.NodeID) bool { // p0 has the lower number
			return c != 0 && view.Incarnations[c] < view.Incarnations[0]
		}
		if elects.Incarnation <= comes.Incarnation || !slices.ContainsFunc(g.Correct(0), ahead) {
			return "", fmt.Errorf("incarnations %v: p0 comes up in %d, is in %d after the penalty, and knows %v",
				cfg.Incarnations, comes.Incarnation, elects.Incarnation, view.Incarnations)
		}
	}
	return fmt.Sprintf("%d penalties, all incarnations of four up to 4: each raises p0's, and it knows of one "+
		"before itself then",
		penalties), nil
}
