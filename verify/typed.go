package verify

import (
	"iter"
	"reflect"

	"github.com/scrutineer-go/scrutineer/faults/explore"
	"github.com/scrutineer-go/scrutineer/spec"
)

// What has a protocol's types is compiled once for each protocol, so this file is all of it
// but the judge of runs. To everything else a state is a value of any type: a State[L, G],
// or a pointer to one that is valid for a while.

// untyped returns the system without its types.
func (s System[L, G]) untyped() *system {
	watched := spec.Watch(s.Model, s.Ghost)
	u := &system{
		variety: s.Variety, cluster: s.Cluster, budget: s.Budget, fairness: s.Fairness,
		actions: s.Actions, cannot: s.Cannot, cfg: s.Cfg,
		model: untypedModel[State[L, G]]{spec.Bounded(watched, s.Budget)},
		exhausted: func(state any) bool {
			return spec.Exhausted(watched, s.Budget, stateOf[State[L, G]](state))
		},
		split:    func(state any) parts { return split(stateOf[State[L, G]](state)) },
		interned: func() interned { return &internedOf[L, G]{s, explore.NewGhosts(s.Ghost)} },
	}
	for _, p := range s.Properties {
		u.properties = append(u.properties, spec.Property[any]{
			Name: p.Name, Kind: p.Kind, Check: func(state any) error { return p.Check(stateOf[State[L, G]](state)) },
		})
	}
	return u
}

// stateOf returns a state that is given as a value of any type.
func stateOf[S any](state any) S {
	if p, ok := state.(*S); ok {
		return *p
	}
	return state.(S)
}

// untypedModel is a model whose states are values of any type.
type untypedModel[S any] struct{ model spec.Model[S] }

// Init yields the initial states.
func (m untypedModel[S]) Init() iter.Seq[any] {
	return func(yield func(any) bool) {
		for s := range m.model.Init() {
			if !yield(s) {
				return
			}
		}
	}
}

// Actions yields the actions that are enabled in a state.
func (m untypedModel[S]) Actions(s any) iter.Seq[spec.Action] { return m.model.Actions(s.(S)) }

// Do returns the state after an action.
func (m untypedModel[S]) Do(s any, a spec.Action) (any, bool) {
	next, ok := m.model.Do(s.(S), a)
	return next, ok
}

// parts are those of a state.
type parts struct {
	spec.State[any]
	ghost any
	spent []int
}

// split takes a state apart.
func split[L, G any](s State[L, G]) parts {
	of := s.State.State
	p := parts{ghost: s.State.Ghost, spent: s.Spent}
	p.Alive, p.Disk, p.Flight, p.Timers = of.Alive, of.Disk, of.Flight, of.Timers
	for _, node := range of.Nodes {
		p.Nodes = append(p.Nodes, node)
	}
	return p
}

// interned are the components of one exploration that have a protocol's types.
type interned interface {
	// ghost returns the values of the ghost variable, nil where there is none.
	ghost() explore.Ghost
	// local reads a local state as the specification sees it.
	local(at spec.NodeID, p explore.Proc) any
	// image returns something to put images together in.
	image() typedImage
}

// typedImage is the image of one state after the other.
type typedImage interface {
	// set puts an image together; the ghost is that of the number.
	set(p *parts, ghost uint32)
	// pointer returns it as a pointer that is valid until the next is set, value by value.
	pointer() any
	value() any
}

type internedOf[L, G any] struct {
	system System[L, G]
	ghosts *explore.Ghosts[G]
}

func (in *internedOf[L, G]) ghost() explore.Ghost {
	if reflect.TypeFor[G]().Size() == 0 {
		return nil
	}
	return in.ghosts
}

func (in *internedOf[L, G]) local(at spec.NodeID, p explore.Proc) any {
	return in.system.Local(at, in.system.load(at, p))
}

func (in *internedOf[L, G]) image() typedImage {
	i := &imageOf[L, G]{ghosts: in.ghosts}
	i.state.State.State.Nodes = make([]L, in.system.Cluster.Nodes)
	return i
}

type imageOf[L, G any] struct {
	ghosts *explore.Ghosts[G]
	state  State[L, G]
}

func (i *imageOf[L, G]) set(p *parts, ghost uint32) {
	s := &i.state.State.State
	s.Alive, s.Disk, s.Flight, s.Timers = p.Alive, p.Disk, p.Flight, p.Timers
	for n := range p.Nodes {
		s.Nodes[n] = p.Nodes[n].(L)
	}
	i.state.State.Ghost, i.state.Spent = i.ghosts.Value(ghost), p.spent
}

func (i *imageOf[L, G]) pointer() any { return &i.state }

func (i *imageOf[L, G]) value() any { return i.state }
