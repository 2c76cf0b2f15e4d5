package vcube

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/vcube"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// properties returns the properties, by their names in tla/vcube/MCVCube.tla.
func properties(cfg words.Config) []spec.Property[State] {
	all := []spec.Property[State]{
		verify.OfEach("TypeOK", typeOK(cfg)),
		verify.OfEach("Parity", each(parity)),
		verify.OfEach(selfCorrectName, each(selfCorrect)),
		{Name: knowsNoMoreName, Check: knowsNoMore},
		verify.OfEach(durableName, each(durable(cfg))),
		{Name: incarnationGrowsName, Kind: spec.Stepwise, Step: incarnationGrows(cfg)},
		{Name: timestampsGrowName, Kind: spec.Stepwise, Step: timestampsGrow},
		{Name: penaltyDethronesName, Kind: spec.Stepwise, Step: penaltyDethrones},
		{Name: heardLeadsName, Kind: spec.Stepwise, Step: heardLeads(cfg)},
		{Name: "CompleteAtLast", Kind: spec.Stable, Check: ofEach(complete)},
		{Name: trustedName, Kind: spec.Stable, Check: ofEach(trusts)},
		{Name: "AccurateAtLast", Kind: spec.Stable, Check: ofEach(accurate)},
		{Name: "AgreeAtLast", Kind: spec.Stable, Check: agree},
		{Name: "LeastAtLast", Kind: spec.Stable, Check: ofEach(followsLeast(cfg))},
	}
	return append(all, witnesses(cfg)...)
}

// booted are the processes that are up and have booted.
func booted(st State) spec.Set { return st.State.State.Alive.Minus(st.State.State.Unbooted) }

// process is one process of a state.
type process struct {
	specification.Local
	id spec.NodeID
	st State
}

// record is what a process has on its disk; false where it has nothing.
func record(st State, id spec.NodeID) (words.Record, bool) {
	r, ok := st.State.State.Disk[id].(words.Record)
	return r, ok
}

// each judges a process if it is up and has booted, by what is its own.
func each(check func(process) error) func(State, spec.NodeID) error {
	return func(st State, id spec.NodeID) error {
		if !isBooted(st, id) {
			return nil
		}
		return check(process{st.State.State.Nodes[id], id, st})
	}
}

// ofEach judges each process that is up and has booted.
func ofEach(check func(process) error) func(State) error {
	return func(st State) error {
		for _, id := range booted(st) {
			if err := check(process{st.State.State.Nodes[id], id, st}); err != nil {
				return err
			}
		}
		return nil
	}
}

func typeOK(cfg words.Config) func(State, spec.NodeID) error {
	all := spec.AllNodes(cfg.Nodes)
	somebody := all.With(spec.None)
	return func(st State, id spec.NodeID) error {
		p, timers := st.State.State.Nodes[id], st.State.State.Timers[id]
		switch {
		case len(p.Timestamps) != cfg.Nodes || len(p.Incarnations) != cfg.Nodes:
			return fmt.Errorf("%s has %d timestamps and %d incarnations",
				id, len(p.Timestamps), len(p.Incarnations))
		case !p.Correct.IsAmong(all), !p.Ahead.IsAmong(all), !somebody.Has(p.Testing), !somebody.Has(p.Leader):
			return fmt.Errorf("%s names a process that does not exist", id)
		case p.Testing == id || p.Ahead.Has(id) || p.Testing != spec.None && p.Ahead.Has(p.Testing):
			return fmt.Errorf("%s tests %s, and then %s", id, p.Testing, p.Ahead)
		case p.Testing == spec.None && len(p.Ahead) > 0:
			return fmt.Errorf("%s tests nobody, and then %s", id, p.Ahead)
		case p.Count < 0 || p.Nonce < 0 || p.Nonce >= cfg.Nonces:
			return fmt.Errorf("the count of %s is %d, its nonce %d", id, p.Count, p.Nonce)
		case !natural(p.Timestamps, 0) || !natural(p.Incarnations, words.Unknown):
			return fmt.Errorf("%s has timestamps %v and incarnations %v", id, p.Timestamps, p.Incarnations)
		case timers.Has(words.TimerTest) != (p.Testing != spec.None):
			return fmt.Errorf("%s tests %s, and its timers are %v", id, p.Testing, timers)
		}
		return nil
	}
}

// natural reports whether no number is below the least.
func natural(numbers []int, least int) bool {
	for _, n := range numbers {
		if n < least {
			return false
		}
	}
	return true
}

