package rsdp

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// receiveHello answers a HELLO, or has it wait for the mutex (a4).
func (e *engine) receiveHello(from spec.NodeID, body words.Hello, out Medium) {
	e.heard(from, body.Session.Life)
	if e.Debating && e.cfg.Interprets(words.HelloCarries) { // it answers, too
		e.keep(Status{from, e.session(), body.Session.Life, body.Data})
	}
	hello := Hello{from, body.Session}
	if e.Debating && e.mustWait(from) {
		e.Hellos = insert(e.Hellos, hello, compareHellos)
		return
	}
	e.answer(hello, out)
}

func (e *engine) mustWait(from spec.NodeID) bool {
	return e.cfg.Interprets(words.AllHellosWait) || e.cfg.Interprets(words.HelloWaits) && from != e.id
}

// answer sends a STATUS.
func (e *engine) answer(hello Hello, out Medium) {
	out.Send(hello.From, words.Status{Session: hello.Session, Life: e.lifeSent(), Data: e.configuration()})
}
