package gossip

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// times tells whether silence is measured by time.
func (n *Node) times() bool { return n.cfg.Detector == words.Beats }

// masterBeats tells whether nobody but the acting master beats.
func (n *Node) masterBeats() bool { return n.reads.Has(words.MasterBeats) }

// watchFirst has the silence of those be measured who are known at the boot.
func (n *Node) watchFirst(out *impl.Effects) {
	if !n.times() {
		return
	}
	n.setBeat(out)
	for j := range n.state.Records {
		n.watch(spec.NodeID(j), out)
	}
	if l := n.state.Leader; n.masterBeats() && l != spec.None && l != n.id {
		n.await(l, out)
	}
}

// watch measures the silence of a process from now on, where everybody beats and it is known.
func (n *Node) watch(j spec.NodeID, out *impl.Effects) {
	if n.times() && !n.masterBeats() && j != n.id && n.state.Records[j].Version > 0 {
		n.await(j, out)
	}
}

// await arms the timer of a process's silence.
func (n *Node) await(j spec.NodeID, out *impl.Effects) { out.SetTimer(words.Wait(j), n.cfg.FailTime()) }

// unwatch measures it no more.
func (n *Node) unwatch(j spec.NodeID, out *impl.Effects) {
	if n.times() && !n.masterBeats() {
		out.StopTimer(words.Wait(j))
	}
}

// setBeat has the next beat come, unless there were as many as there may be.
func (n *Node) setBeat(out *impl.Effects) {
	if n.cfg.Beats == 0 || n.state.Beats < n.cfg.Beats {
		out.SetTimer(words.ClockBeat, n.cfg.BeatTime())
	}
}

// tick beats (step 4): everybody does, or who acts.
func (n *Node) tick(out *impl.Effects) {
	if n.cfg.Beats > 0 {
		n.state.Beats++
	}
	n.setBeat(out)
	if !n.masterBeats() || n.state.Acts(n.id) {
		n.tell(words.Beat{Epoch: n.state.Reign}, out)
	}
}

// tell sends the same to everybody else.
func (n *Node) tell(body spec.Body, out *impl.Effects) {
	for j := range spec.NodeID(len(n.state.Records)) {
		if j != n.id {
			out.Send(j, body)
		}
	}
}

// beat notes that a process is there.
func (n *Node) beat(from spec.NodeID, b words.Beat, out *impl.Effects) {
	n.hearOf(b.Epoch)
	if n.state.Records[from].Version == 0 {
		return
	}
	n.lift(from, out)
	n.watch(from, out)
	n.heard(from, out)
}

// lift has a process be ranked again.
func (n *Node) lift(j spec.NodeID, out *impl.Effects) {
	if n.state.Suspected[j] {
		n.state.Suspected[j] = false
		n.rerank(out)
	}
}

// heard notes, where nobody but the master beats, that the leader is there.
func (n *Node) heard(from spec.NodeID, out *impl.Effects) {
	if !n.masterBeats() || from != n.state.Leader {
		return
	}
	n.state.Beating = true
	if n.times() {
		n.await(from, out)
		return
	}
	out.StopTimer(words.Wait(from)) // from now on the environment tells it
}
