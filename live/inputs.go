package live

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// inputs is the part of a process that talks to its clients. They give it what the environment may tell it: calls, and
// what a failure detector says.
type inputs struct {
	port      *ClientPort // nil if no client can connect
	life      int
	answering network.Answering
	suspects  spec.Set // the processes that a client takes to be down
	results   map[int]*result
	open      *result // of the call that is not answered yet
}

// incoming returns the channel of the requests, nil if there are none.
func (i *inputs) incoming() <-chan request {
	if i.port == nil {
		return nil
	}
	return i.port.requests
}

// take takes a request. It returns the input that the request gives to the process, nil if it gives none. The process
// is in a state, in which it may be given some inputs.
func (i *inputs) take(r request, state any, offers func() []spec.Body) (body spec.Body, id CallID) {
	if r.Suspects != nil {
		i.suspects = r.Suspects.Without(i.answering.At)
	}
	if r.Call == nil {
		return nil, CallID{}
	}
	last := i.results[r.Call.ID.Client]
	if last != nil && last.ID.Number >= r.Call.ID.Number {
		return nil, CallID{}
	}
	now := &result{ID: r.Call.ID, Outcome: refused}
	i.results[r.Call.ID.Client] = now
	value, err := decoded(r.Call.Body)
	body, is := value.(spec.Body)
	same := func(o spec.Body) bool { return spec.SameBody(o, body) }
	if err != nil || !is || r.Call.Life != i.life || !slices.ContainsFunc(offers(), same) {
		return nil, CallID{}
	}
	now.Outcome = answered
	i.answering.Told(state, body)
	if i.answering.Open() {
		now.Outcome, i.open = pending, now
	}
	return body, now.ID
}

// tell tells the clients what they may give to the process in a state, and what has become of their inputs.
func (i *inputs) tell(state any, offers func() []spec.Body) {
	if i.port == nil {
		return
	}
	if answer, is := i.answering.Stepped(state); is && i.open != nil {
		i.open.Outcome, i.open.Answer = answered, encoded(answer)
		i.open = nil
	}
	now := report{Life: i.life}
	for _, body := range offers() {
		now.Offers = append(now.Offers, encoded(body))
	}
	for _, r := range i.results {
		now.Results = append(now.Results, r)
	}
	slices.SortFunc(now.Results, func(a, b *result) int { return a.ID.Client - b.ID.Client })
	i.port.publish(now)
}
