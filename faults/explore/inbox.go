package explore

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// inboxed is a message in an inbox, and how many copies of it.
type inboxed struct{ message, count uint32 }

// inbox returns the number of an inbox, whose messages are in the order of their
// numbers.
func (c *Components) inbox(at spec.NodeID, list []inboxed) uint32 {
	key := make([]byte, 0, 64)
	for _, in := range list {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(in.message)), uint64(in.count))
	}
	n, isNew := c.processes[at].inboxes.number(string(key), list)
	if isNew {
		c.bytes += int64(len(key)) + int64(64*len(list)) + 150 // with its image
		if c.met.Inbox != nil {
			c.met.Inbox(at, c.copies(list))
		}
	}
	return n
}

// copies lists what is in an inbox as a Proc has it.
func (c *Components) copies(list []inboxed) []Copies {
	var inbox []Copies
	for _, in := range list {
		inbox = append(inbox, Copies{c.messages.list[in.message], int(in.count)})
	}
	slices.SortFunc(inbox, func(a, b Copies) int { return spec.CompareMessages(a.Msg, b.Msg) })
	return inbox
}

// added returns the inbox with one more copy. It is false where that is not known and not
// to be learned.
func (c *Components) added(at int, inbox, message uint32, learns bool) (uint32, bool) {
	p := &c.processes[at]
	after, known := p.added.get(pairKey(inbox, message))
	if known || !learns {
		return after, known
	}
	list := slices.Clone(p.inboxes.list[inbox])
	entering := message
	if msg := c.messages.list[message]; c.model.Ordered && msg.Place == 0 {
		msg.Place = next(c.copies(list), &msg)
		entering = c.message(msg)
	}
	i, found := findMessage(list, entering)
	if !found {
		list = slices.Insert(list, i, inboxed{entering, 0})
	}
	list[i].count++
	after = c.inbox(spec.NodeID(at), list)
	p.added.put(pairKey(inbox, message), after)
	return after, true
}

// removed returns the inbox with one copy less.
func (c *Components) removed(at int, inbox, message uint32, learns bool) (uint32, bool) {
	p := &c.processes[at]
	after, known := p.removed.get(pairKey(inbox, message))
	if known || !learns {
		return after, known
	}
	list := slices.Clone(p.inboxes.list[inbox])
	i, _ := findMessage(list, message)
	if list[i].count--; list[i].count == 0 {
		list = c.movedUp(slices.Delete(list, i, i+1), message)
	}
	after = c.inbox(spec.NodeID(at), list)
	p.removed.put(pairKey(inbox, message), after)
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
			list[i].message = c.message(msg)
		}
	}
	slices.SortFunc(list, func(a, b inboxed) int { return cmp.Compare(a.message, b.message) })
	return list
}

func findMessage(list []inboxed, message uint32) (int, bool) {
	return slices.BinarySearchFunc(list, message, func(in inboxed, message uint32) int {
		return int(in.message) - int(message)
	})
}
