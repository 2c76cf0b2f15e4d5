package explore

import (
	"encoding/binary"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// place is what is known of one process: the local states that it was met in, the
// inboxes, and what may happen there. A local state is a Proc without its inbox.
type place struct {
	locals table[Proc]
	up     []bool   // by local state
	own    [][]deed // what may happen without a message or an input; nil while not known
	told   [][][]deed
	heard  pairs // (local state, message): the number of a list
	lists  [][]deed
	keys   []hearing // what each list is about

	inboxes table[[]inboxed]
	added   pairs // (inbox, message): the inbox with one more copy
	removed pairs // … with one less
}

// hearing is the delivery of a message in a local state.
type hearing struct{ local, message uint32 }

// inboxed is a message in an inbox, and how many copies of it.
type inboxed struct{ message, count uint32 }

// deed is one way in which a step at a process may go, worked out.
type deed struct {
	action uint32
	early  uint32 // the same step's action while copies are in flight, where it is a timer's
	local  uint32 // the local state after it
	broken uint32 // one more than the number of the panic that it comes to instead
	free   bool   // the budget has no say in it: there is no action
	up     bool   // whether the process is up after it
	clears bool   // the inbox is lost
	own    []uint32
	sent   []send
}

// send is one copy for another process.
type send struct{ to, message uint32 }

// tampers are the actions by which the network may tamper with a message, notKnown
// for none: while its receiver is up, and while it is down.
type tampers struct{ duplicate, drop, lose uint32 }

// local returns the number of a local state.
func (m *memory) local(at spec.NodeID, p Proc) uint32 {
	p.Inbox = nil
	pl := &m.places[at]
	n, isNew := pl.locals.number(codec.Key(p), p)
	if isNew {
		pl.up = append(pl.up, p.Up)
		pl.own = append(pl.own, nil)
		m.bytes += 4*int64(len(p.Memory)+len(p.Disk)) + 600 // with its image
		if m.met.Local != nil {
			m.met.Local(at, p)
		}
	}
	return n
}

// inbox returns the number of an inbox, whose messages are in the order of their
// numbers.
func (m *memory) inbox(at spec.NodeID, list []inboxed) uint32 {
	key := make([]byte, 0, 64)
	for _, c := range list {
		key = binary.AppendUvarint(binary.AppendUvarint(key, uint64(c.message)), uint64(c.count))
	}
	n, isNew := m.places[at].inboxes.number(string(key), list)
	if isNew {
		m.bytes += int64(len(key)) + int64(64*len(list)) + 150 // with its image
		if m.met.Inbox != nil {
			m.met.Inbox(at, m.copies(list))
		}
	}
	return n
}

// copies lists what is in an inbox as a Proc has it.
func (m *memory) copies(list []inboxed) []Copies {
	var inbox []Copies
	for _, c := range list {
		inbox = append(inbox, Copies{m.messages.list[c.message], int(c.count)})
	}
	slices.SortFunc(inbox, func(a, b Copies) int { return spec.CompareMessages(a.Msg, b.Msg) })
	return inbox
}

// add works out the inbox with one more copy.
func (m *memory) add(at spec.NodeID, inbox, message uint32) uint32 {
	pl := &m.places[at]
	list := slices.Clone(pl.inboxes.list[inbox])
	i, found := findMessage(list, message)
	if !found {
		list = slices.Insert(list, i, inboxed{message, 0})
	}
	list[i].count++
	after := m.inbox(at, list)
	pl.added.put(pairKey(inbox, message), after)
	return after
}

// remove works out the inbox with one copy less.
func (m *memory) remove(at spec.NodeID, inbox, message uint32) uint32 {
	pl := &m.places[at]
	list := slices.Clone(pl.inboxes.list[inbox])
	i, _ := findMessage(list, message)
	if list[i].count--; list[i].count == 0 {
		list = slices.Delete(list, i, i+1)
	}
	after := m.inbox(at, list)
	pl.removed.put(pairKey(inbox, message), after)
	return after
}

func findMessage(list []inboxed, message uint32) (int, bool) {
	return slices.BinarySearchFunc(list, message, func(c inboxed, message uint32) int {
		return int(c.message) - int(message)
	})
}

// work works out what may happen at a local state without a message or an input.
func (m *memory) work(at spec.NodeID, local uint32) []deed {
	p := m.places[at].locals.list[local]
	deeds := []deed{}
	for _, event := range m.model.events(at, p, true) {
		deeds = m.branches(deeds, p, event)
	}
	for _, a := range m.model.environment(at, p) { // with an empty inbox, a crash
		deeds = append(deeds, m.deed(branch{action: a, left: left{proc: m.model.happen(p, a)}}))
	}
	return deeds
}

// hear works out what the delivery of a message does to a local state.
func (m *memory) hear(at spec.NodeID, local, message uint32) []deed {
	msg := m.messages.list[message]
	event := spec.Action{Name: spec.Deliver(msg.Body.Kind()), At: at, Msg: msg}
	return m.branches([]deed{}, m.places[at].locals.list[local], event)
}

// ask works out what happens if a process is told what it may be told while those
// processes are down.
func (m *memory) ask(at spec.NodeID, local, down uint32) (deeds []deed) {
	deeds = []deed{}
	defer func() {
		if cause := recover(); cause != nil { // of the function Inputs
			deeds = append(deeds, deed{free: true, broken: m.panicked(cause)})
		}
	}()
	p := m.places[at].locals.list[local]
	var seen []spec.Action
	for _, event := range m.model.inputs(at, p, setOf(down)) {
		if slices.ContainsFunc(seen, event.Same) {
			panic(spec.Breach{Contract: "ActionsOnce", Why: event.String() + " is offered twice"})
		}
		seen = append(seen, event)
		deeds = m.branches(deeds, p, event)
	}
	return deeds
}

func (m *memory) branches(deeds []deed, p Proc, event spec.Action) []deed {
	for _, b := range m.model.branches(p, event) {
		deeds = append(deeds, m.deed(b))
	}
	return deeds
}

// deed numbers all that a branch speaks of.
func (m *memory) deed(b branch) deed {
	d := deed{action: m.action(b.action), up: b.left.proc.Up}
	d.early = d.action
	if b.action.Timer != "" {
		d.early = m.action(m.model.rules.Early(b.action))
	}
	m.bytes += 96
	if b.cause != nil {
		d.broken = m.panicked(b.cause)
		return d
	}
	d.local = m.local(b.action.At, b.left.proc)
	d.clears = !d.up && !m.model.rules.KeepsInbox()
	for _, c := range b.left.proc.Inbox { // what it has sent to itself
		for range c.Count {
			d.own = append(d.own, m.message(c.Msg))
		}
	}
	for _, msg := range b.left.sent {
		d.sent = append(d.sent, send{uint32(msg.To), m.message(msg)})
	}
	m.bytes += int64(4*len(d.own) + 8*len(d.sent))
	return d
}

// message numbers a message, and the ways to tamper with it.
func (m *memory) message(msg spec.Message) uint32 {
	n, isNew := m.messages.number(codec.Key(msg), msg)
	if isNew {
		m.tampers = append(m.tampers, [2]tampers{m.tamper(msg, false), m.tamper(msg, true)})
		m.bytes += 300
	}
	return n
}

// tamper numbers the actions by which the network may tamper with a message.
func (m *memory) tamper(msg spec.Message, up bool) tampers {
	number := func(may bool, name func(string) string) uint32 {
		if !may {
			return notKnown
		}
		return m.action(spec.Action{Name: name(msg.Body.Kind()), At: msg.To, Msg: msg})
	}
	may := m.model.rules.Tampering(&msg, up)
	return tampers{
		number(may.Duplicate, spec.Duplicate), number(may.Drop, spec.Drop), number(may.Lose, spec.Lose),
	}
}
