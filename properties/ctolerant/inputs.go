package ctolerant

import (
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// inputs are what the environment may tell a process: the initiator to start,
// once, and everybody which of the members of their list are dead. Both Go
// columns ask this one function, so TLA+ alone (Start and Purge) checks it.
func inputs(mayStart bool, list, up spec.Set) []spec.Body {
	var bodies []spec.Body
	if mayStart {
		bodies = append(bodies, words.Start{})
	}
	for _, dead := range list.Minus(up) {
		bodies = append(bodies, words.Purge{Node: dead})
	}
	return bodies
}

func specInputs(cfg words.Config) func(spec.NodeID, specification.Local, spec.Set) []spec.Body {
	return func(at spec.NodeID, p specification.Local, up spec.Set) []spec.Body {
		return inputs(at == cfg.Initiator && p.Phase == words.Idle, p.List, up)
	}
}

func implInputs(cfg words.Config) func(spec.NodeID, any, spec.Set) []spec.Body {
	return func(at spec.NodeID, state any, up spec.Set) []spec.Body {
		s := state.(*implementation.State)
		return inputs(at == cfg.Initiator && s.Run == 0, members(s.List), up)
	}
}

// members reads a membership vector as a set.
func members(vector []bool) spec.Set {
	var set spec.Set
	for id, member := range vector {
		if member {
			set = append(set, spec.NodeID(id))
		}
	}
	return set
}
