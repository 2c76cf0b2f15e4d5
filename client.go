package scrutineer

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/linearizability"
)

// Client has a client at each process that does one operation after the other, and has what all of
// them did and saw judged: it must be linearizable. A client goes down with its process; nobody
// knows then what became of its operation.
type Client[State any] struct {
	// Model is what the operations would do with nobody else around. They are its inputs.
	Model linearizability.Model
	// Calls are the operations that a client of the process may call now, while none of its is
	// open. Each is told to the process as an input.
	Calls func(at NodeID, state *State) []Body
	// Answered tells how many calls the process has answered since it came up, or another number
	// that differs after each answer, and what the last answer was: an output of the Model,
	// [Refused], or [Unknown].
	Answered func(at NodeID, state *State) (n int, answer any)
}

// client is a Client without the type State.
type client struct {
	Model    linearizability.Model
	Calls    func(at NodeID, state any) []Body
	Answered func(at NodeID, state any) (n int, answer any)
}

// Refused is the answer to a call that has not taken effect, nor will.
type Refused struct{}

// Unknown is the answer to a call of which the process cannot tell whether it has taken effect,
// or will.
type Unknown struct{}

func init() { codec.Register(Refused{}, Unknown{}) } // real processes send them to their clients

// What clients are judged by: their histories are linearizable, and that can be decided.
const (
	linearizableName = "Linearizable"
	decidedName      = "Decided"
)

// answered is what the answers of a process look like after a step.
type answered struct {
	N      int
	Answer any
}
