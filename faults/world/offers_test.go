package world_test

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Where inputs do not depend on who is down, nobody is told who is, and after a crash and a
// recovery nobody else is asked; where they do, everybody is.
func TestWhoIsAskedAfterACrash(t *testing.T) {
	const nodes = 40
	for ignores, want := range map[bool][2]int{false: {nodes, nodes}, true: {1, 1}} {
		asked, seen, begun := 0, 0, -1
		var after []int
		c := faultstest.Probers(nodes, spec.MessagesVanish)
		c.InputsIgnoreDown = ignores
		c.Inputs = func(_ spec.NodeID, _ any, down spec.Set) []spec.Body {
			asked, seen = asked+1, seen+len(down)
			return nil
		}
		p := faultstest.ProberPlan(1)
		crash := &faults.Crash{Node: 3, At: new(faultstest.Period / 2), Down: new(faultstest.Ms)}
		p.Faults = []faults.Fault{{Kind: crash}}
		faultstest.MustRun(t, c, p, faultstest.Watch(func(_ *world.World, e *world.Event) {
			if begun >= 0 {
				after = append(after, asked-begun)
			}
			if begun = -1; e.Action.Name == spec.Crash || e.Action.Name == spec.Recover {
				begun = asked
			}
		}))
		if len(after) != 2 || after[0] > want[0] || after[0] < want[0]-1 || after[1] < want[1] || after[1] > want[1]+1 {
			t.Errorf("ignores %t: asked %v after a crash and a recovery, want about %v", ignores, after, want)
		}
		if (seen == 0) != ignores {
			t.Errorf("ignores %t: told of %d that are down", ignores, seen)
		}
	}
}
