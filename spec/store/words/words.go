// Package words has what the fenced store's implementation and its properties share: the
// messages between who leads and the storage, a timer, and the configuration. It has no logic
// of the protocol. What elects is ctolerant, with its own words.
//
// There is no executable specification and no TLA+ module beside it: the election has them,
// and what is said of the store is that what its clients see is linearizable.
//
// It imports spec, the election's words and internal packages. Start reading at [Config].
package words

import (
	election "github.com/scrutineer-go/scrutineer/spec/ctolerant/words"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Get asks the storage for its value. Token is the tag by which its sender leads. Nth is which
// of all requests of its sender it is, from 1.
type Get struct {
	Token election.Tag
	Nth   int
}

// Put gives the storage another value.
type Put struct {
	Token election.Tag
	Nth   int
	Value int
}

// Got answers the Get with that number.
type Got struct{ Nth, Value int }

// Kept answers the Put with that number, which has taken effect.
type Kept struct{ Nth int }

// Fenced answers the request with that number, which has not taken effect and never will: the
// storage has heard from a later leader.
type Fenced struct{ Nth int }

// TimerAnswer runs while an answer of the storage is awaited.
const TimerAnswer spec.Timer = "Answer"

// Kind returns "Get".
func (Get) Kind() string { return "Get" }

// Kind returns "Put".
func (Put) Kind() string { return "Put" }

// Kind returns "Got".
func (Got) Kind() string { return "Got" }

// Kind returns "Kept".
func (Kept) Kind() string { return "Kept" }

// Kind returns "Fenced".
func (Fenced) Kind() string { return "Fenced" }

func init() { codec.Register(Get{}, Put{}, Got{}, Kept{}, Fenced{}) }
