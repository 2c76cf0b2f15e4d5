package spec

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"

	"github.com/scrutineer-go/scrutineer/internal/codec"
)

// Body is what a message, or an input, says. The bodies of a protocol are plain
// structs in its words package, registered with the codec.
type Body interface {
	// Kind is the message's name in the paper's terms, such as "Query". It is
	// part of the name of every action on such a message.
	Kind() string
}

// Message is one copy of a message on its way from one process to another. An
// input is a message from Environment that never was in the network.
type Message struct {
	From, To NodeID
	// Multicast marks a copy of a multicast. A multicast is reliable, so such a copy is
	// never dropped. Those of a broadcast are marked by nothing: they are as those of a send.
	Multicast bool
	// Place is, where copies are ordered, that of the copy among those in flight from its
	// sender to its receiver: 1 is the oldest, which alone can be delivered. It is 0 where they
	// are not ordered.
	Place int
	Body  Body
	// Age is the number of ticks that the copy has been in flight, up to the bound, in discrete time with bounded
	// delays. Of copies that differ in Age alone the oldest is delivered or dropped first, and the youngest
	// duplicated. Other orders lead to no other behaviour. The Age in an action is 0.
	Age int
}

// CompareMessages orders copies by receiver, sender, kind and content.
func CompareMessages(a, b Message) int {
	if c := cmp.Or(cmp.Compare(a.To, b.To), cmp.Compare(a.From, b.From)); c != 0 {
		return c
	}
	if c := cmp.Or(cmp.Compare(a.Body.Kind(), b.Body.Kind()), cmp.Compare(a.Place, b.Place)); c != 0 {
		return c
	}
	if a.Multicast == b.Multicast && codec.Same(a.Body, b.Body) {
		return cmp.Compare(a.Age, b.Age) // the usual case, without the encodings
	}
	return bytes.Compare(codec.Encode(a), codec.Encode(b))
}

// Same reports whether two copies are alike, or neither is one.
func (m Message) Same(o Message) bool {
	if m.Body == nil || o.Body == nil {
		return m.Body == nil && o.Body == nil
	}
	return CompareMessages(m, o) == 0
}

// Beside reports whether two copies are from the same process to the same.
func (m *Message) Beside(o *Message) bool { return m.From == o.From && m.To == o.To }

// Alike reports whether two copies in flight differ in their Age at most.
func (m Message) Alike(o Message) bool {
	m.Age = o.Age
	return m.Same(o)
}

// SameBody reports whether two bodies say the same.
func SameBody(a, b Body) bool { return a.Kind() == b.Kind() && codec.Same(a, b) }

// SameRecord reports whether two disks hold the same: a record of one type that says the same, or nothing.
func SameRecord(a, b any) bool {
	return reflect.TypeOf(a) == reflect.TypeOf(b) && (a == nil || codec.Same(a, b))
}

// String returns the message as in "Query 2→0 {Run:1}".
func (m Message) String() string {
	if m.Body == nil {
		return ""
	}
	if m.From == Environment {
		return fmt.Sprintf("%s at %s%s", m.Body.Kind(), m.To, bodyText(m.Body))
	}
	return fmt.Sprintf("%s %s→%s%s", m.Body.Kind(), m.From, m.To, bodyText(m.Body))
}

// bodyText returns what a body says beside its kind, after a space, or nothing.
func bodyText(body Body) string {
	if text := fmt.Sprintf("%+v", body); text != "{}" {
		return " " + text
	}
	return ""
}
