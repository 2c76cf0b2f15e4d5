package live

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// merging is what is known while logs are merged.
type merging struct {
	cluster   network.Cluster
	rules     network.Rules
	processes [][]*event // of each process, in the order of its log
	copies    map[CopyID]*travel
}

// travel is a copy from the step that sends it to those that deliver it.
type travel struct {
	sentCopy
	from      *event
	delivered []*event
}

// link finds the causes of all events.
func (m *merging) link() error {
	for _, events := range m.processes {
		for n, e := range events {
			if n > 0 {
				e.causes = append(e.causes, events[n-1])
			}
			for _, sent := range e.sent {
				m.copies[sent.id] = &travel{sentCopy: sent, from: e}
			}
		}
	}
	for _, events := range m.processes {
		var raised *event
		for _, e := range events {
			if e.raises {
				raised = e
			}
			if e.copy == nil {
				continue
			}
			t := m.copies[*e.copy]
			switch {
			case t == nil:
				return refusal(e.Where, "%s is delivered, which nobody has sent", e.copy)
			case t.msg.To != e.Where.ID:
				return refusal(e.Where, "%s is delivered, which was sent to process %s", e.copy, t.msg.To)
			case !spec.SameBody(t.msg.Body, e.body):
				return refusal(e.Where, "%s was sent as %v, and is delivered as %v", e.copy, t.msg.Body, e.body)
			}
			e.Action.Msg = t.msg
			t.delivered = append(t.delivered, e)
			e.causes, e.source, e.raised = append(e.causes, t.from), t.from, raised
			if raised != nil && !m.rules.KeepsInbox() && raised != t.from {
				t.from.causes = append(t.from.causes, raised)
			}
		}
	}
	return nil
}

// order puts all events in order.
func (m *merging) order() ([]*event, error) {
	waits, later := map[*event]int{}, map[*event][]*event{}
	var ready agenda
	all := 0
	for _, events := range m.processes {
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
	var ordered []*event
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
		return nil, m.cycle()
	}
	return ordered, nil
}

// cycle says which delivery no order allows: the first of a message that was sent before the life of its receiver.
func (m *merging) cycle() error {
	var first *event
	for _, events := range m.processes {
		for _, e := range events {
			if e.raised != nil && (first == nil || e.before(first)) && e.raised.follows(e.source, map[*event]bool{}) {
				first = e
			}
		}
	}
	return refusal(first.Where,
		"%s is delivered, and was sent before this life began: no order of the steps allows that", first.copy)
}

// follows reports whether an event has another among its causes, directly or not. seen are those that were looked at.
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
