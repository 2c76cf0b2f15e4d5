package gossip

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/gossip"
)

// witnesses must fail somewhere: else what the other properties speak of never happened.
func witnesses() []spec.Property[State] {
	return []spec.Property[State]{
		{Name: "NeverSuspects", Witness: true, Check: ofEach(func(p process) error {
			if len(p.Suspected) > 0 {
				return fmt.Errorf("%s suspects %s", p.id, p.Suspected)
			}
			return nil
		})},
		{Name: "NeverLeadsAnother", Witness: true, Check: ofEach(func(p process) error {
			if p.Leader > 0 {
				return fmt.Errorf("%s follows %s", p.id, p.Leader)
			}
			return nil
		})},
		{Name: "NeverOutdated", Witness: true, Check: ofEach(func(p process) error {
			if p.Acts(p.id) && p.Reign != p.Epoch {
				return fmt.Errorf("%s acts under epoch %d, and has heard of %d", p.id, p.Reign, p.Epoch)
			}
			return nil
		})},
		{Name: "NeverStepsBack", Witness: true, Kind: spec.Stepwise, Step: ofSteps(
			func(i spec.NodeID, was specification.Local, _ spec.Action, is specification.Local) error {
				if was.Acts(i) && !is.Acts(i) {
					return fmt.Errorf("%s does not act any more", i)
				}
				return nil
			})},
		{Name: "NeverTakesBack", Witness: true, Kind: spec.Stepwise, Step: ofSteps(
			func(i spec.NodeID, was specification.Local, _ spec.Action, is specification.Local) error {
				if back := was.Suspected.Minus(is.Suspected); len(back) > 0 {
					return fmt.Errorf("%s does not suspect %s any more", i, back)
				}
				return nil
			})},
		{Name: "NeverForgets", Witness: true, Kind: spec.Stepwise, Step: ofSteps(
			func(i spec.NodeID, was specification.Local, _ spec.Action, is specification.Local) error {
				for j, k := range was.Records {
					if k.Version > 0 && is.Records[j].Version == 0 {
						return fmt.Errorf("%s has forgotten %d", i, j)
					}
				}
				return nil
			})},
	}
}
