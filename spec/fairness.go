package spec

import "fmt"

// Fairness is one fairness condition: weak fairness of the actions that Of is true
// of, taken together, or strong fairness of them. As in TLA+ a step that changes
// nothing is none: neither does it count as taken nor as enabled.
//
// Weakly fair actions happen at last if one of them stays enabled; strongly fair
// ones also if one of them is enabled again and again.
//
// One condition is of another kind: see TimersRun.
type Fairness struct {
	Name   string
	Strong bool
	Of     func(Action) bool
	// Timers says that the condition is that of TimersRun.
	Timers bool
}

// TimersRun is the condition that no timer stays set for ever: again and again each timer is not set, or is set anew,
// or fires. It is about steps, enabled or not: a clock does not wait because messages that its timer awaits are always
// in flight. Explorations of an implementation alone judge by it, as only they know what a handler sets; a timer that
// stays set round a loop fires there. The graphs of specifications do without; tla/Fairness.tla has the formula.
func TimersRun() Fairness {
	return Fairness{Name: "timers run", Timers: true, Of: func(Action) bool { return false }}
}

// TicksPass is strong fairness of Advance: a tick passes at last if it may pass again and again. Timers that must fire
// and messages that must arrive disable Advance again and again, so weak fairness is not enough. If Advance is disabled
// for ever, as by a timer of length 0 that is set anew whenever it fires, no tick need pass.
func TicksPass() Fairness {
	return Fairness{Name: Advance, Strong: true, Of: func(a Action) bool { return a.Name == Advance }}
}

// Fair is what a Model offers beside its steps where liveness is to be judged. A
// Model without it is fair to nothing: every one of its runs may stop anywhere.
type Fair interface{ Fairness() []Fairness }

// FairnessOf returns the conditions of a model, none where it has none.
func FairnessOf(model any) []Fairness {
	if fair, ok := model.(Fair); ok {
		return fair.Fairness()
	}
	return nil
}

// Together returns weak fairness of the actions of each name, all processes and messages taken together.
func Together(names ...string) []Fairness {
	var all []Fairness
	for _, name := range names {
		all = append(all, Fairness{Name: name, Of: func(a Action) bool { return a.Name == name }})
	}
	return all
}

// Each is what goes on in a protocol, each of it for itself. Its statement in TLA+ is in
// tla/Fairness.tla.
type Each struct {
	// Nodes is how many processes there are.
	Nodes int
	// Kinds are those of the messages.
	Kinds []string
	// Timers are those whose timeouts are fair, Clocks those that tick. Waits are the names
	// of timers of which a process has one for each peer.
	Timers, Clocks []Timer
	Waits          []string
	// Boots tells whether each process has a first event.
	Boots bool
}

// Weak returns weak fairness of each by itself: of the deliveries of a kind from one process
// to another (or to itself), of a timer's fair timeouts or ticks at a process, and of a process's boot.
// Taken together under one condition, deliveries on one link could go on for ever while a copy
// on another never arrives. What never happens does no harm.
func (e Each) Weak() []Fairness {
	var all []Fairness
	for at := range NodeID(e.Nodes) {
		if e.Boots {
			all = append(all, weakAt(Boot, at))
		}
		for _, timer := range e.Timers {
			all = append(all, weakTimer(Timeout(timer), at, timer))
		}
		for _, clock := range e.Clocks {
			all = append(all, weakTimer(Tick(clock), at, clock))
		}
		for from := range NodeID(e.Nodes) {
			for _, name := range e.Waits {
				timer := TimerOf(name, from)
				all = append(all, weakTimer(Timeout(timer), at, timer))
			}
			for _, kind := range e.Kinds {
				all = append(all, weakLink(Deliver(kind), from, at))
			}
		}
	}
	return all
}

// weakAt is weak fairness of the actions of a name at one process.
func weakAt(name string, at NodeID) Fairness {
	return Fairness{
		Name: fmt.Sprintf("%s at %s", name, at),
		Of:   func(a Action) bool { return a.At == at && a.Name == name },
	}
}

// weakTimer is weak fairness of the firings of a name of one timer at one process.
func weakTimer(name string, at NodeID, timer Timer) Fairness {
	fair := weakAt(name, at)
	if peer := timer.Of(); peer != None {
		fair.Name = fmt.Sprintf("%s of %s at %s", name, peer, at)
	}
	fair.Of = func(a Action) bool { return a.At == at && a.Name == name && a.Timer == timer }
	return fair
}

// weakLink is weak fairness of the deliveries of a name from one process to another.
func weakLink(name string, from, to NodeID) Fairness {
	return Fairness{
		Name: fmt.Sprintf("%s %s→%s", name, from, to),
		Of:   func(a Action) bool { return a.At == to && a.Msg.From == from && a.Name == name },
	}
}
