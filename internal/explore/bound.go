package explore

import "github.com/scrutineer-go/scrutineer/spec"

// boundAt reports whether a process in a local state hears what is broadcast to a topic. It is
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
