package scrutineer

import (
	"fmt"
	"slices"

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

// ghostOf returns the history that explorations keep.
func ghostOf(i *instance) spec.Ghost[past] {
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
func (i *instance) remembers(p past, a spec.Action, _ spec.Set, shown any) past {
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
func (i *instance) operated(m linearizability.Monitor, client int, op operation) linearizability.Monitor {
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

// propertiesOf returns the properties that explorations judge.
func propertiesOf(i *instance) []spec.Property[verify.Judged[any, past]] {
	var all []spec.Property[verify.Judged[any, past]]
	for _, name := range sortedNames(i.Always) {
		all = append(all, spec.Property[verify.Judged[any, past]]{Name: name, Check: propertyOf(i, i.Always[name])})
	}
	for _, name := range sortedNames(i.Eventually) {
		check := propertyOf(i, i.Eventually[name])
		all = append(all, spec.Property[verify.Judged[any, past]]{
			Name: name, Kind: spec.Stable,
			Check: func(s verify.Judged[any, past]) error {
				if i.Nodes-len(s.State.State.Alive) > i.mayBeDown() {
					return nil
				}
				return check(s)
			},
		})
	}
	if i.Client != nil {
		all = append(all, spec.Property[verify.Judged[any, past]]{
			Name: linearizableName, Check: func(s verify.Judged[any, past]) error {
				if why := s.State.Ghost.Wrong + s.State.Ghost.Calls.Violated(); why != "" {
					return fmt.Errorf("%s", why)
				}
				return nil
			},
		})
	}
	return all
}

// propertyOf returns a property that asks check of the states of explorations.
func propertyOf(i *instance, check func(*snapshot) error) func(verify.Judged[any, past]) error {
	views := views{newStates: i.newStates}
	return func(s verify.Judged[any, past]) error {
		state := &s.State.State
		at := views.take(len(state.Nodes), state.Disk, state.Readings)
		at.announced, at.timeless = s.State.Ghost.Announced, &i.timeless
		for _, id := range state.Alive {
			at.boxes[id] = i.boxed(at.boxes[id], state.Nodes[id])
			at.nodes.set(id, at.boxes[id])
		}
		err := check(&at.snapshot)
		views.free.Put(at)
		return err
	}
}
