package explore

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// boundAt tells whether a process in a local state hears what is broadcast to a topic. It is
// false where that is not known and not to be learned.
func (c *Components) boundAt(at int, local, topic uint32, learns bool) (bound, known bool) {
	p := &c.processes[at]
	key := pairKey(local, topic)
	answer, known := p.bound.get(key)
	if known || !learns {
		return answer == 1, known
	}
	out := outgoing{broadcast: true, topic: c.topics.list[topic]}
	if c.model.hears(spec.NodeID(at), p.locals.list[local], out) {
		answer = 1
	}
	p.bound.put(key, answer)
	p.subscribed = append(p.subscribed, subscription{local, topic})
	return answer == 1, true
}

// subscription is whether a process in a local state is bound to a topic.
type subscription struct{ local, topic uint32 }

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

// hears tells whether a receiver gets a copy that is for those who are bound to a topic, by one
// more than its number.
func (e *expansion[V]) hears(receiver int, topic uint32) (hears, known bool) {
	if topic == 0 {
		return true, true
	}
	return e.components.boundAt(receiver, e.Local(&e.from, receiver), topic-1, e.learns)
}
