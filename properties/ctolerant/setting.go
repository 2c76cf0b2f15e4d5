package ctolerant

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// State is what the properties are judged on: a state of the specification with
// the ghost and the budget.
type State = verify.Judged[specification.Local, Ghost]

// setting is a configuration with what properties and monitor read off it again and again.
type setting struct {
	words.Config
	all, initiators spec.Set
	worst           spec.Set // the unhealthiest of all
	heeds           bool     // health may play a part
	waits           bool     // an initiator may have to wait for its list to grow
}

func newSetting(cfg words.Config) setting {
	return setting{
		Config: cfg, all: spec.AllNodes(cfg.Nodes), initiators: cfg.Initiators(), worst: UnhealthiestOfAll(cfg),
		heeds: heeds(cfg), waits: mayWait(cfg),
	}
}

// group are the processes of a state that are up and in the group.
func (c *setting) group(s specification.State) spec.Set {
	if len(c.Churn) == 0 {
		return s.Alive
	}
	return slices.DeleteFunc(slices.Clone(s.Alive), func(id spec.NodeID) bool {
		return isOutside(c.ChurnAt(id), s.Nodes[id].Version)
	})
}

// mayWait reports whether some initiator may have to wait for its list to grow: then others take
// over from it although nothing has failed.
func mayWait(cfg words.Config) bool {
	least := cfg.C + 1
	if cfg.Interprets(words.BlockBelowK) {
		least = cfg.Quorum()
	}
	return slices.ContainsFunc(cfg.Initiators(), func(b spec.NodeID) bool {
		known := cfg.Lists[b].Minus(cfg.Leavers())
		for _, change := range cfg.ChurnAt(b) {
			if change.Does == words.Forgets {
				known = known.Without(change.Node)
			}
		}
		return len(known) < least
	})
}

// heeds reports whether anybody's health may play a part in whom the election prefers.
func heeds(cfg words.Config) bool {
	if cfg.Y == 0 {
		return false
	}
	for i, counts := range cfg.Suspicions {
		for j, n := range counts {
			if i != j && n > 0 {
				return true
			}
		}
	}
	return len(cfg.Rises) > 0
}

// areDone: some initiator's election is over, and that of each that is up.
func (c *setting) areDone(st State) error {
	s, done := st.State.State, false
	for _, i := range c.initiators {
		phase := s.Nodes[i].Phase
		if done = done || phase == words.Done; phase != words.Done && s.Alive.Has(i) {
			return fmt.Errorf("initiator %s is in phase %q", i, phase)
		}
	}
	if !done {
		return fmt.Errorf("no election of %s is over", c.initiators)
	}
	return nil
}

// by are the initiators whose LEADER a process follows, as far as its tag tells.
func (c *setting) by(tag words.Tag) spec.Set {
	if tag.Run > 0 {
		return spec.NewSet(tag.Election.Initiator)
	}
	return c.initiators
}

// UnhealthiestOfAll are the y whom the whole group suspects most by its configuration.
func UnhealthiestOfAll(cfg words.Config) spec.Set {
	total := make([]int, cfg.Nodes)
	for i, counts := range cfg.Suspicions {
		for j, n := range counts {
			if i != j {
				total[j] += n
			}
		}
	}
	ranked := slices.DeleteFunc(spec.AllNodes(cfg.Nodes), func(id spec.NodeID) bool { return total[id] == 0 })
	slices.SortFunc(ranked, func(i, j spec.NodeID) int {
		return cmp.Or(cmp.Compare(total[j], total[i]), cmp.Compare(j, i))
	})
	return spec.NewSet(ranked[:min(cfg.Y, len(ranked))]...)
}

// TopUnhealthy returns the y members of a process's list that it suspects most by its configuration; of equals, the
// higher ids, unless the interpretations say otherwise (D14).
func TopUnhealthy(cfg words.Config, at spec.NodeID) spec.Set {
	count := func(id spec.NodeID) int {
		if cfg.Suspicions == nil {
			return 0
		}
		return cfg.Suspicions[at][id]
	}
	known := slices.DeleteFunc(slices.Clone(cfg.Lists[at]), func(id spec.NodeID) bool {
		return id == at || count(id) == 0 && !cfg.Interprets(words.ZerosFill)
	})
	slices.SortFunc(known, func(i, j spec.NodeID) int {
		if cfg.Interprets(words.LowerFirst) {
			return cmp.Or(cmp.Compare(count(j), count(i)), cmp.Compare(i, j))
		}
		return cmp.Or(cmp.Compare(count(j), count(i)), cmp.Compare(j, i))
	})
	return spec.NewSet(known[:min(cfg.Y, len(known))]...)
}
