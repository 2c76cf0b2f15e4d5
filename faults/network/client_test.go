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
	want := func(state int, open, answered bool) {
		t.Helper()
		answer, is := a.Stepped(state)
		if is != answered || is != (answer == "answer") || a.Open() != open {
			t.Errorf("in state %d: answered is %v, %v, open is %v", state, is, answer, a.Open())
		}
	}
	a.Up(3)
	want(3, false, false)
	a.Told(3, hint{})
	want(4, false, false)
	a.Told(4, question{})
	want(4, true, false)
	want(5, false, true)
	want(5, false, false)
	a.Told(5, question{})
	a.Up(0) // it went down before it answered
	want(0, false, false)
	none := network.Answering{}
	none.Told(1, question{})
	if _, is := none.Stepped(2); is || none.Open() {
		t.Error("a process without a client has an open call")
	}
}
