package scrutineer

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
)

// reacher explores a protocol within a budget, up to a number of states. moves, if set, is called again and again.
type reacher func(budget map[string]int, most int, moves func()) (verify.Reach, error)

// reach explores the implementation within a budget.
func (i *instance) reach(budget map[string]int, most int, moves func()) (verify.Reach, error) {
	b := spec.Budget{MayCrash: spec.AllNodes(i.Nodes), Lines: i.lines()}
	for n := range b.Lines {
		b.Lines[n].Most = budget[b.Lines[n].Name]
	}
	protocol := i.under(b)
	s := columnsOf(protocol, b)
	s.Cluster.Awake = protocol.awake()
	var names []string
	for _, p := range s.Properties {
		if slices.Contains(i.endless(), p.Name) {
			continue
		}
		names = append(names, p.Name)
	}
	o := verify.ReachOptions{MaxStates: max(most, 1), Workers: 1}
	if moves != nil {
		o.Progress = func(checker.Progress) error { moves(); return nil }
		o.Stage = func(string) error { moves(); return nil }
	}
	return s.Subject().Reach(names, fairSpec, o)
}

// endless returns the properties that explorations do not judge because time ends, and every run with it.
func (i *instance) endless() []string {
	if i.Discrete == nil || i.Discrete.Relative() {
		return nil
	}
	return sortedNames(i.Eventually)
}
