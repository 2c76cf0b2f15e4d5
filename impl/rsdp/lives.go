package rsdp

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// boot is the first event of who is there at the beginning. Who begins as an earlier session has
// left it only winds its clock.
func (e *engine) boot(out *impl.Effects) {
	switch {
	case e.cfg.Cold():
		e.start(0, out)
	case e.On:
		e.wind(out)
	}
}

// start has the process become a replica that knows nothing, in that life.
func (e *engine) start(life int, out *impl.Effects) {
	*e.State = e.nothing()
	e.On, e.Life = true, life
	if life > 0 {
		out.Save(words.Record{Life: life})
	}
	e.begin(out)
	e.wind(out)
}

// recover starts the life after the last that the disk knows of. A first life is not on it.
func (e *engine) recover(disk any, out *impl.Effects) {
	saved, _ := disk.(words.Record)
	e.start(saved.Life+1, out)
}

// leave announces that the replica stops, and stops.
func (e *engine) leave(out *impl.Effects) {
	if !e.On {
		return
	}
	out.Broadcast(words.TopicReplicas, words.Close{Life: e.lifeSent()})
	for _, timer := range []spec.Timer{words.TimerStatus, words.TimerShare, words.TimerSync} {
		out.StopTimer(timer)
	}
	life := e.Life
	*e.State = e.nothing()
	e.Life = life
}

// wind arms the clock of repeated synchronisation, if there is one.
func (e *engine) wind(out *impl.Effects) {
	if e.cfg.SyncMS > 0 {
		out.SetTimer(words.TimerSync, e.cfg.SyncTime())
	}
}

// lifeSent is the life that messages tell: none where counters begin again with each (a5).
func (e *engine) lifeSent() int {
	if e.cfg.Interprets(words.CountersRestart) {
		return 0
	}
	return e.Life
}

// heard notes that a process is, or was, in that life. Whoever has begun another one is back.
func (e *engine) heard(of spec.NodeID, life int) {
	if life <= e.Lives[of] {
		return
	}
	e.Lives, e.Gone = with(e.Lives, of, life), with(e.Gone, of, false)
}

// closed notes that a process has left, and tells whether that is news of the life that it is known
// to be in: of an older one it is not.
func (e *engine) closed(c Close) bool {
	if c.Life < e.Lives[c.From] {
		return false
	}
	e.heard(c.From, c.Life)
	if !e.cfg.Interprets(words.NoTombstones) {
		e.Gone = with(e.Gone, c.From, true)
	}
	return true
}
