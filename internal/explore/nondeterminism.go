package explore

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Nondeterminism is a local state at which not the same happens a second time.
type Nondeterminism struct {
	At    spec.NodeID
	Local uint32
	Why   spec.Breach
}

// CheckDeterminism runs every remembered step again, in another order, and returns the
// first that is another one now: then the processes keep something where nobody sees it,
// and nothing that was explored can be trusted.
func (c *Components) CheckDeterminism() *Nondeterminism {
	for i := len(c.processes) - 1; i >= 0; i-- {
		if found := c.repeat(spec.NodeID(i)); found != nil {
			return found
		}
	}
	for _, r := range slices.Backward(c.repeaters) {
		was, _ := c.repeated.get(pairKey(r.awaiter, r.local))
		if c.asksPeer(r) != (was == 1) {
			a := c.awaiters[r.awaiter]
			return &Nondeterminism{a.at, a.local, spec.Breach{Contract: stepsRepeat, Why: fmt.Sprintf(
				"what the peer of the timer %s repeats is not the same when it is asked again; Repeats must be a "+
					"function of its arguments", a.timer)}}
		}
	}
	return nil
}

// repeat runs the remembered steps of one process again, the last first.
func (c *Components) repeat(at spec.NodeID) *Nondeterminism {
	p := &c.processes[at]
	for list := len(p.lists) - 1; list >= 0; list-- {
		local, message := p.keys[list].local, p.keys[list].message
		if why := c.differ(p.lists[list], c.deliverySteps(at, local, message)); why != nil {
			return &Nondeterminism{at, local, *why}
		}
	}
	if found := c.rebind(at); found != nil {
		return found
	}
	for i := len(p.asked) - 1; i >= 0; i-- {
		q := p.asked[i]
		was, _ := p.awaited.get(pairKey(q.awaiter, q.inbox))
		if c.asks(int(at), q) != (was == 1) {
			a := c.awaiters[q.awaiter]
			return &Nondeterminism{a.at, a.local, spec.Breach{Contract: stepsRepeat, Why: fmt.Sprintf(
				"what the timer %s awaits is not the same when it is asked again; Awaits must be a function of "+
					"its arguments", a.timer)}}
		}
	}
	for down := len(p.inputs) - 1; down >= 0; down-- {
		for local, transitions := range slices.Backward(p.inputs[down]) {
			if transitions == nil {
				continue
			}
			if why := c.differ(transitions, c.inputSteps(at, uint32(local), c.downList[down])); why != nil {
				return &Nondeterminism{at, uint32(local), *why}
			}
		}
	}
	for local, transitions := range slices.Backward(p.internal) {
		if transitions == nil {
			continue
		}
		if why := c.differ(transitions, c.internalSteps(at, uint32(local))); why != nil {
			return &Nondeterminism{at, uint32(local), *why}
		}
	}
	return nil
}

// rebind asks again who is bound, the last first, and returns the local state at which that is
// answered otherwise now.
func (c *Components) rebind(at spec.NodeID) *Nondeterminism {
	p := &c.processes[at]
	for _, s := range slices.Backward(p.subscribed) {
		was, _ := p.bound.get(pairKey(s.local, s.topic))
		out := outgoing{broadcast: true, topic: c.topics.list[s.topic]}
		if c.model.hears(at, p.locals.list[s.local], out) != (was == 1) {
			return &Nondeterminism{at, s.local, spec.Breach{Contract: stepsRepeat, Why: fmt.Sprintf(
				"who is bound to %q is not the same when it is asked again; Bound must be a function of its arguments",
				out.topic)}}
		}
	}
	return nil
}

// differ says in which step two lists of transitions differ, nil for none.
func (c *Components) differ(was, is []transition) *spec.Breach {
	for i := range max(len(was), len(is)) {
		if i < len(was) && i < len(is) && was[i].same(&is[i]) {
			continue
		}
		step := "a step"
		if i < len(was) && !was[i].free {
			step = c.actions.list[was[i].action].String()
		}
		return &spec.Breach{Contract: stepsRepeat, Why: step +
			" does not do the same when it is run again in another order; keep everything that changes in the " +
			"struct that State points to, and share nothing"}
	}
	return nil
}
