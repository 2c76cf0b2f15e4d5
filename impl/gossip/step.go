package gossip

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// Step handles one event.
func (n *Node) Step(ev impl.Event, out *impl.Effects) {
	switch ev.Kind {
	case impl.Booted:
		n.boot(out)
	case impl.Fired:
		n.fired(ev.Timer, out)
	case impl.Delivered:
		n.received(ev.From, ev.Body, out)
	case impl.Input:
		n.told(ev.Body, out)
	}
}

func (n *Node) fired(timer spec.Timer, out *impl.Effects) {
	if peer := timer.Of(); peer != spec.None {
		n.suspect(peer, out)
		return
	}
	switch timer {
	case words.ClockBeat:
		n.tick(out)
	case words.TimerGossip:
		n.round(out)
	case words.TimerSettle:
		n.settle(out)
	case words.TimerRefresh:
		n.setRefresh(out)
		n.rerank(out)
	}
}

func (n *Node) received(from spec.NodeID, body spec.Body, out *impl.Effects) {
	switch body := body.(type) {
	case words.Gossip:
		n.gossip(from, body, out)
	case words.Beat:
		n.beat(from, body, out)
	case words.Claim:
		n.claimed(from, body, out)
	case words.Digest:
		n.digested(from, body, out)
	case words.Missing:
		n.storeAll(body.Records, out)
	case words.View:
		n.viewed(from, body, out)
	}
}

func (n *Node) told(body spec.Body, out *impl.Effects) {
	switch body := body.(type) {
	case words.Suspect:
		n.suspect(body.Whom, out)
	case words.Alarm:
		n.suspect(body.Whom, out)
	case words.Trust:
		n.trust(body.Whom, out)
	case words.Measure:
		n.state.Measured = Metrics(body)
	}
}
