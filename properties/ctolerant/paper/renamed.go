package paper

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// renaming gives the processes other ids: process i goes by names[i]. The ids between belong
// to nobody. Any attribute may stand in for the hash if an order-preserving renaming changes
// nothing (CT-21).
type renaming struct {
	names []spec.NodeID
	back  map[spec.NodeID]spec.NodeID
}

func newRenaming(names []spec.NodeID) renaming {
	r := renaming{names: names, back: map[spec.NodeID]spec.NodeID{spec.None: spec.None}}
	for i, name := range names {
		r.back[name] = spec.NodeID(i)
	}
	return r
}

func (r renaming) to(id spec.NodeID) spec.NodeID {
	if id == spec.None {
		return id
	}
	return r.names[id]
}

func (r renaming) from(id spec.NodeID) spec.NodeID { return r.back[id] }

// way is one of the two directions.
type way func(spec.NodeID) spec.NodeID

func (w way) set(ids spec.Set) spec.Set {
	if ids == nil {
		return nil
	}
	all := make([]spec.NodeID, len(ids))
	for i, id := range ids {
		all[i] = w(id)
	}
	return spec.NewSet(all...)
}

func (w way) election(e words.Election) words.Election {
	if e.Number > 0 {
		e.Initiator = w(e.Initiator)
	}
	return e
}

// body renames whom a message names.
func (w way) body(body spec.Body) spec.Body {
	switch b := body.(type) {
	case words.Response:
		b.Candidates, b.Unhealthy, b.Rival = w.set(b.Candidates), w.set(b.Unhealthy), w.election(b.Rival)
		b.Lost = w.set(b.Lost)
		return b
	case words.Notify:
		b.Election = w.election(b.Election)
		return b
	case words.Leader:
		b.Election = w.election(b.Election)
		return b
	case words.Purge:
		b.Node = w(b.Node)
		return b
	case words.Suspect:
		b.Node = w(b.Node)
		return b
	case words.Forget:
		b.Node = w(b.Node)
		return b
	case words.Learn:
		b.Node = w(b.Node)
		return b
	}
	return body
}

// config is the configuration under the new names. Ids that belong to nobody are in no list
// but their own.
func (r renaming) config(cfg words.Config) words.Config {
	to := way(r.to)
	named := cfg
	named.Nodes = int(slices.Max(r.names)) + 1
	named.Initiator, named.Rivals = r.to(cfg.Initiator), to.set(cfg.Rivals)
	named.Lists = make([]spec.Set, named.Nodes)
	for i := range named.Lists {
		named.Lists[i] = spec.NewSet(spec.NodeID(i))
	}
	for i, list := range cfg.Lists {
		named.Lists[r.names[i]] = to.set(list)
	}
	if cfg.Suspicions != nil {
		named.Suspicions = make([][]int, named.Nodes)
		for i := range named.Suspicions {
			named.Suspicions[i] = make([]int, named.Nodes)
		}
		for i, counts := range cfg.Suspicions {
			for j, n := range counts {
				named.Suspicions[r.names[i]][r.names[j]] = n
			}
		}
	}
	named.Rises, named.Churn = nil, nil
	for _, rise := range cfg.Rises {
		rise.At, rise.Of = r.to(rise.At), r.to(rise.Of)
		named.Rises = append(named.Rises, rise)
	}
	for _, change := range cfg.Churn {
		change.At, change.Node = r.to(change.At), r.to(change.Node)
		named.Churn = append(named.Churn, change)
	}
	return named
}

// renamed is a process that goes by another name, and translates what it hears and says: from
// outside it cannot be told from one that does not.
type renamed struct {
	renaming
	nodes   int
	node    *implementation.Node
	effects *impl.Effects
	out     *impl.Effects // of the step that goes on
}

// node returns process id of a group with that configuration, under its new name.
func (r renaming) node(id spec.NodeID, cfg, named words.Config) impl.Node {
	n := &renamed{renaming: r, nodes: cfg.Nodes, node: implementation.New(r.to(id), named)}
	n.effects = impl.NewEffects(func(why string, from spec.Set, k int) spec.Set {
		return way(r.to).set(n.out.Pick(why, way(r.from).set(from), k))
	})
	return n
}

// Step takes the event in under the new names, and puts the effects out under the old.
func (n *renamed) Step(ev impl.Event, out *impl.Effects) {
	ev.From = n.named(ev.From)
	if ev.Body != nil {
		ev.Body = way(n.to).body(ev.Body)
	}
	n.out, n.effects.List = out, n.effects.List[:0]
	n.node.Step(ev, n.effects)
	for _, e := range n.effects.List {
		if e.Kind == impl.Send {
			e.To = n.from(e.To)
		}
		if e.Body != nil {
			e.Body = way(n.from).body(n.clamped(e.Body))
		}
		out.List = append(out.List, e)
	}
}

// named renames a sender, which may be the environment.
func (n *renamed) named(id spec.NodeID) spec.NodeID {
	if id < 0 {
		return id
	}
	return n.to(id)
}

// clamped lets x end at the number of processes, which is not that of the ids.
func (n *renamed) clamped(body spec.Body) spec.Body {
	if q, ok := body.(words.Query); ok {
		q.X = min(q.X, n.nodes)
		return q
	}
	return body
}

// State returns the process's state under the old names.
func (n *renamed) State() any {
	from := way(n.from)
	s := *n.node.State().(*implementation.State)
	s.List, s.Suspicions = compactly(n.names, s.List), compactly(n.names, s.Suspicions)
	s.Lost = from.set(s.Lost)
	s.Leader, s.Rival, s.X = from(s.Leader), from.election(s.Rival), min(s.X, n.nodes)
	s.Tag.Election, s.Announced.Election = from.election(s.Tag.Election), from.election(s.Announced.Election)
	if s.Election != nil {
		e := *s.Election
		e.Responders, e.Candidates = compactly(n.names, e.Responders), compactly(n.names, e.Candidates)
		e.Unhealthy, e.Notified = compactly(n.names, e.Unhealthy), compactly(n.names, e.Notified)
		e.ID = from(e.ID)
		s.Election = &e
	}
	return &s
}

// compactly returns the elements of vector at these names.
func compactly[T any](names []spec.NodeID, vector []T) []T {
	if vector == nil {
		return nil
	}
	short := make([]T, len(names))
	for i, name := range names {
		short[i] = vector[name]
	}
	return short
}
