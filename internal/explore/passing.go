package explore

import "github.com/scrutineer-go/scrutineer/spec"

// laterAt returns the number of a local state after a tick. If that is not known, and learns is not set, it returns
// false.
func (c *Components) laterAt(at int, local uint32, ticks int, learns bool) (uint32, bool) {
	after := c.processes[at].later[ticks][local]
	if after == notKnown && learns {
		p := c.processes[at].locals.list[local]
		after = c.localNumber(spec.NodeID(at), c.model.later(spec.NodeID(at), p, ticks))
		c.processes[at].later[ticks][local] = after
	}
	return after, after != notKnown
}

// olderAt returns the number of an inbox after a tick.
func (c *Components) olderAt(at int, inbox uint32, learns bool) (uint32, bool) {
	after := c.processes[at].older[inbox]
	if after == notKnown && learns {
		older := []inboxed{}
		for _, copies := range c.model.olderInbox(c.copies(c.processes[at].inboxes.list[inbox])) {
			older = append(older, inboxed{c.messageNumber(copies.Msg), uint32(copies.Count)})
		}
		after = c.inboxNumber(spec.NodeID(at), byNumber(older))
		c.processes[at].older[inbox] = after
	}
	return after, after != notKnown
}

// aged reports whether an inbox has an older, and a younger, copy like one of its messages.
func (c *Components) aged(list []inboxed, message uint32) (older, younger bool) {
	age := c.messages.list[message].Age
	for _, other := range list {
		if c.contents[other.message] == c.contents[message] {
			older = older || c.messages.list[other.message].Age > age
			younger = younger || c.messages.list[other.message].Age < age
		}
	}
	return older, younger
}
