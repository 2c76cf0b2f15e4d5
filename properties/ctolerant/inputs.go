package ctolerant

import (
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// inputs are what the environment may tell a process: the initiator to start,
// once, everybody which of the members of their list are dead, and what its failure
// detector finds. Both Go columns ask this one function, so TLA+ alone (Start, Purge,
// Suspect) checks it.
func inputs(
	cfg words.Config, at spec.NodeID, mayStart bool, down spec.Set, lists func(spec.NodeID) bool, suspicions []int,
) []spec.Body {
	var bodies []spec.Body
	if mayStart {
		bodies = append(bodies, words.Start{})
	}
	for _, dead := range down {
		if lists(dead) {
			bodies = append(bodies, words.Purge{Node: dead})
		}
	}
	for _, r := range cfg.Rises {
		if r.At == at && suspicions[r.Of] < r.Count {
			bodies = append(bodies, words.Suspect{Node: r.Of, Count: r.Count})
		}
	}
	return bodies
}

func specInputs(cfg words.Config) func(spec.NodeID, specification.Local, spec.Set) []spec.Body {
	return func(at spec.NodeID, p specification.Local, up spec.Set) []spec.Body {
		var down spec.Set
		if len(up) < cfg.Nodes {
			down = spec.AllNodes(cfg.Nodes).Minus(up)
		}
		return inputs(cfg, at, at == cfg.Initiator && p.Phase == words.Idle, down, p.List.Has, p.Suspicions)
	}
}

func implInputs(cfg words.Config) func(spec.NodeID, any, spec.Set) []spec.Body {
	return func(at spec.NodeID, state any, down spec.Set) []spec.Body {
		s := state.(*implementation.State)
		lists := func(id spec.NodeID) bool { return s.List[id] }
		return inputs(cfg, at, at == cfg.Initiator && s.Run == 0, down, lists, s.Suspicions)
	}
}

// members reads a membership vector as a set.
func members(vector []bool) spec.Set {
	set := make(spec.Set, 0, len(vector))
	for id, member := range vector {
		if member {
			set = append(set, spec.NodeID(id))
		}
	}
	return set
}
