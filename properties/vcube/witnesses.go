package vcube

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// witnesses must fail somewhere: else what the other properties speak of never happened.
func witnesses(cfg words.Config) []spec.Property[State] {
	all := spec.AllNodes(cfg.Nodes)
	return []spec.Property[State]{
		{Name: "NeverSuspects", Witness: true, Check: ofEach(func(p process) error {
			if !p.Correct.Equal(all) {
				return fmt.Errorf("%s suspects %s", p.id, all.Minus(p.Correct))
			}
			return nil
		})},
		{Name: "NeverTrustsAgain", Witness: true, Check: ofEach(func(p process) error {
			for of, timestamp := range p.Timestamps {
				if timestamp > 0 && timestamp%2 == 0 {
					return fmt.Errorf("%s trusts %d again", p.id, of)
				}
			}
			return nil
		})},
		{Name: "NeverElectsAnother", Witness: true, Check: ofEach(func(p process) error {
			if p.Leader != spec.None && p.Leader != 0 {
				return fmt.Errorf("%s follows %s", p.id, p.Leader)
			}
			return nil
		})},
		{Name: "NeverCounts", Witness: true, Check: ofEach(func(p process) error {
			if p.Count > 0 {
				return fmt.Errorf("%s counts %d", p.id, p.Count)
			}
			return nil
		})},
		{Name: "NeverPenalised", Witness: true, Kind: spec.Stepwise, Step: neverPenalised},
		{Name: "NeverSkips", Witness: true, Kind: spec.Stepwise, Step: neverSkips(cfg)},
	}
}

func neverPenalised(before State, a spec.Action, after State) error {
	id := a.At
	if !stays(before, id, after) {
		return nil
	}
	if penalised(before, after, id) {
		return fmt.Errorf("after %s %s is penalised", a, id)
	}
	return nil
}

// neverSkips: no penalty is due where there is no candidate (V9).
func neverSkips(cfg words.Config) func(State, spec.Action, State) error {
	return func(before State, a spec.Action, after State) error {
		id := a.At
		if !stays(before, id, after) {
			return nil
		}
		was, is := before.State.State.Nodes[id], after.State.State.Nodes[id]
		elected := was.Recovering && !is.Recovering && is.Leader == id
		if !elected || cfg.Threshold <= 0 || was.Count < cfg.Threshold {
			return nil
		}
		candidate := false
		for _, c := range is.Correct {
			candidate = candidate || c != id && is.Incarnations[c] != words.Unknown
		}
		if !candidate {
			return fmt.Errorf("after %s a penalty is due for %s, and there is no candidate", a, id)
		}
		return nil
	}
}
