package network

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Client says which inputs of a process are calls of its client, and what the process has answered. state is as for
// Cluster.Inputs. Both must be functions of their arguments.
type Client struct {
	// Calls returns the inputs that are calls, among those that the process may be told now.
	Calls func(at spec.NodeID, state any) []spec.Body
	// Answered returns the number of the calls that the process has answered since it came up, or another number that
	// differs after each answer, and the last answer.
	Answered func(at spec.NodeID, state any) (n int, answer any)
}

// Answering follows the calls of a process: whether one is open, and when it is answered.
type Answering struct {
	Client *Client
	At     spec.NodeID

	answers int
	open    bool
}

// Up begins with the state of a process that has come up. No call is open.
func (a *Answering) Up(state any) {
	a.open = false
	a.answers, _ = a.answered(state)
}

// Told reports whether an input is a call, which is open then. state is that of the process before it handles the
// input. Another input leaves an open call open.
func (a *Answering) Told(state any, input spec.Body) bool {
	is := a.Client != nil && slices.ContainsFunc(a.Client.Calls(a.At, state), func(call spec.Body) bool {
		return spec.SameBody(call, input)
	})
	a.open = a.open || is
	return is
}

// Stepped follows a step that has left a state. It reports whether the step has answered the open call, and returns the
// answer.
func (a *Answering) Stepped(state any) (answer any, is bool) {
	n, answer := a.answered(state)
	if n == a.answers || !a.open {
		a.answers = n
		return nil, false
	}
	a.answers, a.open = n, false
	return answer, true
}

func (a *Answering) answered(state any) (int, any) {
	if a.Client == nil {
		return 0, nil
	}
	return a.Client.Answered(a.At, state)
}
