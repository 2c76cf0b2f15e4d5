package ctolerant

import (
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// told is what decides, beside the configuration, what the environment may tell a process.
type told struct {
	at       spec.NodeID
	mayStart bool
	version  int
	down     spec.Set
	lists    func(spec.NodeID) bool
	suspects func(spec.NodeID) int
}

// inputs are what the environment may tell a process: an initiator to start, once, everybody
// which of the members of their list are dead, what its failure detector finds, and the
// next change of the membership. Both Go columns ask this one function, so TLA+ alone (Start,
// Purge, Suspect, Forget, Learn, Join, Leave) checks it.
type inputs struct {
	words.Config
	initiators spec.Set
	changes    [][]words.Change // for each process
}

func newInputs(cfg words.Config) inputs {
	in := inputs{Config: cfg, initiators: cfg.Initiators()}
	if len(cfg.Churn) > 0 {
		in.changes = make([][]words.Change, cfg.Nodes)
		for _, change := range cfg.Churn {
			in.changes[change.At] = append(in.changes[change.At], change)
		}
	}
	return in
}

func (in inputs) of(p told) []spec.Body {
	var bodies []spec.Body
	var changes []words.Change
	if in.changes != nil {
		changes = in.changes[p.at]
	}
	if !isOutside(changes, p.version) {
		bodies = in.ofMember(p)
	}
	if p.version < len(changes) {
		bodies = append(bodies, inputOf(changes[p.version]))
	}
	return bodies
}

func (in inputs) ofMember(p told) []spec.Body {
	var bodies []spec.Body
	if p.mayStart && in.initiators.Has(p.at) {
		bodies = append(bodies, words.Start{})
	}
	for _, dead := range p.down {
		if p.lists(dead) {
			bodies = append(bodies, words.Purge{Node: dead})
		}
	}
	for _, r := range in.Rises {
		if r.At == p.at && p.suspects(r.Of) < r.Count {
			bodies = append(bodies, words.Suspect{Node: r.Of, Count: r.Count})
		}
	}
	return bodies
}

func inputOf(c words.Change) spec.Body {
	switch c.Does {
	case words.Forgets:
		return words.Forget{Node: c.Node}
	case words.Learns:
		return words.Learn{Node: c.Node}
	case words.Joins:
		return words.Join{}
	default:
		return words.Leave{}
	}
}

func specInputs(cfg words.Config) func(spec.NodeID, specification.Local, spec.Set) []spec.Body {
	in := newInputs(cfg)
	return func(at spec.NodeID, p specification.Local, up spec.Set) []spec.Body {
		t := told{
			at: at, mayStart: p.Phase == words.Idle, version: p.Version, lists: p.List.Has,
			suspects: func(id spec.NodeID) int { return p.Suspicions[id] },
		}
		if len(up) < cfg.Nodes {
			t.down = spec.AllNodes(cfg.Nodes).Minus(up)
		}
		return in.of(t)
	}
}

func implInputs(cfg words.Config) func(spec.NodeID, any, spec.Set) []spec.Body {
	in := newInputs(cfg)
	return func(at spec.NodeID, state any, down spec.Set) []spec.Body {
		s := state.(*implementation.State)
		return in.of(told{
			at: at, mayStart: s.Run == 0, version: s.Version, down: down,
			lists:    func(id spec.NodeID) bool { return s.List[id] },
			suspects: func(id spec.NodeID) int { return s.Suspicions[id] },
		})
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
