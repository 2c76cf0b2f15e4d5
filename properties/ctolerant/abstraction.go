package ctolerant

import (
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// local reads a process of the implementation as the specification sees it. It
// forgets nothing but how the implementation keeps its books.
func local(cfg words.Config) func(spec.NodeID, *implementation.State) specification.Local {
	return func(_ spec.NodeID, s *implementation.State) specification.Local {
		l := specification.Local{
			List: spec.Members(s.List), Suspicions: s.Suspicions, Leader: s.Leader, Tag: s.Tag,
			Run: s.Run, X: s.X, Y: s.Y, Phase: words.Idle, ID: spec.None,
			Version: s.Version, Announced: s.Announced, Election: s.ElectionNumber, Rival: s.Rival,
		}
		if renews(cfg) {
			l.Met = l.List.Union(s.Lost)
		}
		switch e := s.Election; {
		case s.Rival.Number > 0:
			l.Phase = words.Yielded
		case e != nil:
			readElection(&l, e)
		case s.Run > 0:
			l.Phase = words.Done
		}
		return l
	}
}

// renews tells whether a process may be notified again when the loop ends (D23), so that
// RESPONSEs say whom their senders have lost.
func renews(cfg words.Config) bool {
	return cfg.Protocol.Streams() && !cfg.Interprets(words.TrustConfirmed) && !cfg.Interprets(words.NotifyOnce)
}

func readElection(l *specification.Local, e *implementation.Election) {
	l.Responders, l.Notified = spec.Members(e.Responders), spec.Members(e.Notified)
	l.Candidates, l.Unhealthy = spec.Members(e.Candidates), spec.Members(e.Unhealthy)
	l.ID, l.Seq, l.Confirmed, l.Doubted = e.ID, e.Seq, e.Confirmed, e.Doubted
	switch {
	case e.Blocked:
		l.Phase = words.Blocked
	case !e.Collected:
		l.Phase = words.Collect
	default:
		l.Phase = words.Await
	}
}

// Told is what decides, beside the configuration, what the environment may tell a process.
type Told struct {
	At       spec.NodeID
	MayStart bool
	version  int
	Down     spec.Set
	Lists    func(spec.NodeID) bool
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

// NewInputs returns the inputs of a configuration.
func NewInputs(cfg words.Config) inputs {
	in := inputs{Config: cfg, initiators: cfg.Initiators(), changes: make([][]words.Change, cfg.Nodes)}
	for _, change := range cfg.Churn {
		in.changes[change.At] = append(in.changes[change.At], change)
	}
	return in
}

func (in inputs) Of(p Told) []spec.Body {
	var bodies []spec.Body
	changes := in.changes[p.At]
	if !isOutside(changes, p.version) {
		bodies = in.ofMember(p)
	}
	if p.version < len(changes) {
		bodies = append(bodies, inputOf(changes[p.version]))
	}
	return bodies
}

func (in inputs) ofMember(p Told) []spec.Body {
	var bodies []spec.Body
	if p.MayStart && in.initiators.Has(p.At) {
		bodies = append(bodies, words.Start{})
	}
	for _, dead := range p.Down {
		if p.Lists(dead) {
			bodies = append(bodies, words.Purge{Node: dead})
		}
	}
	for _, r := range in.Rises {
		if r.At == p.At && p.suspects(r.Of) < r.Count {
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
	in := NewInputs(cfg)
	return func(at spec.NodeID, p specification.Local, up spec.Set) []spec.Body {
		t := Told{
			At: at, MayStart: p.Phase == words.Idle, version: p.Version, Lists: p.List.Has,
			suspects: func(id spec.NodeID) int { return p.Suspicions[id] },
		}
		if len(up) < cfg.Nodes {
			t.Down = spec.AllNodes(cfg.Nodes).Minus(up)
		}
		return in.Of(t)
	}
}

func implInputs(cfg words.Config) func(spec.NodeID, *implementation.State, spec.Set) []spec.Body {
	in := NewInputs(cfg)
	return func(at spec.NodeID, s *implementation.State, down spec.Set) []spec.Body {
		return in.Of(Told{
			At: at, MayStart: s.Run == 0, version: s.Version, Down: down,
			Lists:    func(id spec.NodeID) bool { return s.List[id] },
			suspects: func(id spec.NodeID) int { return s.Suspicions[id] },
		})
	}
}
