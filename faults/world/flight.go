package world

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Takes reports whether the copy of the event has left the network.
func (e *Event) Takes() bool {
	return e.Copy != 0 && e.Action.Name != spec.Duplicate(e.Action.Msg.Body.Kind())
}

// Flight lists all copies in flight, in the order of spec.CompareMessages.
func (w *World) Flight() (flight []spec.Message) {
	for id := range w.Nodes() {
		flight = append(flight, w.Inbox(spec.NodeID(id))...)
	}
	slices.SortFunc(flight, spec.CompareMessages)
	return flight
}

// FlightAfter appends to an empty list what is in flight after an event, in the order of spec.CompareMessages, if
// before was in flight before it. In an ordered network the messages' places are wrong: they move up.
func (w *World) FlightAfter(flight, before []spec.Message, e *Event) []spec.Message {
	consumed := !e.Takes()
	for _, msg := range before {
		if !consumed && spec.CompareMessages(msg, e.Action.Msg) == 0 {
			consumed = true
			continue
		}
		flight = append(flight, msg)
	}
	for i := range e.Sent {
		at, _ := slices.BinarySearchFunc(flight, e.Sent[i].Msg, spec.CompareMessages)
		flight = slices.Insert(flight, at, e.Sent[i].Msg)
	}
	if at := e.Action.At; !w.Up(at) && !w.net.rules.KeepsInbox() {
		flight = slices.DeleteFunc(flight, func(msg spec.Message) bool { return msg.To == at })
	}
	return flight
}
