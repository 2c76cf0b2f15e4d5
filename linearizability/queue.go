package linearizability

import (
	"strconv"
	"strings"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Enqueue puts a value at the end of a queue, and returns [Done].
type Enqueue struct{ Value int }

// Dequeue takes the first one from it, and returns its [Value], Nil where the queue is empty.
type Dequeue struct{}

// Waiting is the state of a queue: its values, each with a space behind it. A slice could not be
// compared.
type Waiting string

// Kind returns "Enqueue".
func (Enqueue) Kind() string { return "Enqueue" }

// Kind returns "Dequeue".
func (Dequeue) Kind() string { return "Dequeue" }

func init() { codec.Register(Enqueue{}, Dequeue{}, Waiting("")) }

// Queue is first in, first out, at first empty.
func Queue() Model {
	return Of("Queue", Waiting(""), func(line Waiting, in spec.Body) (Waiting, any) {
		switch in := in.(type) {
		case Enqueue:
			return line + Waiting(strconv.Itoa(in.Value)+" "), Done{}
		case Dequeue:
			if line == "" {
				return line, Value{Nil}
			}
			first, rest, _ := strings.Cut(string(line), " ")
			value, err := strconv.Atoi(first)
			if err != nil {
				panic(err)
			}
			return Waiting(rest), Value{value}
		}
		panic(refusal("Queue", in))
	})
}
