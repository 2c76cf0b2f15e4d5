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

// awaited tells whether what a transition's timer awaits is on its way to a process that is up.
func (e *expansion[V]) awaited(t *transition) (awaited, known bool) {
	if t.awaits == awaitsAll {
		return !e.calm, true
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
