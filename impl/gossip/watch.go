package gossip

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// times reports whether silence is measured by time.
func (n *Node) times() bool { return n.cfg.Detector == words.Beats }

// masterBeats reports whether nobody but the acting master beats.
func (n *Node) masterBeats() bool { return n.reads.Has(words.MasterBeats) }

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
