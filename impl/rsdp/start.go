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

// recover starts the life after the last that the disk knows of. A first life is not on it. A process that has no
// replica has none when it comes up again.
func (e *engine) recover(disk any, out *impl.Effects) {
	if e.cfg.Outside.Has(e.id) {
		return
	}
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
