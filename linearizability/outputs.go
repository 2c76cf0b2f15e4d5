package linearizability

import (
	"math"

	"github.com/scrutineer-go/scrutineer/internal/codec"
)

// Nil is no value: what a register holds before it is written, and what an empty queue gives.
const Nil = math.MinInt32

// Value is the output of an operation that returns a value, Nil where there is none.
type Value struct{ Value int }

// Done is the output of an operation that has nothing to say.
type Done struct{}

// Success is the output of an operation that may be refused, and then changes nothing.
type Success struct{ OK bool }

func init() { codec.Register(Value{}, Done{}, Success{}) }
