package linearizability

import (
	"fmt"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/spec"
)

// EventKind says what happened to an operation.
type EventKind uint8

// What happens to an operation: its call, then its return or its client's crash, or nothing
// until the end.
const (
	Called EventKind = iota
	Returned
	Crashed
	// Refused: it has not taken effect, nor will. It is as if it had not been called.
	Refused
)

// Event is a call, a return or a crash of one client.
type Event struct {
	Kind   EventKind
	Client int
	// In is the input of a call, Out the output of a return.
	In  spec.Body
	Out any
	// At is when, for the reader.
	At int64
}

// History is what clients did and saw, in the order in which it happened. A [Recorder] makes
// one in which each client does one thing at a time.
type History []Event

// Operations returns the operations in the order of their calls.
func (h History) Operations() []Operation {
	list := h.spans()
	ops := make([]Operation, len(list))
	for i, s := range list {
		ops[i] = s.Operation
	}
	return ops
}

// String returns one operation a line.
func (h History) String() string {
	var text strings.Builder
	for _, op := range h.Operations() {
		text.WriteString(op.String() + "\n")
	}
	return text.String()
}

// spans returns the operations in the order of their calls. It refuses a history in which a
// client does two things at a time, or returns from nothing.
func (h History) spans() []span {
	list := make([]span, 0, (len(h)+1)/2)
	open := map[int]int{}
	for place, e := range h {
		i, busy := open[e.Client]
		sequential(e, busy)
		switch e.Kind {
		case Called:
			open[e.Client] = len(list)
			op := Operation{Client: e.Client, In: e.In, Unknown: true, Call: e.At}
			list = append(list, span{op, place, forever})
		case Returned:
			list[i].Out, list[i].Unknown, list[i].Return, list[i].ret = e.Out, false, e.At, place
			delete(open, e.Client)
		case Crashed:
			delete(open, e.Client)
		case Refused:
			list[i].call = refused
			delete(open, e.Client)
		}
	}
	return slices.DeleteFunc(list, func(s span) bool { return s.call == refused })
}

// sequential refuses what a client cannot do that is busy with an operation, or is not.
func sequential(e Event, busy bool) {
	switch {
	case e.Kind == Called && busy:
		panic(breach("client %d calls %s before its last operation has returned; a client does one thing "+
			"at a time: give what goes on beside it another number", e.Client, words(e.In)))
	case e.Kind == Returned && !busy:
		panic(breach("client %d returns %s from nothing: each return needs a call before it, and a crash ends one",
			e.Client, words(e.Out)))
	case e.Kind == Refused && !busy:
		panic(breach("client %d is refused what it has not called: each refusal needs a call before it", e.Client))
	}
}

// breach is an error of the program that tells what its clients did.
func breach(format string, args ...any) spec.Breach {
	return spec.Breach{Contract: "SequentialClients", Why: fmt.Sprintf(format, args...)}
}
