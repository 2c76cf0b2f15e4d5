package heartbeat

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/heartbeat"
	"github.com/scrutineer-go/scrutineer/spec/heartbeat/words"
)

// State is what the properties are judged on; they need no ghost.
type State = verify.Judged[specification.Local, struct{}]

// properties returns the properties, by their names in tla/heartbeat.
func properties(cfg words.Config) []spec.Property[State] {
	return []spec.Property[State]{
		verify.OfEach("TypeOK", typeOK(cfg)),
		verify.OfEach("WaitsForAsked", waitsForAsked),
		verify.OfEach(doubtsName, nobodyDoubtsItself),
		{Name: "NeverSuspects", Witness: true, Check: suspectsNone(anybody)},
		{Name: "NeverSuspectsTheLiving", Witness: true, Check: suspectsNone(living)},
		{
			Name: "TrustsTheLiving", Check: verify.WhenResting(words.Routine(), suspectsNone(living)),
			WithinBudget: true, // without losses and premature timeouts
		},
		{
			Name: "NeverRestsSuspecting", Witness: true,
			Check: verify.WhenResting(words.Routine(), suspectsNone(anybody)),
		},
		{Name: "RightAtLast", Kind: spec.Stable, Check: right(cfg)},
	}
}

func typeOK(cfg words.Config) func(State, spec.NodeID) error {
	all := spec.AllNodes(cfg.Nodes)
	return func(st State, id spec.NodeID) error {
		p := st.State.State.Nodes[id]
		if p.Nonce < 0 || p.Nonce >= cfg.Nonces || !p.Asked.IsAmong(all) || !p.Suspects.IsAmong(all) {
			return fmt.Errorf("process %d: the nonce is %d, asked are %s, suspected %s",
				id, p.Nonce, p.Asked, p.Suspects)
		}
		return nil
	}
}

// waitsForAsked: a process waits for whom it has asked.
func waitsForAsked(st State, id spec.NodeID) error {
	asked, waits := st.State.State.Nodes[id].Asked, spec.Set(nil)
	for _, timer := range st.State.State.Timers[id] {
		if peer := timer.Of(); peer != spec.None {
			waits = waits.With(peer)
		}
	}
	if !waits.Equal(asked) {
		return fmt.Errorf("process %d has asked %s and waits for %s", id, asked, waits)
	}
	return nil
}

func nobodyDoubtsItself(st State, id spec.NodeID) error {
	if p := st.State.State.Nodes[id]; p.Asked.Has(id) || p.Suspects.Has(id) {
		return fmt.Errorf("process %d asks or suspects itself", id)
	}
	return nil
}

func anybody(State, spec.NodeID) bool { return true }

func living(s State, who spec.NodeID) bool { return s.State.State.Alive.Has(who) }

// suspectsNone of those.
func suspectsNone(of func(State, spec.NodeID) bool) func(State) error {
	return func(st State) error {
		for i, p := range st.State.State.Nodes {
			for _, who := range p.Suspects {
				if of(st, who) {
					return fmt.Errorf("process %d suspects %s", i, who)
				}
			}
		}
		return nil
	}
}

// right: detectors suspect those who are down, and nobody else.
func right(cfg words.Config) func(State) error {
	return func(st State) error {
		s := st.State.State
		down := spec.AllNodes(cfg.Nodes).Minus(s.Alive)
		for _, i := range cfg.Detectors.Minus(down) {
			if !s.Nodes[i].Suspects.Equal(down) {
				return fmt.Errorf("%s suspects %s, and down are %s", i, s.Nodes[i].Suspects, down)
			}
		}
		return nil
	}
}
