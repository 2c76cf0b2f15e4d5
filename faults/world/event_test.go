package world_test

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/faultstest"
	"github.com/scrutineer-go/scrutineer/spec"
)

// census keeps who is up by what Lives says, and holds that against the world.
type census struct {
	t    *testing.T
	up   spec.Set
	both int // how often a process came up and went down in one step
}

func (c *census) Observe(w *world.World, e *world.Event) {
	a := &e.Action
	cameUp, wentDown := world.Lives(a)
	if was := c.up.Has(a.At); cameUp && was || wentDown && !was && !cameUp {
		c.t.Errorf("%s, and it was up before: %t", a, was)
	}
	if cameUp {
		c.up = c.up.With(a.At)
	}
	if wentDown {
		c.up = c.up.Without(a.At)
	}
	if cameUp && wentDown {
		c.both++
	}
	if !c.up.Equal(w.Living()) {
		c.t.Errorf("after %s %s should be up, and %s are", a, c.up, w.Living())
	}
}

// What Lives says of the steps of a run is all that is to be said of who is up.
func TestLives(t *testing.T) {
	both := 0
	for n := range 300 {
		c, p := faultstest.Drawn(n, false)
		watch := &census{t: t, up: spec.AllNodes(c.Nodes)}
		faultstest.MustRun(t, c, p, watch)
		both += watch.both
	}
	if both == 0 {
		t.Error("nobody crashed inside its recovery")
	}
	t.Logf("%d crashes inside a recovery", both)
}
