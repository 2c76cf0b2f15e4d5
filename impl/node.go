package impl

import (
	"fmt"
	"math"
	"time"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Node is one process. It is made by a constructor from its id and its
// configuration, and changes in Step alone.
type Node interface {
	// Step handles one event to its end. It must be a function of State and the
	// event: no clock but Event.Now, no randomness, no map order, nothing kept elsewhere.
	Step(Event, *Effects)
	// State returns a pointer to a struct with exported fields that holds
	// everything about the process that ever changes. Configuration stays
	// outside. Explorers save and restore a process through it.
	State() any
}

// EventKind tells what an Event is.
type EventKind uint8

// The kinds of events.
const (
	// Delivered is the delivery of a message.
	Delivered EventKind = iota
	// Fired is a timer's firing.
	Fired
	// Input is an input: something that a client or a membership service says.
	Input
	// Recovered is the first event of a process that comes up again.
	Recovered
	// Booted is the first event of a process that is there at the beginning, under a
	// cluster that boots.
	Booted
)

// Event is what a Node is stepped with.
type Event struct {
	Kind  EventKind
	From  spec.NodeID // the sender of a delivered message
	Body  spec.Body   // what was delivered or told
	Timer spec.Timer  // the timer that fired
	Disk  any         // for Recovered, the record saved last, nil if none was
	// Now is what the process's own clock reads, since the beginning of the run. It is 0 in
	// untimed explorations. A cluster whose handlers use Now for more than the lengths of
	// timers must say so; it is explored only in discrete time.
	Now time.Duration
}

// EffectKind tells what an Effect does.
type EffectKind uint8

// The kinds of effects.
const (
	// Send puts one message into the network.
	Send EffectKind = iota
	// Multicast puts one copy for each process of the group into the network.
	Multicast
	// Save writes a whole record to the disk, in place of the one before.
	Save
	// SetTimer arms a timer, in place of one of that name that is armed.
	SetTimer
	// StopTimer disarms a timer; once stopped it never fires.
	StopTimer
	// Broadcast puts one copy for each process that is bound to its topic into the network.
	Broadcast
)

// Effect is one thing that a Node asks for.
type Effect struct {
	Kind   EffectKind
	To     spec.NodeID
	Topic  string
	Body   spec.Body
	Record any
	Timer  spec.Timer
	After  time.Duration
}

// Picker chooses k members of from, for the reason why.
type Picker func(why string, from spec.Set, k int) spec.Set

// WeightedPicker chooses k members of from, for the reason why, one after another without replacement. The chance of
// each remaining member is in proportion to its weight. weights[i] is the weight of from[i], 1 to MostWeight.
type WeightedPicker func(why string, from spec.Set, k int, weights []int) spec.Set

// MostWeight is the greatest weight in a pick by weight: what fits into 32 bits on every platform.
const MostWeight = math.MaxInt32

// Effects collects what a step asks for, in order. They are carried out in that
// order after the step, and the process may crash between any two. A Node that
// must not send before it has saved therefore calls Save first.
type Effects struct {
	// List is what was asked for so far.
	List []Effect

	pick   Picker
	pickBy WeightedPicker // nil if pick decides picks by weight too
}

// NewEffects returns an empty list whose picks are decided by pick. For a pick by weight it may choose any members
// of weight 1 or more.
func NewEffects(pick Picker) *Effects { return &Effects{pick: pick} }

// NewWeightedEffects returns an empty list whose picks are decided by pick, and those by weight by pickBy.
func NewWeightedEffects(pick Picker, pickBy WeightedPicker) *Effects {
	return &Effects{pick: pick, pickBy: pickBy}
}

// Nested returns an empty list whose picks are decided as those of e. A Node that steps another one passes it on, so
// that picks by weight keep their weights.
func (e *Effects) Nested() *Effects { return &Effects{pick: e.Pick, pickBy: e.pickBy} }

// EffectsCanBeDone is the contract of all processes that what a step asks for is possible.
const EffectsCanBeDone = "EffectsCanBeDone"

// mostEffects is how many effects one step may have.
const mostEffects = 100_000

// ask adds an effect.
func (e *Effects) ask(effect Effect) {
	if len(e.List) == mostEffects {
		panic(spec.Breach{
			Contract: EffectsCanBeDone,
			Why:      fmt.Sprintf("one step asks for more than %d effects: is there a loop without end?", mostEffects),
		})
	}
	e.List = append(e.List, effect)
}

// Send asks for one message to one process, which may be the sender.
func (e *Effects) Send(to spec.NodeID, body spec.Body) {
	e.ask(Effect{Kind: Send, To: to, Body: body})
}

// Multicast asks for one copy to each process of the group, the sender included.
func (e *Effects) Multicast(body spec.Body) {
	e.ask(Effect{Kind: Multicast, To: spec.None, Body: body})
}

// Broadcast asks for one copy to each process that is bound to the topic, the sender included
// if it is. Each copy may be lost by itself.
func (e *Effects) Broadcast(topic string, body spec.Body) {
	e.ask(Effect{Kind: Broadcast, To: spec.None, Topic: topic, Body: body})
}

// Save asks for the record to be durable before any later effect happens. The
// record's type must be registered with the codec, and the Node must not change
// it afterwards.
func (e *Effects) Save(record any) {
	e.ask(Effect{Kind: Save, To: spec.None, Record: record})
}

// SetTimer arms the timer to fire once, after that much time by the process's own clock.
func (e *Effects) SetTimer(timer spec.Timer, after time.Duration) {
	e.ask(Effect{Kind: SetTimer, To: spec.None, Timer: timer, After: after})
}

// StopTimer disarms the timer.
func (e *Effects) StopTimer(timer spec.Timer) {
	e.ask(Effect{Kind: StopTimer, To: spec.None, Timer: timer})
}

// Pick returns k members of from, or all where there are fewer. Which ones is
// decided outside: drawn by the simulator, every one in turn by the explorer. A
// step may pick once, because the choice is part of the action's name.
func (e *Effects) Pick(why string, from spec.Set, k int) spec.Set {
	return e.pick(why, from, min(max(k, 0), len(from)))
}

// PickBy returns k members of from, or all that it may return if these are fewer. weights[i] is the weight of
// from[i], 0 to MostWeight; a member of weight 0 is never picked. The simulator draws one member after another
// without replacement; the chance of each remaining member is in proportion to its weight. The explorer and a
// specification ignore weights: they pick from the members of weight 1 or more, so weights change how likely a
// choice is, but not which choices there are. It counts as the one pick of the step, and the pins of picks
// hold for it as for Pick. Wrong weights panic with a spec.Breach of EffectsCanBeDone.
func (e *Effects) PickBy(why string, from spec.Set, k int, weights []int) spec.Set {
	if len(weights) != len(from) {
		panic(spec.Breach{Contract: EffectsCanBeDone, Why: fmt.Sprintf(
			"the pick %q has %d weights for %d members: give each its own", why, len(weights), len(from))})
	}
	var some spec.Set
	var theirs []int
	for i, weight := range weights {
		if weight < 0 || weight > MostWeight {
			panic(spec.Breach{Contract: EffectsCanBeDone, Why: fmt.Sprintf(
				"the pick %q gives %s the weight %d, it must be 0 to %d", why, from[i], weight, MostWeight)})
		}
		if weight > 0 {
			some, theirs = append(some, from[i]), append(theirs, weight)
		}
	}
	k = min(max(k, 0), len(some))
	if e.pickBy == nil {
		return e.pick(why, some, k)
	}
	return e.pickBy(why, some, k, theirs)
}
