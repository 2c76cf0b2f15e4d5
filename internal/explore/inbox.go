package explore

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// added returns the inbox with one more copy. It is false where that is not known and not
// to be learned.
func (c *Components) added(at int, inbox, message uint32, learns bool) (uint32, bool) {
	p := &c.processes[at]
	after, known := p.more.get(pairKey(inbox, message))
	if known || !learns {
		return after, known
	}
	list := slices.Clone(p.inboxes.list[inbox])
	entering := message
	if msg := c.messages.list[message]; c.model.Ordered && msg.Place == 0 {
		msg.Place = next(c.copies(list), &msg)
		entering = c.messageNumber(msg)
	}
	i, found := findMessage(list, entering)
	if !found {
		list = slices.Insert(list, i, inboxed{entering, 0})
	}
	list[i].count++
	after = c.inboxNumber(spec.NodeID(at), list)
	p.more.put(pairKey(inbox, message), after)
	return after, true
}

// removed returns the inbox with one copy less.
func (c *Components) removed(at int, inbox, message uint32, learns bool) (uint32, bool) {
	p := &c.processes[at]
	after, known := p.less.get(pairKey(inbox, message))
	if known || !learns {
		return after, known
	}
	list := slices.Clone(p.inboxes.list[inbox])
	i, _ := findMessage(list, message)
	if list[i].count--; list[i].count == 0 {
		list = c.movedUp(slices.Delete(list, i, i+1), message)
	}
	after = c.inboxNumber(spec.NodeID(at), list)
	p.less.put(pairKey(inbox, message), after)
	return after, true
}

// movedUp is an inbox in which no copy is in the place of the message any more.
func (c *Components) movedUp(list []inboxed, message uint32) []inboxed {
	gone := c.messages.list[message]
	if gone.Place == 0 {
		return list
	}
	for i := range list {
		if msg := c.messages.list[list[i].message]; msg.Beside(&gone) && msg.Place > gone.Place {
			msg.Place--
			list[i].message = c.messageNumber(msg)
		}
	}
	return byNumber(list)
}

// byNumber sorts an inbox by the numbers of its messages.
func byNumber(list []inboxed) []inboxed {
	slices.SortFunc(list, func(a, b inboxed) int { return cmp.Compare(a.message, b.message) })
	return list
}

func findMessage(list []inboxed, message uint32) (int, bool) {
	return slices.BinarySearchFunc(list, message, func(in inboxed, message uint32) int {
		return int(in.message) - int(message)
	})
}
