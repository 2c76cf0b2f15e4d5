package explore

import "github.com/scrutineer-go/scrutineer/spec"

// awaitedAt reports whether an awaiter awaits some copy that is in flight to a process with that
// inbox. It is false where that is not known and not to be learned.
func (c *Components) awaitedAt(to int, awaiter, inbox uint32, learns bool) (awaited, known bool) {
	p := &c.processes[to]
	key := pairKey(awaiter, inbox)
	answer, known := p.awaited.get(key)
	if known || !learns {
		return answer == 1, known
	}
	q := question{awaiter, inbox}
	awaited = c.asks(to, q)
	if awaited {
		answer = 1
	}
	p.awaited.put(key, answer)
	p.asked = append(p.asked, q)
	return awaited, true
}

// asks asks the cluster.
func (c *Components) asks(to int, q question) bool {
	a := c.awaiters[q.awaiter]
	return c.model.awaits(a.at, c.processes[a.at].locals.list[a.local], a.timer,
		c.copies(c.processes[to].inboxes.list[q.inbox]))
}

// repeats reports whether the peer of an awaiter, in that local state, repeats what it awaits.
func (c *Components) repeats(awaiter, local uint32, learns bool) (repeated, known bool) {
	key := pairKey(awaiter, local)
	answer, known := c.repeated.get(key)
	if known || !learns {
		return answer == 1, known
	}
	r := repeater{awaiter, local}
	repeated = c.asksPeer(r)
	if repeated {
		answer = 1
	}
	c.repeated.put(key, answer)
	c.repeaters = append(c.repeaters, r)
	return repeated, true
}

// asksPeer asks the cluster.
func (c *Components) asksPeer(r repeater) bool {
	a := c.awaiters[r.awaiter]
	return c.model.repeated(a.timer, a.at, func(peer spec.NodeID) Process {
		return c.processes[peer].locals.list[r.local]
	})
}
