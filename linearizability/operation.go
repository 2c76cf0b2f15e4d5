package linearizability

import (
	"cmp"
	"fmt"
	"math"

	"github.com/scrutineer-go/scrutineer/spec"
)

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

// refused stands in the place of the call of an operation that was refused.
const refused = -1

// byReturn orders spans by their returns, and those that have none by their calls.
func byReturn(a, b span) int { return cmp.Or(cmp.Compare(a.ret, b.ret), cmp.Compare(a.call, b.call)) }

// until is what was known when the place in the history was reached: what was called later is
// not there yet, and what returned later has not returned.
func until(spans []span, place int) []span {
	var before []span
	for _, s := range spans {
		if s.call > place {
			continue
		}
		if s.ret > place {
			s.Out, s.Unknown, s.Return, s.ret = nil, true, 0, forever
		}
		before = append(before, s)
	}
	return before
}
