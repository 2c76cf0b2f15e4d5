package scrutineer

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/linearizability"
	"github.com/scrutineer-go/scrutineer/spec"
)

// recorder writes down what the clients of a run called and were answered.
type recorder struct {
	linearizability.Recorder
}

// add takes note of what an event did to a client's operation. The history has numbers of events for
// times: those are in the diagram too.
func (r *recorder) add(client int, op operation, e *world.Event) {
	at := int64(e.N)
	if op.called != nil {
		r.Call(client, op.called, at)
	}
	switch op.answer.(type) {
	case nil:
	case Refused:
		r.Refuse(client, at)
	case Unknown:
		r.Crash(client, at) // nobody knows, as after a crash
	default:
		r.Return(client, op.answer, at)
	}
	if op.crashed {
		r.Crash(client, at)
	}
}

// judgeCalls has porcupine judge the history of the run's clients. What it cannot decide within
// its budget is a violation of its own: it is no pass.
func (j *judge) judgeCalls(w *world.World) {
	r := linearizability.Check(j.Client.Model, j.calls.History(), linearizability.Budget{})
	switch r.Verdict {
	case spec.Violated:
		at := w.Events()
		if r.At != nil {
			at = int(r.At.Return)
		}
		j.Fail(linearizableName, r.Why, at, j.needs(linearizableName))
	case spec.Undecided:
		why := fmt.Sprintf("%s is undecided: %s", linearizableName, r.Why)
		j.Fail(decidedName, why, w.Events(), j.needs(decidedName))
	}
}

// pages are what is written beside the diagram of a run that failed.
func (j *judge) pages() []campaign.Page {
	history := j.calls.History()
	if len(history) == 0 {
		return nil
	}
	text, err := linearizability.Page(j.Client.Model, history, linearizability.Budget{})
	if err != nil {
		text = []byte(err.Error())
	}
	return []campaign.Page{
		{Name: "history.html", Title: "what clients called and were answered, as porcupine draws it", Text: text},
		{Name: "history.txt", Title: "the same as text", Text: []byte(history.String())},
	}
}
