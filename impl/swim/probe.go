package swim

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// list returns the members that are known, without the process itself and but. Members that were removed are among
// them if removed is true.
func (n *Node) list(but spec.NodeID, removed bool) spec.Set {
	var in spec.Set
	for i, e := range n.state.Known {
		if id := spec.NodeID(i); id != n.id && id != but && (listed(e.Status) || removed && e.Status == words.Dead) {
			in = append(in, id)
		}
	}
	return in
}

func listed(status string) bool { return status == words.Alive || status == words.Suspect }

// start winds the clock of a prober, unless it is outside.
func (n *Node) start(out *impl.Effects) {
	if n.cfg.Probers.Has(n.id) && n.member() {
		out.SetTimer(words.ClockPeriod, n.cfg.PeriodTime())
	}
}

// probe begins a probe, if the last one is over and the list is not empty.
func (n *Node) probe(out *impl.Effects) {
	p := &n.state.Probe
	if p.Going {
		return
	}
	list := n.list(spec.None, n.cfg.KeepsPinging)
	if len(list) == 0 {
		return
	}
	if p.Number++; p.Number == n.cfg.Numbers {
		p.Number = 0
	}
	p.Going, p.Target = true, n.pickTarget(out, list)
	out.Send(p.Target, words.Ping{Number: p.Number, News: n.news()})
	out.SetTimer(words.TimerReply, n.cfg.ReplyTime())
}

// askHelpers has other members ping the target.
func (n *Node) askHelpers(out *impl.Effects) {
	p := n.state.Probe
	for _, helper := range n.pick(out, whyHelpers, n.list(p.Target, false), n.cfg.Helpers, n.weights) {
		out.Send(helper, words.PingReq{Number: p.Number, Target: p.Target, News: n.news()})
	}
	out.SetTimer(words.TimerEnd, n.cfg.EndTime())
}

// answered ends the probe that has the number of an ACK. Under Refreshes an ACK from a helper does not end it.
func (n *Node) answered(from spec.NodeID, number int, out *impl.Effects) {
	if p := n.state.Probe; !p.Going || p.Number != number || n.cfg.Refreshes && from != p.Target {
		return
	}
	n.over()
	out.StopTimer(words.TimerReply)
	out.StopTimer(words.TimerEnd)
}

// giveUp ends a probe without an ACK: the target is suspected, or removed.
func (n *Node) giveUp(out *impl.Effects) {
	target := n.state.Probe.Target
	n.over()
	switch {
	case n.cfg.AtOnce:
		n.set(target, words.Dead)
	case n.state.Known[target].Status == words.Alive:
		n.set(target, words.Suspect)
		out.SetTimer(words.Suspicion(target), n.cfg.SuspicionTime())
	}
}

func (n *Node) over() { n.state.Probe = Probe{Number: n.state.Probe.Number} }
