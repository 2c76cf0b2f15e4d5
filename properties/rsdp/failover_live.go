package rsdp

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// failoverFairness is what is fair in a topology: everything that goes on, each by itself, for clocks
// tick for ever. Observers that miss the one that acts go on sharing until another is appointed, and
// each window waits for what is on its way: that it ends is strongly fair there.
func failoverFairness(cfg words.FailoverConfig) []spec.Fairness {
	all := spec.Each{
		Nodes: cfg.Nodes,
		Kinds: []string{
			words.KindHello, words.KindStatus, words.KindShare, words.KindProbe, words.KindAck, words.KindAppoint,
		},
		Timers: []spec.Timer{words.TimerStatus}, Waits: []string{words.TimerAck.Name()},
		Clocks: []spec.Timer{words.TimerProbe, words.TimerSync},
		Boots:  true,
	}.Weak()
	windows := spec.Each{Nodes: cfg.Nodes, Timers: []spec.Timer{words.TimerShare}}.Weak()
	for i := range windows {
		windows[i].Strong = cfg.Topology == words.Observers
	}
	return append(all, windows...)
}

// successorKnown: whoever is up follows a process that is up, if somebody is left that could act and
// somebody who sees to it.
func (t topology) successorKnown(st FailoverJudged) error {
	up := st.State.State.Alive
	if !t.cfg.CanAct(up) {
		return nil
	}
	for _, id := range up {
		followed := st.State.State.Nodes[id].Leader
		if t.cfg.Topology == words.Mutual {
			_, followed, _ = members(t.at(st, id).Values[0])
		}
		if !up.Has(followed) {
			return fmt.Errorf("%s follows %s, who is not up", id, followed)
		}
	}
	return nil
}

// workerActs: a worker acts if one is up, even if nobody is left who sees to it.
func (t topology) workerActs(st FailoverJudged) error {
	up := st.State.State.Alive
	workers := up.Minus(up.Minus(t.cfg.Workers()))
	if len(workers) > 0 && len(t.acting(st)) == 0 {
		return fmt.Errorf("nobody acts, and %s are up", workers)
	}
	return nil
}
