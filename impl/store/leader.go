package store

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/linearizability"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/store/words"
)

// serve begins to serve a call, if this process leads.
func (n *Node) serve(in spec.Body, out *impl.Effects) {
	n.state.Call = &Call{In: in, Token: n.state.Election.Tag}
	if !n.state.Leads(n.id) {
		n.answer(Refused, nil, out)
		return
	}
	n.ask(words.Get{Token: n.state.Call.Token, Nth: n.state.Asked + 1}, out)
}

// ask sends the next request to the storage.
func (n *Node) ask(request spec.Body, out *impl.Effects) {
	n.state.Asked++
	out.Send(n.cfg.Storage(), request)
	out.SetTimer(words.TimerAnswer, n.cfg.AnswerTimeout())
}

// awaits tells whether the answer to the request with that number is awaited.
func (n *Node) awaits(nth int) bool { return n.state.Call != nil && nth == n.state.Asked }

// compute goes on with a call when the storage's value is known. A leader that has heard of
// another one, or of a later tag of its own, does not begin to put.
func (n *Node) compute(value int, out *impl.Effects) {
	call := *n.state.Call
	if !n.state.Leads(n.id) || n.state.Election.Tag != call.Token {
		n.answer(Refused, nil, out)
		return
	}
	after, answer := apply(value, call.In)
	if after == value {
		n.answer(Done, answer, out)
		return
	}
	call.Puts, call.Answer = true, answer
	n.state.Call = &call
	n.ask(words.Put{Token: call.Token, Nth: n.state.Asked + 1, Value: after}, out)
}

// giveUp ends a call that the storage has left without an answer for too long.
func (n *Node) giveUp(out *impl.Effects) {
	if n.state.Call.Puts {
		n.answer(Unknown, nil, out)
		return
	}
	n.answer(Refused, nil, out)
}

// answer ends the call.
func (n *Node) answer(outcome Outcome, answer any, out *impl.Effects) {
	n.state.Call = nil
	n.state.Answers++
	n.state.Outcome, n.state.Answer = outcome, answer
	out.StopTimer(words.TimerAnswer)
}

// apply is what a call makes of the storage's value, and its answer. A lock that nobody holds
// is Nil.
func apply(value int, in spec.Body) (after int, answer any) {
	switch in := in.(type) {
	case linearizability.Write:
		return in.Value, linearizability.Done{}
	case linearizability.CompareAndSwap:
		return change(value, in.Old, in.New)
	case linearizability.Acquire:
		return change(value, linearizability.Nil, in.By)
	case linearizability.Release:
		return change(value, in.By, linearizability.Nil)
	}
	return value, linearizability.Value{Value: value} // Read
}

// change changes a value that is the old one.
func change(value, from, to int) (after int, answer any) {
	if value != from {
		return value, linearizability.Success{OK: false}
	}
	return to, linearizability.Success{OK: true}
}
