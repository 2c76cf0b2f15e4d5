package ctolerant

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// The companions among the properties: each must fail where it is judged.

func neverElected(cfg words.Config) func(State) error {
	return func(st State) error {
		if l := st.State.State.Nodes[cfg.Initiator].Leader; l != spec.None {
			return fmt.Errorf("%s was elected", l)
		}
		return nil
	}
}

func neverSucceeded(cfg words.Config) func(State) error {
	return func(st State) error {
		s := st.State.State
		if l := s.Nodes[cfg.Initiator].Leader; len(s.Alive) < cfg.Nodes && l > 0 {
			return fmt.Errorf("%s was elected after a crash", l)
		}
		return nil
	}
}

// neverReplaced is the companion of all that is said of streaming: some NOTIFY or LEADER
// of the present run is about another process than the one that stands.
func neverReplaced(cfg words.Config) func(State) error {
	return func(st State) error {
		s := st.State.State
		p := s.Nodes[cfg.Initiator]
		for _, m := range s.Flight {
			switch body := m.Body.(type) {
			case words.Notify:
				if p.ID != spec.None && m.From == cfg.Initiator && body.Run == p.Run && m.To != p.ID {
					return fmt.Errorf("%s was notified, and now %s is", m.To, p.ID)
				}
			case words.Leader:
				mine := body.Election.Initiator == cfg.Initiator && body.Run == p.Run
				if p.ID != spec.None && mine && m.From != p.ID {
					return fmt.Errorf("%s announces itself, and now %s is notified", m.From, p.ID)
				}
			}
		}
		return nil
	}
}

func neverAwaited(cfg words.Config) func(State) error {
	return func(st State) error {
		if st.State.State.Nodes[cfg.Initiator].Phase == words.Await {
			return fmt.Errorf("%s awaits a LEADER", cfg.Initiator)
		}
		return nil
	}
}

// neverEmpty is the companion of FewRestarts: no answers leave nobody.
func neverEmpty(st State) error {
	for i, n := range st.State.Ghost.Empties {
		if n > 0 {
			return fmt.Errorf("%d began again %d times because the answers left nobody", i, n)
		}
	}
	return nil
}

// neverYields is the companion of all that is said of several initiators.
func neverYields(st State) error {
	for i, p := range st.State.State.Nodes {
		if p.Phase == words.Yielded {
			return fmt.Errorf("%d has yielded to election %s", i, p.Rival)
		}
	}
	return nil
}

// neverTakesOver: nobody begins a second election.
func neverTakesOver(st State) error {
	for i, p := range st.State.State.Nodes {
		if p.Election > 1 {
			return fmt.Errorf("%d has begun election %d", i, p.Election)
		}
	}
	return nil
}

// neverTwoAnnounce: no two processes announce themselves at once (X14).
func neverTwoAnnounce(st State) error {
	first := spec.None
	for _, m := range st.State.State.Flight {
		if _, ok := m.Body.(words.Leader); !ok {
			continue
		}
		if first != spec.None && m.From != first {
			return fmt.Errorf("%s and %s announce themselves", first, m.From)
		}
		first = m.From
	}
	return nil
}

// neverPassedOver is the companion of Preference: the lowest is never passed over.
func neverPassedOver(cfg words.Config) func(State) error {
	return func(st State) error {
		s := st.State.State
		lowest := spec.Lowest(groupOf(cfg, s))
		if l := s.Nodes[cfg.Initiator].Leader; l != spec.None && l != lowest {
			return fmt.Errorf("%s was elected, and %s is alive", l, lowest)
		}
		return nil
	}
}

// neverDiverges: when the election is over, everybody follows whom Preferred's first run
// decides for if all processes answer it. Hybrid may begin again before (X8).
func neverDiverges(cfg words.Config) func(State) error {
	var proposed, reported spec.Set
	for i := range spec.NodeID(cfg.Nodes) {
		e := topUnhealthy(cfg, i)
		c := seen(cfg, i).Minus(e)
		proposed, reported = proposed.Union(c[:min(cfg.X, len(c))]), reported.Union(e)
	}
	want := spec.Lowest(proposed.Minus(reported))
	return func(st State) error {
		s := st.State.State
		if s.Nodes[cfg.Initiator].Phase != words.Done {
			return nil
		}
		for _, i := range groupOf(cfg, s) {
			if l := s.Nodes[i].Leader; l != want {
				return fmt.Errorf("%s follows %s, and by everybody's answers it must be %s", i, l, want)
			}
		}
		return nil
	}
}

// neverUnhealthiest: when the election is over, nobody follows one of the y whom the whole
// group suspects most. That is preference as the paper defines it, and no c+1 answers can
// promise it (X12).
func neverUnhealthiest(cfg words.Config) func(State) error {
	worst := unhealthiestOfAll(cfg)
	return func(st State) error {
		s := st.State.State
		for _, i := range groupOf(cfg, s) {
			if l := s.Nodes[i].Leader; s.Nodes[cfg.Initiator].Phase == words.Done && worst.Has(l) {
				return fmt.Errorf("%s follows %s, one of the %d that all together suspect most", i, l, cfg.Y)
			}
		}
		return nil
	}
}

// unhealthiestOfAll are the y whom the whole group suspects most by its configuration.
func unhealthiestOfAll(cfg words.Config) spec.Set {
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

// topUnhealthy are the y that a process suspects most by its configuration, of those it
// knows; equals by their ids, the higher first, unless the readings say otherwise (D14).
func topUnhealthy(cfg words.Config, at spec.NodeID) spec.Set {
	if cfg.Suspicions == nil && !cfg.Reads(words.ZerosFill) {
		return nil
	}
	count := func(id spec.NodeID) int {
		if cfg.Suspicions == nil {
			return 0
		}
		return cfg.Suspicions[at][id]
	}
	known := slices.DeleteFunc(slices.Clone(cfg.Lists[at]), func(id spec.NodeID) bool {
		return id == at || count(id) == 0 && !cfg.Reads(words.ZerosFill)
	})
	slices.SortFunc(known, func(i, j spec.NodeID) int {
		if cfg.Reads(words.LowerFirst) {
			return cmp.Or(cmp.Compare(count(j), count(i)), cmp.Compare(i, j))
		}
		return cmp.Or(cmp.Compare(count(j), count(i)), cmp.Compare(j, i))
	})
	return spec.NewSet(known[:min(cfg.Y, len(known))]...)
}
