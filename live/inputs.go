package live

import (
	"cmp"
	"maps"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/spec"
)

// inputs is the part of a process that talks to its clients. They give it the inputs of the environment: calls, and the
// suspicions of a failure detector.
type inputs struct {
	port      *ClientPort // nil if no client can connect
	life      int
	answering network.Answering
	suspects  spec.Set        // the processes that a client takes to be down
	last      map[int]int     // the number of the last input of each client
	calls     map[int]*result // of the last call of each client, by the client's life
	others    map[int]*result // of the last input of each client that is no call, or is refused
	open      *result         // of the call that is not answered yet
}

// incoming returns the channel of the requests, nil if there are none.
func (i *inputs) incoming() <-chan request {
	if i.port == nil {
		return nil
	}
	return i.port.requests
}

// take takes a request. It returns the input that the request gives to the process, nil if the request gives none or
// the input is refused. state is the state of the process, and offers returns the inputs that it may be given.
func (i *inputs) take(r request, state any, offers func() []spec.Body) (body spec.Body, id CallID) {
	if r.Suspects != nil {
		i.suspects = r.Suspects.Without(i.answering.At)
	}
	if r.Call == nil {
		return nil, CallID{}
	}
	id = r.Call.ID
	if i.last[id.Client] >= id.Number {
		return nil, CallID{}
	}
	i.last[id.Client] = id.Number
	value, err := decoded(r.Call.Body)
	body, is := value.(spec.Body)
	same := func(o spec.Body) bool { return spec.SameBody(o, body) }
	if err != nil || !is || r.Call.Life != i.life || !slices.ContainsFunc(offers(), same) {
		i.others[id.Client] = &result{ID: id, Outcome: refused}
		return nil, CallID{}
	}
	if i.answering.Told(state, body) {
		i.open = &result{ID: id, Outcome: pending}
		i.calls[id.Client] = i.open
	} else {
		i.others[id.Client] = &result{ID: id, Outcome: answered}
	}
	return body, id
}

// tell sends the clients the inputs that they may give to the process in a state, and the results of their inputs.
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
	now.Results = slices.AppendSeq(slices.Collect(maps.Values(i.calls)), maps.Values(i.others))
	slices.SortFunc(now.Results, func(a, b *result) int {
		return cmp.Or(a.ID.Client-b.ID.Client, a.ID.Number-b.ID.Number)
	})
	i.port.publish(now)
}
