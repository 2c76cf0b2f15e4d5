package network_test

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// question is a call, and hint is an input that is none.
type (
	question struct{}
	hint     struct{}
)

// Kind returns "Question".
func (question) Kind() string { return "Question" }

// Kind returns "Hint".
func (hint) Kind() string { return "Hint" }

// A call is open until the number of answers changes. Another input never is.
func TestAnswering(t *testing.T) {
	a := network.Answering{At: 1, Client: &network.Client{
		Calls:    func(spec.NodeID, any) []spec.Body { return []spec.Body{question{}} },
		Answered: func(_ spec.NodeID, state any) (int, any) { return state.(int), "answer" },
	}}
	told := func(state int, input spec.Body, call bool) {
		t.Helper()
		if a.Told(state, input) != call {
			t.Errorf("%s in state %d: a call is %v", input.Kind(), state, !call)
		}
	}
	answers := func(state int, want bool) {
		t.Helper()
		if answer, is := a.Stepped(state); is != want || is != (answer == "answer") {
			t.Errorf("in state %d: answered is %v, %v", state, is, answer)
		}
	}
	a.Up(3)
	answers(3, false)
	told(3, hint{}, false)
	answers(4, false)
	told(4, question{}, true)
	answers(4, false)
	told(4, hint{}, false)
	answers(5, true)
	answers(6, false)
	told(6, question{}, true)
	a.Up(0) // it went down before it answered
	answers(1, false)
	none := network.Answering{}
	if none.Told(1, question{}) {
		t.Error("a process without a client is called")
	}
	if _, is := none.Stepped(2); is {
		t.Error("a process without a client answers")
	}
}
