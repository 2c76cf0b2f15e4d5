// Package swim is the executable specification of SWIM (Das, Gupta and Motivala, DSN 2002), deliberately naive: a
// failure detector whose processes probe a member that they pick in each period, ask helpers to ping a target that does
// not answer, and spread what they know with these messages. A member is suspected before it is removed, and refutes a
// suspicion with a higher incarnation. Each message carries the whole table of its sender, as Medley's do, or a bounded
// number of entries that are news, as SWIM's do.
//
// The package must not import impl/swim. Start reading at [Handlers].
package swim

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// Handlers returns the handlers of the protocol under the configuration.
func Handlers(cfg words.Config) spec.Handlers[Local] {
	d := detector{cfg, Bags(cfg)}
	return spec.Handlers[Local]{Fresh: d.fresh, Handle: d.handle, Inputs: d.inputs, Awaits: awaits}
}

func (d detector) handle(p Local, disk any, a spec.Action) []outcome {
	switch {
	case a.Name == spec.Boot:
		return one(outcome{Local: p, Arm: d.winds(p, a.At)})
	case a.Name == spec.Recover:
		return one(d.recover(p, disk, a.At))
	case a.Timer == words.ClockPeriod:
		return d.period(p, a)
	case a.Timer == words.TimerReply:
		return d.ask(p, a)
	case a.Timer == words.TimerEnd:
		return one(d.end(p, a.At))
	case a.Timer == words.TimerJoin:
		return d.join(p, a)
	case a.Timer != "":
		return one(outcome{Local: d.judged(p, a.At, a.Timer.Of(), words.Dead)})
	case a.Msg.Body == words.Enter{}:
		return d.enter(p, a)
	case a.Msg.Body == words.Leave{}:
		return d.leave(p, a)
	case !isIn(p, a.At):
		return one(outcome{Local: p})
	}
	return one(d.delivered(p, a))
}

// recover has a process come up with an incarnation that it has not had, and save it before it sends anything.
func (d detector) recover(p Local, disk any, at spec.NodeID) outcome {
	incarnation := 1
	if record, saved := disk.(words.Record); saved {
		incarnation = record.Incarnation + 1
	}
	own := p.Table[at]
	own.Incarnation = incarnation
	return outcome{
		Local: d.with(p, own), Arm: d.winds(p, at),
		Effects: []spec.Effect{spec.SaveRecord(words.Record{Incarnation: incarnation})},
	}
}

// period begins the probe of a member that the process picks, unless the last probe goes on.
func (d detector) period(p Local, a spec.Action) (all []outcome) {
	members := d.pinged(p, a.At)
	p, clock := d.counted(p, a.At)
	if p.Target != spec.None || len(members) == 0 {
		return one(outcome{Local: p, Arm: clock})
	}
	p.Number = (p.Number + 1) % d.Numbers
	bag := d.filled(p, a.At)
	for picked := range a.Picks(d.targets(bag, members), 1) {
		news, next := d.tell(p)
		next.Target, next.Bag = picked[0], d.taken(bag, a.At, picked[0])
		all = append(all, outcome{
			Pick: picked, Local: next, Arm: clock.With(words.TimerReply),
			Effects: []spec.Effect{spec.SendTo(next.Target, words.Ping{Number: p.Number, News: news})},
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
			var news words.News
			news, o.Local = d.tell(o.Local)
			o.Effects = append(o.Effects, spec.SendTo(to, words.PingReq{
				Number: p.Number, Target: p.Target, News: news,
			}))
		}
		all = append(all, o)
	}
	return all
}

// end ends a probe without an ACK: the target is suspected, or removed.
func (d detector) end(p Local, at spec.NodeID) outcome {
	target := p.Target
	p.Target = spec.None
	switch {
	case d.AtOnce:
		return outcome{Local: d.judged(p, at, target, words.Dead)}
	case p.Table[target].Status == words.Alive:
		return outcome{
			Local: d.judged(p, at, target, words.Suspect), Arm: spec.NewSet(words.Suspicion(target)),
		}
	}
	return outcome{Local: p}
}

// delivered takes the news of a message, and answers it.
func (d detector) delivered(p Local, a spec.Action) outcome {
	o := d.hear(p, a.At, words.NewsOf(a.Msg.Body))
	switch body := a.Msg.Body.(type) {
	case words.Ping:
		return d.say(o, a.Msg.From, func(news words.News) spec.Body {
			return words.Ack{Number: body.Number, News: news}
		})
	case words.PingReq:
		return d.say(o, body.Target, func(news words.News) spec.Body {
			return words.IndirectPing{Number: body.Number, Origin: a.Msg.From, News: news}
		})
	case words.IndirectPing:
		return d.say(o, a.Msg.From, func(news words.News) spec.Body {
			return words.IndirectAck{Number: body.Number, Origin: body.Origin, News: news}
		})
	case words.IndirectAck:
		return d.say(o, body.Origin, func(news words.News) spec.Body {
			return words.Ack{Number: body.Number, News: news}
		})
	case words.Join:
		o.Effects = append(o.Effects, spec.SendTo(a.Msg.From, words.Joined{News: o.Local.Table}))
	case words.Joined:
		o.Disarm = o.Disarm.With(words.TimerJoin)
	case words.Ack:
		ends := a.Msg.From == p.Target || !d.Refreshes
		if p.Target != spec.None && body.Number == p.Number && ends {
			o.Local.Target = spec.None
			o.Disarm = o.Disarm.With(words.TimerReply).With(words.TimerEnd)
		}
	}
	return o
}

// say adds a message to an outcome. body makes it of its news.
func (d detector) say(o outcome, to spec.NodeID, body func(words.News) spec.Body) outcome {
	news, after := d.tell(o.Local)
	o.Local = after
	o.Effects = append(o.Effects, spec.SendTo(to, body(news)))
	return o
}

// awaits reports whether a timer awaits a copy in flight. Reply awaits the exchange with the target, End all messages
// of the probe, Join the exchange with a contact, and a suspicion news that would refute it.
func awaits(timer spec.Timer, at spec.NodeID, p Local, copy spec.Message) bool {
	if member := timer.Of(); member != spec.None {
		news, _ := words.NewsOf(copy.Body).Of(member)
		return copy.To == at && news.Status == words.Alive && news.Incarnation > p.Table[member].Incarnation
	}
	isOfProbe := timer == words.TimerReply || timer == words.TimerEnd
	switch body := copy.Body.(type) {
	case words.Ping:
		return isOfProbe && copy.From == at && body.Number == p.Number
	case words.Ack:
		return isOfProbe && copy.To == at && body.Number == p.Number
	case words.PingReq:
		return timer == words.TimerEnd && copy.From == at && body.Number == p.Number
	case words.IndirectPing:
		return timer == words.TimerEnd && body.Origin == at && body.Number == p.Number
	case words.IndirectAck:
		return timer == words.TimerEnd && body.Origin == at && body.Number == p.Number
	case words.Join:
		return timer == words.TimerJoin && copy.From == at
	case words.Joined:
		return timer == words.TimerJoin && copy.To == at
	}
	return false
}
