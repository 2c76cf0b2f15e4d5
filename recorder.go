package scrutineer

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/linearizability"
	"github.com/scrutineer-go/scrutineer/spec"
)

// recorder writes down what the clients of a run called and were answered.
type recorder struct {
	history linearizability.History
	events  map[int]int // by the place of a return, the number of the run's event
}

// add takes note of what an event did to a client's operation.
func (r *recorder) add(client int, op operation, e *world.Event) {
	at := int64(e.At)
	if op.called != nil {
		r.history = append(r.history, linearizability.Event{
			Kind: linearizability.Called, Client: client, In: op.called, At: at,
		})
	}
	switch op.returned.(type) {
	case nil:
	case Refused:
		r.forget(client)
	case Unknown:
		op.crashed = true // nobody knows, as after a crash
	default:
		if r.events == nil {
			r.events = map[int]int{}
		}
		r.events[len(r.history)] = e.N
		r.history = append(r.history, linearizability.Event{
			Kind: linearizability.Returned, Client: client, Out: op.returned, At: at,
		})
	}
	if op.crashed && r.isOpen(client) {
		r.history = append(r.history, linearizability.Event{Kind: linearizability.Crashed, Client: client, At: at})
	}
}

// last is the place of what the client did last, -1 for nothing.
func (r *recorder) last(client int) int {
	for i, e := range slices.Backward(r.history) {
		if e.Client == client {
			return i
		}
	}
	return -1
}

func (r *recorder) isOpen(client int) bool {
	i := r.last(client)
	return i >= 0 && r.history[i].Kind == linearizability.Called
}

// forget takes back the client's call, which has not taken effect.
func (r *recorder) forget(client int) {
	at := r.last(client)
	r.history = slices.Delete(r.history, at, at+1)
	moved := map[int]int{}
	for place, event := range r.events {
		if place > at {
			place--
		}
		moved[place] = event
	}
	r.events = moved
}

// judgeCalls has porcupine judge the history of the run's clients. What it cannot decide within
// its budget is a violation of its own: it is no pass.
func (j *judge[State]) judgeCalls(w *world.World) {
	r := linearizability.Check(j.Client.Model, j.calls.history, linearizability.Budget{})
	switch r.Verdict {
	case spec.Violated:
		j.Fail(linearizableName, r.Why, j.calls.eventOf(r.At, w.Events()), nil)
	case spec.Undecided:
		j.Fail("Decided", fmt.Sprintf("%s is undecided: %s", linearizableName, r.Why), w.Events(), nil)
	}
}

// eventOf finds the event with which an operation returned.
func (r *recorder) eventOf(op *linearizability.Operation, otherwise int) int {
	for place, e := range r.history {
		if op != nil && e.Kind == linearizability.Returned && e.Client == op.Client && e.At == op.Return {
			return r.events[place]
		}
	}
	return otherwise
}

// pages are what is written beside the diagram of a run that failed.
func (j *judge[State]) pages() []campaign.Page {
	if j.Client == nil || len(j.calls.history) == 0 {
		return nil
	}
	text, err := linearizability.Page(j.Client.Model, j.calls.history, linearizability.Budget{})
	if err != nil {
		text = []byte(err.Error())
	}
	return []campaign.Page{{
		Name: "history.html", Title: "what the clients called and were answered, as porcupine draws it", Text: text,
	}, {
		Name: "history.txt", Title: "the same as text", Text: []byte(j.calls.history.String()),
	}}
}
