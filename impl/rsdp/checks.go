package rsdp

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// check probes those whom the process watches, but for whose answer it waits already.
func (f *Failover) check(out *impl.Effects) {
	out.SetTimer(words.TimerProbe, f.cfg.ProbeTime())
	for _, target := range f.watched() {
		if !f.state.Asked[target] {
			f.state.Asked = with(f.state.Asked, target, true)
			out.Send(target, words.Probe{})
			out.SetTimer(words.TimerAckOf(target), f.cfg.AckTime())
		}
	}
}

// agreed is called when the replicas have taken a batch. Whom the observers have elected then appoints
// another leader, if there is none that answers.
func (f *Failover) agreed(out Medium) {
	if f.cfg.Topology == words.Observers && f.decides() && f.suspectsLeader() {
		f.appoint(out)
	}
}

// watched are those whom the process watches, in ascending order.
func (f *Failover) watched() spec.Set {
	watched, leader := f.cfg.Workers(), f.state.Leader
	if f.cfg.Topology == words.Mutual {
		watched, leader = f.others(), f.elected()
	}
	if !f.cfg.LeaderOnly {
		return watched
	}
	if watched.Has(leader) {
		return spec.Set{leader}
	}
	return nil
}

// others are the members that the replica knows beside itself.
func (f *Failover) others() spec.Set {
	return spec.NewSet(f.state.Replica.View(0).Members...).Without(f.id)
}

// decides tells whether the process is the observers' leader, and no session of its own goes on that
// may say otherwise.
func (f *Failover) decides() bool { return !f.state.Replica.Debating && f.elected() == f.id }

func (f *Failover) suspectsLeader() bool {
	return f.state.Leader != spec.None && f.state.Suspects[f.state.Leader]
}

// answered notes that a process is up.
func (f *Failover) answered(by spec.NodeID, out *impl.Effects) {
	out.StopTimer(words.TimerAckOf(by))
	f.state.Asked = with(f.state.Asked, by, false)
	f.state.Suspects = with(f.state.Suspects, by, false)
}

// unanswered notes that a process has not answered in time, and does something about it.
func (f *Failover) unanswered(by spec.NodeID, out *impl.Effects) {
	f.state.Asked = with(f.state.Asked, by, false)
	if f.cfg.Topology == words.Mutual {
		if slices.Contains(f.state.Replica.View(0).Members, by) {
			f.assemble(out)
		}
		return
	}
	f.state.Suspects = with(f.state.Suspects, by, true)
	switch {
	case by != f.state.Leader:
	case f.cfg.Topology == words.Observer:
		f.appoint(out)
	default:
		f.assemble(out)
	}
}

// assemble begins a session, unless what the last one found is still gathered: a check that fails after
// it will begin another, if there is need.
func (f *Failover) assemble(out *impl.Effects) {
	if len(f.state.Replica.Shares) == 0 {
		f.engine.resync(out)
	}
}

// appoint has the greatest worker lead who is not suspected, if there is one (the failover
// procedure).
func (f *Failover) appoint(out Medium) {
	var able spec.Set
	for _, worker := range f.cfg.Workers() {
		if !f.state.Suspects[worker] {
			able = append(able, worker)
		}
	}
	if len(able) == 0 {
		return
	}
	f.state.Leader, f.state.Term = f.cfg.Greatest(able), f.state.Term+1
	out.Broadcast(words.TopicAll, words.Appoint{Term: f.state.Term, Leader: f.state.Leader})
}
