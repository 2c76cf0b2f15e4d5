package scrutineer

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/linearizability"
	"github.com/scrutineer-go/scrutineer/spec"
)

// past is the history variable of an exploration: all of the past that a property may ask for. What
// runs remember as a history of calls is here what may be of the object, which stays finite.
type past struct {
	Announced []Announcement
	Answered  []answered // by process
	Open      ledger     // by process
	Calls     linearizability.Monitor
	// Wrong says what no client can do; nothing is remembered from then on.
	Wrong string
}

func init() { codec.Register(shownState{}, Refused{}, Unknown{}) }

// ghost remembers what an exploration has come by.
func (i *instance[State]) ghost() spec.Ghost[past] {
	if !i.sees() {
		return spec.Ghost[past]{}
	}
	first := past{}
	if i.Client != nil {
		first.Answered, first.Open = make([]answered, i.Nodes), make(ledger, i.Nodes)
	}
	return spec.Ghost[past]{Init: first, See: i.remembers}
}

// remembers is what is remembered after a step.
func (i *instance[State]) remembers(p past, a spec.Action, _ spec.Set, shown any) past {
	if a.At == spec.None || p.Wrong != "" || a.Class().IsNetwork() {
		return p
	}
	now, up := shown.(shownState)
	p.Announced = announce(p.Announced, Announcement{a.At, now.Announced})
	if i.Client == nil {
		return p
	}
	var after *answered
	if up {
		after = &now.Answered
	}
	op := i.operates(&a, p.Answered[a.At], after)
	p.Answered, p.Open = slices.Clone(p.Answered), slices.Clone(p.Open)
	p.Answered[a.At] = now.Answered
	if err := p.Open.take(a.At, op); err != nil {
		return past{Announced: p.Announced, Wrong: err.Error()}
	}
	p.Calls = i.operated(p.Calls, int(a.At), op)
	return p
}

// operated is what may be of the object after what a step did to a client's operation.
func (i *instance[State]) operated(m linearizability.Monitor, client int, op operation) linearizability.Monitor {
	model := i.Client.Model
	if op.called != nil {
		m = m.Call(model, client, op.called)
	}
	switch op.answer.(type) {
	case nil:
	case Refused:
		m = m.Refuse(model, client)
	case Unknown:
		m = m.Crash(model, client)
	default:
		m = m.Return(model, client, op.answer)
	}
	if op.crashed {
		m = m.Crash(model, client)
	}
	return m
}

// properties are those that are judged in explorations.
func (i *instance[State]) properties() []spec.Property[verify.Judged[State, past]] {
	var all []spec.Property[verify.Judged[State, past]]
	for _, name := range sortedNames(i.Always) {
		all = append(all, spec.Property[verify.Judged[State, past]]{Name: name, Check: i.seen(i.Always[name])})
	}
	for _, name := range sortedNames(i.Eventually) {
		check := i.seen(i.Eventually[name])
		all = append(all, spec.Property[verify.Judged[State, past]]{
			Name: name, Kind: spec.Stable,
			Check: func(s verify.Judged[State, past]) error {
				if i.Nodes-len(s.State.State.Alive) > i.mayBeDown() {
					return nil
				}
				return check(s)
			},
		})
	}
	if i.Client != nil {
		all = append(all, spec.Property[verify.Judged[State, past]]{
			Name: linearizableName, Check: func(s verify.Judged[State, past]) error {
				if why := s.State.Ghost.Wrong + s.State.Ghost.Calls.Violated(); why != "" {
					return fmt.Errorf("%s", why)
				}
				return nil
			},
		})
	}
	return all
}

// seen judges a state of an exploration as a View.
func (i *instance[State]) seen(check func(View[State]) error) func(verify.Judged[State, past]) error {
	return func(s verify.Judged[State, past]) error {
		v := viewOf(s.State.State, s.State.Ghost.Announced)
		v.timeless = &i.timeless
		return check(v)
	}
}

// views makes Views of the specification's states for properties, and reuses their memory.
type views[L any] struct{ free sync.Pool }

// shown is a view of a state of the specification.
type shown[L any] struct {
	View[L]
	disks []any
}

// ask asks a property of a state.
func (v *views[L]) ask(s *spec.State[L], property func(View[L]) error) error {
	at, ok := v.free.Get().(*shown[L])
	if !ok || len(at.nodes) != len(s.Nodes) {
		at = &shown[L]{View: View[L]{&snapshot[L]{nodes: make([]*L, len(s.Nodes))}}}
		at.changed = spec.AllNodes(len(s.Nodes))
		at.disk = func(id NodeID) any { return at.disks[id] }
	}
	at.disks = s.Disk
	if at.reading = nil; s.Readings != nil {
		at.reading = func(id NodeID) time.Duration { return s.Readings[id] }
	}
	clear(at.nodes)
	for _, id := range s.Alive {
		at.nodes[id] = &s.Nodes[id]
	}
	err := property(at.View)
	v.free.Put(at)
	return err
}

// viewOf is the view of a state of an exploration.
func viewOf[State any](s spec.State[State], announced []Announcement) View[State] {
	v := View[State]{&snapshot[State]{
		nodes: make([]*State, len(s.Nodes)), announced: announced, disk: func(id NodeID) any { return s.Disk[id] },
	}}
	if s.Readings != nil {
		v.reading = func(id NodeID) time.Duration { return s.Readings[id] }
	}
	for _, id := range s.Alive {
		v.nodes[id] = &s.Nodes[id]
	}
	return v
}
