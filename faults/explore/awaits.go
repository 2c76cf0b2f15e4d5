package explore

import "github.com/scrutineer-go/scrutineer/spec"

// awaitsAll stands beside one more than the number of an awaiter: the protocol does not say what
// the timer awaits, so any copy to a process that is up will do.
const awaitsAll = 0

// awaiter is a timer that is armed at a process in a local state.
type awaiter struct {
	at    spec.NodeID
	local uint32
	timer spec.Timer
}

// question is whether an awaiter awaits some copy of an inbox.
type question struct{ awaiter, inbox uint32 }

// awaitedAt tells whether an awaiter awaits some copy that is in flight to a process with that
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

// repeater is the question whether the peer of an awaiter, in a local state, repeats what it awaits.
type repeater struct{ awaiter, local uint32 }

// asksPeer asks the cluster.
func (c *Components) asksPeer(r repeater) bool {
	a := c.awaiters[r.awaiter]
	return c.model.repeated(a.timer, a.at, func(peer spec.NodeID) Process {
		return c.processes[peer].locals.list[r.local]
	})
}

// awaited tells whether what a transition's timer awaits is on its way to a process that is up, or
// repeated by the timer's peer.
func (e *expansion[V]) awaited(t *transition) (awaited, known bool) {
	if t.awaits == awaitsAll {
		return !e.calm, true
	}
	if c := e.components; c.model.Repeats != nil {
		if peer := int(c.awaiters[t.awaits-1].timer.Of()); peer >= 0 && peer < len(c.processes) {
			awaited, known = c.repeats(t.awaits-1, e.Local(&e.from, peer), e.learns)
			if awaited || !known {
				return awaited, known
			}
		}
	}
	for to := range e.components.processes {
		inbox := e.Inbox(&e.from, to)
		if inbox == 0 || e.up&(1<<to) == 0 {
			continue
		}
		if awaited, known = e.components.awaitedAt(to, t.awaits-1, inbox, e.learns); awaited || !known {
			return awaited, known
		}
	}
	return false, true
}
