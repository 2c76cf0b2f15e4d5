package verify

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/checker"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/spec"
)

// refiner is the judge of a run that is small enough to be held against the
// specification: every step must refine it, and the properties of the explorations
// are judged on the image of every state. The protocol's own monitor judges beside
// it, and the two must agree.
type refiner[L, G any] struct {
	campaign.Judge
	judges  []string // what the monitor judges
	system  System[L, G]
	image   *image[L]
	ghost   G
	found   []campaign.Violation
	refused bool
	visit   Visit[L, G]
}

// MostJudged is how many processes a group may have for its properties to be judged
// on the image of every state; the monitor judges groups of any size.
const MostJudged = 16

// Visit is told of a step of a run, in the specification's terms.
type Visit[L, G any] func(before, after State[L, G], a spec.Action)

// Refined returns a judge that holds every step of a run against the specification,
// with the protocol's monitor beside it.
// It judges by the properties of those names. visit may be nil.
func (s System[L, G]) Refined(monitor campaign.Judge, judges []string, visit Visit[L, G]) campaign.Judge {
	return &refiner[L, G]{
		Judge: monitor, judges: judges, system: s, image: s.newImage(), ghost: s.Ghost.Init, visit: visit,
	}
}

// Observe judges one step.
func (r *refiner[L, G]) Observe(w *world.World, e *world.Event) {
	r.Judge.Observe(w, e)
	if world.IsStutter(e.Action.Name) || r.refused {
		return
	}
	before := r.image.state
	after, refusal := checker.Refine(r.system.Model, before, e.Action, r.image.see(w, e))
	if refusal != nil {
		r.fail(campaign.Refines, refusal.String(), e.N)
		r.refused = true // from here on there is nothing to hold against
		return
	}
	r.image.state = after
	if n := w.InFlight(); n != len(after.Flight) {
		r.fail(campaign.Refines, fmt.Sprintf("%s: the network has %d copies in flight, the specification %d",
			e.Action, n, len(after.Flight)), e.N)
	}
	if len(after.Nodes) > MostJudged {
		return
	}
	was := r.state(before)
	r.ghost = r.system.Ghost.After(r.ghost, e.Action, after.Alive)
	now := r.state(after)
	r.judge(now, e.N)
	if r.visit != nil {
		r.visit(was, now, e.Action)
	}
}

func (r *refiner[L, G]) state(s spec.State[L]) State[L, G] {
	return State[L, G]{State: spec.Watched[spec.State[L], G]{State: s, Ghost: r.ghost}}
}

// judge evaluates the properties that must always hold, each until it fails.
func (r *refiner[L, G]) judge(st State[L, G], event int) {
	for _, p := range r.system.Properties {
		if p.Kind != spec.Always || isCompanion(p.Name) || r.failed(p.Name) {
			continue
		}
		if err := p.Check(st); err != nil {
			r.fail(p.Name, err.Error(), event)
		}
	}
}

// ofStates tells whether a property is judged state by state.
func (r *refiner[L, G]) ofStates(name string) bool {
	return !isCompanion(name) && slices.ContainsFunc(r.system.Properties, func(p spec.Property[State[L, G]]) bool {
		return p.Name == name && p.Kind == spec.Always
	})
}

// isCompanion tells whether a property must fail somewhere, as its name says.
func isCompanion(name string) bool { return strings.HasPrefix(name, "Never") }

func (r *refiner[L, G]) failed(name string) bool {
	return slices.ContainsFunc(r.found, func(v campaign.Violation) bool { return v.Property == name })
}

func (r *refiner[L, G]) fail(property, why string, event int) {
	r.found = append(r.found, campaign.Violation{Property: property, Why: why, Event: event})
}

// End adds to what the monitor says what was found here. A property on which the
// two do not agree is a failure of its own: one of them is wrong.
func (r *refiner[L, G]) End(w *world.World) campaign.Finding {
	f := r.Judge.End(w)
	for _, v := range r.found {
		i := slices.IndexFunc(f.Violations, func(m campaign.Violation) bool { return m.Property == v.Property })
		switch {
		case i < 0 && !r.refused && r.monitors(v.Property):
			v.Why = fmt.Sprintf("%s fails on the state (%s), and the monitor has not seen it", v.Property, v.Why)
			v.Property = campaign.MonitorAgrees
			f.Violations = append(f.Violations, v)
		case i < 0:
			f.Violations = append(f.Violations, v)
		}
	}
	judged := len(r.image.state.Nodes) <= MostJudged && !r.refused
	for _, m := range slices.Clone(f.Violations) {
		if judged && r.monitors(m.Property) && r.ofStates(m.Property) && !r.failed(m.Property) {
			f.Violations = append(f.Violations, campaign.Violation{
				Property: campaign.MonitorAgrees, Event: m.Event,
				Why: fmt.Sprintf("the monitor has seen %s fail (%s), and it holds on every state", m.Property, m.Why),
			})
		}
	}
	slices.SortStableFunc(f.Violations, func(a, b campaign.Violation) int { return a.Event - b.Event })
	return f
}

func (r *refiner[L, G]) monitors(name string) bool {
	return slices.Contains(r.judges, name)
}

// image is the specification's view of a world.
type image[L any] struct {
	local    func(spec.NodeID, any) L
	recovers bool
	state    spec.State[L]
	timers   []string       // used again at each step
	copies   []spec.Message // used again at each step
}

func (s System[L, G]) newImage() *image[L] {
	n := s.Cluster.Nodes
	m := &image[L]{local: s.Local, recovers: s.Cluster.Recovers, state: spec.State[L]{
		Alive: spec.AllNodes(n), Nodes: make([]L, n), Disk: make([]any, n), Timers: make([]spec.SetOf[string], n),
	}}
	for i := range n {
		id := spec.NodeID(i)
		m.state.Nodes[i] = s.Local(id, s.Cluster.New(id).State())
	}
	return m
}

// see returns what an event has left at its process and in the network.
func (m *image[L]) see(w *world.World, e *world.Event) checker.Seen[L] {
	at := e.Action.At
	m.timers = w.Armed(m.timers[:0], at)
	slices.Sort(m.timers)
	m.copies = m.flight(m.copies[:0], w, e)
	return checker.Seen[L]{
		Alive: w.Living(), Local: m.local(at, w.State(at)), Disk: w.Disk(at), Timers: m.timers, Flight: m.copies,
	}
}

// flight adds to an empty list what is in the network after an event.
func (m *image[L]) flight(flight []spec.Message, w *world.World, e *world.Event) []spec.Message {
	consumed := e.Copy == 0 || e.Action.Name == spec.Duplicate(e.Action.Msg.Body.Kind())
	for _, msg := range m.state.Flight {
		if !consumed && spec.CompareMessages(msg, e.Action.Msg) == 0 {
			consumed = true
			continue
		}
		flight = append(flight, msg)
	}
	for _, sent := range e.Sent {
		i, _ := slices.BinarySearchFunc(flight, sent.Msg, spec.CompareMessages)
		flight = slices.Insert(flight, i, sent.Msg)
	}
	if !w.Up(e.Action.At) && !m.recovers {
		flight = slices.DeleteFunc(flight, func(msg spec.Message) bool { return msg.To == e.Action.At })
	}
	return flight
}
