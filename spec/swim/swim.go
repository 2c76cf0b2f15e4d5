// Package swim is the executable specification of SWIM (Das, Gupta and Motivala, DSN 2002), deliberately naive: a
// failure detector whose processes probe a member that they pick in each period, ask helpers to ping a target that does
// not answer, and spread what they know with these messages. A member is suspected before it is removed, and refutes a
// suspicion with a higher incarnation. Each message carries the whole table of its sender, as Medley's do.
//
// The package must not import impl/swim. Start reading at [Handlers].
package swim

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// Handlers returns the handlers of the protocol under the configuration.
func Handlers(cfg words.Config) spec.Handlers[Local] {
	d := detector{cfg, Bags(cfg)}
	return spec.Handlers[Local]{Fresh: d.fresh, Handle: d.handle, Awaits: awaits}
}

func (d detector) fresh(at spec.NodeID) Local {
	return Local{
		Table: slices.Repeat([]words.Entry{{Status: words.Alive}}, d.Nodes), Target: spec.None, Left: d.full(at),
	}
}

func (d detector) handle(p Local, disk any, a spec.Action) []outcome {
	switch {
	case a.Name == spec.Boot:
		return one(outcome{Local: p, Arm: d.clock(a.At)})
	case a.Name == spec.Recover:
		return one(d.recover(p, disk, a.At))
	case a.Timer == words.ClockPeriod:
		return d.period(p, a)
	case a.Timer == words.TimerReply:
		return d.ask(p, a)
	case a.Timer == words.TimerEnd:
		return one(d.end(p))
	case a.Timer != "":
		return one(outcome{Local: p.with(a.Timer.Of(), words.Entry{
			Status: words.Dead, Incarnation: p.Table[a.Timer.Of()].Incarnation,
		})})
	}
	return one(d.delivered(p, a))
}

func one(o outcome) []outcome { return []outcome{o} }

// clock is what a process that comes up arms.
func (d detector) clock(at spec.NodeID) spec.SetOf[spec.Timer] {
	if d.Probers.Has(at) {
		return spec.NewSet(words.ClockPeriod)
	}
	return nil
}

// recover: a process comes up with an incarnation that it has not had, and saves it before it says anything.
func (d detector) recover(p Local, disk any, at spec.NodeID) outcome {
	incarnation := 1
	if record, saved := disk.(words.Record); saved {
		incarnation = record.Incarnation + 1
	}
	return outcome{
		Local: p.with(at, words.Entry{Status: words.Alive, Incarnation: incarnation}), Arm: d.clock(at),
		Effects: []spec.Effect{spec.SaveRecord(words.Record{Incarnation: incarnation})},
	}
}

// period begins the probe of a member that the process picks, unless the last probe goes on.
func (d detector) period(p Local, a spec.Action) (all []outcome) {
	members := p.members(a.At)
	if p.Target != spec.None || len(members) == 0 {
		return one(outcome{Local: p, Arm: spec.NewSet(words.ClockPeriod)})
	}
	p.Number = (p.Number + 1) % d.Numbers
	bag := d.filled(p, a.At)
	for picked := range a.Picks(d.targets(bag, members), 1) {
		p.Target, p.Left = picked[0], d.taken(bag, a.At, picked[0])
		all = append(all, outcome{
			Pick: picked, Local: p, Arm: spec.NewSet(words.ClockPeriod, words.TimerReply),
			Effects: []spec.Effect{spec.SendTo(p.Target, words.Ping{Number: p.Number, News: p.Table})},
		})
	}
	return all
}

// ask asks helpers to ping the target, from which no ACK has come.
func (d detector) ask(p Local, a spec.Action) (all []outcome) {
	members := p.members(a.At).Without(p.Target)
	for helpers := range a.Picks(members, min(d.Helpers, len(members))) {
		o := outcome{Pick: helpers, Local: p, Arm: spec.NewSet(words.TimerEnd)}
		for _, to := range helpers {
			o.Effects = append(o.Effects, spec.SendTo(to, words.PingReq{
				Number: p.Number, Target: p.Target, News: p.Table,
			}))
		}
		all = append(all, o)
	}
	return all
}

// end ends a probe without an ACK: the target is suspected, or removed.
func (d detector) end(p Local) outcome {
	target := p.Target
	e := p.Table[target]
	p.Target = spec.None
	switch {
	case d.AtOnce:
		return outcome{Local: p.with(target, words.Entry{Status: words.Dead, Incarnation: e.Incarnation})}
	case e.Status == words.Alive:
		return outcome{
			Local: p.with(target, words.Entry{Status: words.Suspect, Incarnation: e.Incarnation}),
			Arm:   spec.NewSet(words.Suspicion(target)),
		}
	}
	return outcome{Local: p}
}

// delivered takes the news of a message, and answers it.
func (d detector) delivered(p Local, a spec.Action) outcome {
	o := d.hear(p, a.At, words.NewsOf(a.Msg.Body))
	switch body := a.Msg.Body.(type) {
	case words.Ping:
		return o.send(a.Msg.From, words.Ack{Number: body.Number, News: o.Local.Table})
	case words.PingReq:
		return o.send(body.Target, words.IndirectPing{
			Number: body.Number, Origin: a.Msg.From, News: o.Local.Table,
		})
	case words.IndirectPing:
		return o.send(a.Msg.From, words.IndirectAck{
			Number: body.Number, Origin: body.Origin, News: o.Local.Table,
		})
	case words.IndirectAck:
		return o.send(body.Origin, words.Ack{Number: body.Number, News: o.Local.Table})
	case words.Ack:
		if p.Target != spec.None && body.Number == p.Number {
			o.Local.Target = spec.None
			o.Disarm = o.Disarm.With(words.TimerReply).With(words.TimerEnd)
		}
	}
	return o.outcome
}

// awaits: Reply awaits the exchange with the target, End all that the probe may lead to, and a suspicion news that
// would refute it.
func awaits(timer spec.Timer, at spec.NodeID, p Local, copy spec.Message) bool {
	if member := timer.Of(); member != spec.None {
		news := words.NewsOf(copy.Body)[member]
		return copy.To == at && news.Status == words.Alive && news.Incarnation > p.Table[member].Incarnation
	}
	switch body := copy.Body.(type) {
	case words.Ping:
		return timer != words.ClockPeriod && copy.From == at && body.Number == p.Number
	case words.Ack:
		return timer != words.ClockPeriod && copy.To == at && body.Number == p.Number
	case words.PingReq:
		return timer == words.TimerEnd && copy.From == at && body.Number == p.Number
	case words.IndirectPing:
		return timer == words.TimerEnd && body.Origin == at && body.Number == p.Number
	case words.IndirectAck:
		return timer == words.TimerEnd && body.Origin == at && body.Number == p.Number
	}
	return false
}