// parity: a process holds for correct itself, and those whose timestamp is even (VC-6).
func parity(p process) error {
	for i, timestamp := range p.Timestamps {
		id := spec.NodeID(i)
		if id != p.id && p.Correct.Has(id) != (timestamp%2 == 0) {
			return fmt.Errorf("%s holds %s for correct, and the timestamp of %s is %d",
				p.id, p.Correct, id, timestamp)
		}
	}
	return selfCorrect(p)
}

// selfCorrect: a process holds itself for correct.
func selfCorrect(p process) error {
	if !p.Correct.Has(p.id) {
		return fmt.Errorf("%s does not hold itself for correct", p.id)
	}
	return nil
}

// knowsNoMore: nobody knows of a higher incarnation of a process than its disk.
func knowsNoMore(st State) error {
	for i, p := range st.State.State.Nodes {
		for of, incarnation := range p.Incarnations {
			if r, ok := record(st, spec.NodeID(of)); ok && incarnation > r.Incarnation {
				return fmt.Errorf("%d knows incarnation %d of %d, on whose disk is %d",
					i, incarnation, of, r.Incarnation)
			}
		}
	}
	return nil
}

// durable: what a process must not forget is on its disk.
func durable(cfg words.Config) func(process) error {
	return func(p process) error {
		r, ok := record(p.st, p.id)
		if !ok {
			return fmt.Errorf("%s has nothing on its disk", p.id)
		}
		if why := differs(cfg, r, p.Incarnations[p.id], p.Count, p.Leader); why != "" {
			return fmt.Errorf("%s%s", p.id, why)
		}
		return nil
	}
}

// differs tells in which way what a process has on its disk is not what it has; "" where it is. The
// leader need not be there where the first is not stored.
func differs(cfg words.Config, r words.Record, incarnation, count int, leader spec.NodeID) string {
	switch {
	case r.Incarnation != incarnation || r.Count != count:
		return fmt.Sprintf(" is in incarnation %d with count %d, and on its disk is %+v", incarnation, count, r)
	case r.Leader != leader && !cfg.Interprets(words.LeaderUnstored):
		return fmt.Sprintf(" follows %s, and on its disk is %s", leader, r.Leader)
	}
	return ""
}

// complete: whoever is down is not held for correct (VC-8).
func complete(p process) error {
	if wrong := p.Correct.Minus(p.st.State.State.Alive); len(wrong) > 0 {
		return fmt.Errorf("%s holds %s for correct, who are down", p.id, wrong)
	}
	return nil
}

// trusts: whoever is up is held for correct, by itself too (eventual strong accuracy).
func trusts(p process) error {
	if wrong := p.st.State.State.Alive.Minus(p.Correct); len(wrong) > 0 {
		return fmt.Errorf("%s suspects %s, who are up", p.id, wrong)
	}
	return nil
}

// accurate: the leader is up (VC-9).
func accurate(p process) error {
	if !p.st.State.State.Alive.Has(p.Leader) {
		return fmt.Errorf("%s follows %s, who is not up", p.id, p.Leader)
	}
	return nil
}

// agree: all follow one process (VC-10).
func agree(st State) error {
	nodes := st.State.State.Nodes
	up := st.State.State.Alive
	for _, id := range up {
		if nodes[id].Leader != nodes[up[0]].Leader {
			return fmt.Errorf("%s follows %s, and %s follows %s", up[0], nodes[up[0]].Leader, id, nodes[id].Leader)
		}
	}
	return nil
}

// followsLeast: the leader is who has the least incarnation of those who are up, and of these the
// least id (VC-11).
func followsLeast(cfg words.Config) func(process) error {
	return func(p process) error {
		incarnation := func(id spec.NodeID) int {
			if r, ok := record(p.st, id); ok {
				return r.Incarnation
			}
			return cfg.Incarnations[id]
		}
		if least := leastOf(p.st.State.State.Alive, incarnation); p.Leader != least {
			return fmt.Errorf("%s follows %s, and the least is %s in incarnation %d",
				p.id, p.Leader, least, incarnation(least))
		}
		return nil
	}
}

// leastOf is who has the least incarnation, and of these the least id; None of nobody.
func leastOf(among spec.Set, incarnation func(spec.NodeID) int) spec.NodeID {
	least := spec.None
	for _, id := range among { // ascending
		if least == spec.None || incarnation(id) < incarnation(least) {
			least = id
		}
	}
	return least
}
