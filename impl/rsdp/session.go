package rsdp

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// resync begins another session. One that goes on is enough, where nothing else is said.
func (e *engine) resync(out *impl.Effects) {
	switch {
	case !e.On:
	case !e.Debating:
		e.Number = (e.Number + 1) % e.cfg.Sessions
		e.begin(out)
	case e.cfg.Interprets(words.ResyncWaits):
		e.Again = true
	}
}

// begin begins a session (DEBATES, section 2.2). The mutex must be free.
func (e *engine) begin(out *impl.Effects) {
	e.acquire()
	announce(out, e.hello())
	out.SetTimer(words.TimerStatus, e.cfg.StatusTime())
}

// acquire takes the mutex for a session; release gives it back.
func (e *engine) acquire() { e.Debating = true }

// session is the session of the replica, as it is called in messages.
func (e *engine) session() words.Session {
	return words.Session{Life: e.lifeSent(), Number: e.Number}
}

// hello is the HELLO of the session.
func (e *engine) hello() words.Hello {
	if e.cfg.Interprets(words.HelloCarries) {
		return words.Hello{Session: e.session(), Data: e.configuration()}
	}
	return words.Hello{Session: e.session()}
}

func announce(m Medium, hello words.Hello) { m.Broadcast(words.TopicReplicas, hello) }
