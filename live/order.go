package live

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// merging holds the events and copies of the logs that are merged.
type merging struct {
	cluster   network.Cluster
	rules     network.Rules
	processes [][]*event           // of each process, in the order of its log
	bound     []spec.SetOf[string] // the topics that each process is bound to at the beginning
	copies    map[MessageID]*travel
	held      map[MessageID]bool // the copies that have arrived and were held back
	calls     map[CallID]*takenCall
	given     []*event        // the lines of clients, which are no steps
	lives     map[Place]*Life // of processes
	last      int64           // when the last line of all was written
	began     int64           // when the clocks of all processes read 0
}

// travel is a copy with the step that sends it and the steps that deliver it.
type travel struct {
	sentCopy
	from      *event
	delivered []*event
	second    *travel // the second copy that was made of it
	twice     bool    // whether the second copy has entered the network
}

// takenCall is an input that a process has taken.
type takenCall struct {
	*event
	// answers is the step that has answered, nil if none has.
	answers *event
	answer  any
	logged  bool // whether the log of a client has it
}

// link finds the causes of all events.
func (m *merging) link() error {
	for _, events := range m.processes {
		for n, e := range events {
			if n > 0 {
				e.causes = append(e.causes, events[n-1])
			}
			for _, sent := range e.sent {
				m.sends(e, sent)
			}
		}
	}
	for _, events := range m.processes {
		var raised *event
		for n, e := range events {
			if e.raises {
				raised = e
			}
			if e.copy == nil {
				continue
			}
			if err := m.delivers(e, raised); err != nil {
				return err
			}
			if by := m.opens(e, events[:n]); by != nil && by != e.source {
				e.source.causes = append(e.source.causes, by)
			}
		}
	}
	return nil
}

// sends records a copy that an event sends, and the second one if it is doubled.
func (m *merging) sends(e *event, sent sentCopy) {
	t := &travel{sentCopy: sent, from: e}
	m.copies[sent.id] = t
	if sent.doubled {
		second := *t
		second.id.Again = 1
		t.second = &second
		m.copies[second.id] = t.second
	}
}

// delivers finds the copy that an event delivers. raised is the recovery of the receiver, nil in its first life.
func (m *merging) delivers(e, raised *event) error {
	t := m.copies[*e.copy]
	switch {
	case t == nil:
		return refusal(e.Where, "%s is delivered, which no log has sent: have all processes stopped?", e.copy)
	case t.msg.To != e.Where.ID:
		return refusal(e.Where, "%s is delivered, which was sent to process %s", e.copy, t.msg.To)
	case t.topic != e.topic:
		return refusal(e.Where, "%s was sent to the topic %q, and is delivered from %q", e.copy, t.topic, e.topic)
	case !spec.SameBody(t.msg.Body, e.body):
		return refusal(e.Where, "%s was sent as %v, and is delivered as %v", e.copy, t.msg.Body, e.body)
	case t.lost:
		return refusal(e.Where, "%s is delivered, but the log of its sender has dropped it", e.copy)
	}
	e.Action.Msg = t.msg
	t.delivered = append(t.delivered, e)
	e.causes, e.source, e.raised = append(e.causes, t.from), t.from, raised
	return nil
}

// opens returns the event of the receiver that must precede the sending of the copy that e delivers, nil if none must:
// for a broadcast the event that bound the receiver to the topic, else its last recovery. before are the receiver's
// events before e.
func (m *merging) opens(e *event, before []*event) *event {
	if e.topic == "" {
		if m.rules.KeepsInbox() {
			return nil
		}
		return e.raised
	}
	bound := func(n int) bool { // after the first n of them
		if n == 0 {
			return m.bound[e.Where.ID].Has(e.topic)
		}
		return before[n-1].bound.Has(e.topic)
	}
	n := len(before)
	for n > 0 && !bound(n) && before[n-1] != e.raised { // it may have left the topic while the copy was held back
		n--
	}
	if n > 0 && !bound(n) {
		return before[len(before)-1] // the walk refuses that
	}
	for n > 0 && bound(n-1) {
		n--
	}
	if n == 0 {
		return nil
	}
	return before[n-1]
}

// order puts all events in order. If no order is possible, waits has the events that are in none.
func (m *merging) order() (ordered []*event, waits map[*event]int) {
	waits = map[*event]int{}
	later := map[*event][]*event{}
	var ready agenda
	all := 0
	for _, events := range slices.Concat(m.processes, [][]*event{m.given}) {
		for _, e := range events {
			all++
			for _, cause := range e.causes {
				waits[e]++
				later[cause] = append(later[cause], e)
			}
			if waits[e] == 0 {
				ready = append(ready, e)
			}
		}
	}
	heap.Init(&ready)
	for len(ready) > 0 {
		e := heap.Pop(&ready).(*event)
		ordered = append(ordered, e)
		for _, next := range later[e] {
			if waits[next]--; waits[next] == 0 {
				heap.Push(&ready, next)
			}
		}
	}
	if len(ordered) < all {
		return nil, waits
	}
	return slices.DeleteFunc(ordered, func(e *event) bool { return e.given }), nil
}

// cycle says which delivery no order allows: the first of a message that was sent after it, or before the life of its
// receiver. waits has the events that are in no order.
func (m *merging) cycle(waits map[*event]int) error {
	var left []*event
	for _, events := range m.processes {
		for _, e := range events {
			if e.copy != nil && waits[e] > 0 {
				left = append(left, e)
			}
		}
	}
	slices.SortFunc(left, func(a, b *event) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
	for _, e := range left {
		if e.raised != nil && e.raised.follows(e.source, map[*event]bool{}) {
			return refusal(e.Where,
				"%s is delivered, and was sent before this life began: no order of the steps allows that", e.copy)
		}
	}
	for _, e := range left {
		if e.source == e || e.source.follows(e, map[*event]bool{}) {
			return refusal(e.Where, "%s is delivered before it was sent: no order of the steps allows that", e.copy)
		}
	}
	return refusal(left[0].Where, "%s is delivered, and no order of the steps allows that", left[0].copy)
}

// follows reports whether cause is among the direct and indirect causes of e. seen holds the visited events.
func (e *event) follows(cause *event, seen map[*event]bool) bool {
	if seen[e] {
		return false
	}
	seen[e] = true
	return slices.ContainsFunc(e.causes, func(c *event) bool { return c == cause || c.follows(cause, seen) })
}

// agenda is a heap of the events whose causes have happened.
type agenda []*event

func (a agenda) Len() int           { return len(a) }
func (a agenda) Less(i, j int) bool { return a[i].before(a[j]) }
func (a agenda) Swap(i, j int)      { a[i], a[j] = a[j], a[i] }

// Push adds an event.
func (a *agenda) Push(e any) { *a = append(*a, e.(*event)) }

// Pop takes the last event.
func (a *agenda) Pop() any {
	last := (*a)[len(*a)-1]
	*a = (*a)[:len(*a)-1]
	return last
}

// before reports whether an event began before another, or is of a lower process if both began at once.
func (e *event) before(o *event) bool {
	return cmp.Or(cmp.Compare(e.At, o.At), cmp.Compare(e.Where.ID, o.Where.ID), cmp.Compare(e.Where.Life, o.Where.Life),
		cmp.Compare(e.Where.Step, o.Where.Step)) < 0
}
