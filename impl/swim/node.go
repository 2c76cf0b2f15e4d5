// Package swim implements SWIM (Das, Gupta and Motivala, DSN 2002) with suspicion and incarnations. In each period a
// process pings one member, later by way of helpers, and what a process knows of the group travels on these messages.
//
// The package must not import spec/swim, which it is compared with. Start reading at [New].
package swim

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// New returns process id of a group with the configuration cfg, which words.Parse has checked.
func New(id spec.NodeID, cfg words.Config) *Node {
	n := &Node{id: id, cfg: cfg, state: State{Known: acquainted(cfg)}}
	if cfg.Joiners.Has(id) {
		n.state.Known = strangers(cfg)
	}
	n.weights, n.least = weigh(id, cfg)
	n.state.Bag = n.fullBag()
	return n
}

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted:
		n.start(out)
	case impl.Recovered:
		last, _ := ev.Disk.(words.Record)
		n.begin(last.Incarnation+1, out)
		n.start(out)
	case impl.Input:
		n.told(ev.Body, out)
	case impl.Fired:
		n.fired(ev.Timer, out)
	case impl.Delivered:
		n.received(ev.From, ev.Body, out)
	}
}

func (n *Node) fired(timer spec.Timer, out *impl.Effects) {
	switch timer {
	case words.ClockPeriod:
		if n.count() {
			n.start(out)
		}
		n.probe(out)
	case words.TimerReply:
		n.askHelpers(out)
	case words.TimerEnd:
		n.giveUp(out)
	case words.TimerJoin:
		n.join(out)
	default:
		n.set(timer.Of(), words.Dead)
	}
}

func (n *Node) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	if !n.member() {
		return
	}
	n.learn(words.NewsOf(body), out)
	switch body := body.(type) {
	case words.Ping:
		out.Send(from, words.Ack{Number: body.Number, News: n.news()})
	case words.Ack:
		n.answered(from, body.Number, out)
	case words.PingReq:
		out.Send(body.Target, words.IndirectPing{Number: body.Number, Origin: from, News: n.news()})
	case words.IndirectPing:
		out.Send(from, words.IndirectAck{Number: body.Number, Origin: body.Origin, News: n.news()})
	case words.IndirectAck:
		out.Send(body.Origin, words.Ack{Number: body.Number, News: n.news()})
	case words.Join:
		out.Send(from, words.Joined{News: n.state.Known})
	case words.Joined:
		out.StopTimer(words.TimerJoin)
	}
}
