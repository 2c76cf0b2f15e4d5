package live

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/spec"
)

// CallID names one input that a client gives to a process, by the client's life and the input's number in that life,
// from 1.
type CallID struct {
	Client int `json:"client"`
	Number int `json:"number"`
}

// request is a message of a client to a process. One of its pointers is set. The first request of a connection has the
// group of the client.
type request struct {
	Group    *uint64   `json:"group,omitempty"`
	Call     *call     `json:"call,omitempty"`
	Suspects *spec.Set `json:"suspects,omitempty"` // the processes that the client takes to be down
}

// call gives an input to a life of a process.
type call struct {
	ID   CallID `json:"id"`
	Life int    `json:"life"`
	Body []byte `json:"body"`
}

// report is a message of a process to its clients. It lists the inputs that they may give, and the results of their
// last inputs.
type report struct {
	Stranger bool      `json:"stranger,omitempty"` // the client is of another program or configuration
	Life     int       `json:"life"`
	Offers   [][]byte  `json:"offers,omitempty"`
	Results  []*result `json:"results,omitempty"` // of the last call and the last other input of each client
}

// result is the outcome of an input, and the answer if the input is a call that is answered.
type result struct {
	ID      CallID  `json:"id"`
	Outcome outcome `json:"outcome"`
	Answer  []byte  `json:"answer,omitempty"`
}

// outcome says whether a process has taken and answered an input.
type outcome string

const (
	pending  outcome = "pending"  // the process has taken it, and has not answered yet
	answered outcome = "answered" // the process has taken it, and has answered if it is a call
	refused  outcome = "refused"  // the process has not taken it, as its state did not allow that any more
	unknown  outcome = "unknown"  // the process has gone down
)

// asLine returns a value as a line of JSON.
func asLine(value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // no value of this package has what JSON has not
	}
	return append(text, '\n')
}
