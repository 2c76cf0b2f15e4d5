package linearizability

import (
	"cmp"
	"fmt"
	"math"
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

// Operation is one operation of a client.
type Operation struct {
	Client int
	In     spec.Body
	// Out is what it returned. There is none where the outcome is Unknown: the operation may
	// have taken effect at any time after its call, or never.
	Out     any
	Unknown bool
	// Call and Return are when; there is no Return where the outcome is Unknown.
	Call, Return int64
}

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

// String returns the operation as in "client 1: Write 3 → Done, 10 to 20".
func (op Operation) String() string {
	if op.Unknown {
		return fmt.Sprintf("client %d: %s → ?, from %d", op.Client, words(op.In), op.Call)
	}
	return fmt.Sprintf("client %d: %s → %s, %d to %d", op.Client, words(op.In), words(op.Out), op.Call, op.Return)
}

// span is an operation and the places of its events in the history. One that never returned
// goes on for ever.
type span struct {
	Operation
	call, ret int
}

const forever = math.MaxInt

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

// refused stands in the place of the call of an operation that was refused.
const refused = -1

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

// byReturn orders spans by their returns, and those that have none by their calls.
func byReturn(a, b span) int { return cmp.Or(cmp.Compare(a.ret, b.ret), cmp.Compare(a.call, b.call)) }
