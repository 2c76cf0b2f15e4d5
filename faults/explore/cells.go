package explore

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Cells are a cluster under a budget, with a ghost beside it, made to be explored. A
// global state is a row of numbers, its cells: for each process one for its local state
// and one for its inbox, then one for the ghost and one for what is spent of the budget.
// What a message, a timer, an input or a crash does to a local state is worked out by
// running the real code once, and looked up from then on. States, steps and actions are
// those of the Model under Bounded and Watch, which the tests hold it against.
type Cells[G any] struct {
	*memory
	ghost    spec.Ghost[G]
	ghosts   table[G]
	haunting pairs // (ghost, action) and who is up: the ghost then
	haunted  bool  // whether there is anything to a ghost
}

// MostProcesses is how many processes a cluster may have to be explored by cells.
const MostProcesses = (mostSlots - 2) / 2

// NewCells returns the cells of a cluster, of which nothing is known yet. met is told of
// local states and inboxes when they are first met.
func NewCells[G any](c network.Cluster, ghost spec.Ghost[G], b spec.Budget, met Meets) (*Cells[G], error) {
	if c.Nodes > MostProcesses {
		return nil, fmt.Errorf("%d processes are too many to be explored, it must be at most %d",
			c.Nodes, MostProcesses)
	}
	return &Cells[G]{
		memory: newMemory(c, b, met), ghost: ghost, haunted: reflect.TypeFor[G]().Size() > 0,
	}, nil
}

// Executed is how many handler runs it took to work out what is known.
func (c *Cells[G]) Executed() int { return c.model.executed }

// Locals is how many local states were met at all processes together, Inboxes how many
// inboxes.
func (c *Cells[G]) Locals() int { return c.count(func(p *place) int { return len(p.locals.list) }) }

// Inboxes is how many inboxes were met.
func (c *Cells[G]) Inboxes() int { return c.count(func(p *place) int { return len(p.inboxes.list) }) }

func (c *Cells[G]) count(of func(*place) int) int {
	n := 0
	for i := range c.places {
		n += of(&c.places[i])
	}
	return n
}

// Ghost returns the ghost of that number.
func (c *Cells[G]) Ghost(n uint32) G { return c.ghosts.list[n] }

// Spent returns what is spent of the budget's lines, by its number.
func (c *Cells[G]) Spent(n uint32) []int { return c.spent.list[n] }

// haunt looks up the ghost after an action.
func (c *Cells[G]) haunt(ghost, action, up uint32) (uint32, bool) {
	if !c.haunted {
		return ghost, true
	}
	return c.haunting.get(hauntKey(ghost, action, up))
}

// hauntKey has 20 bits for the ghost and 22 each for action and processes, which is
// more than there are; learnHaunt looks after that.
func hauntKey(ghost, action, up uint32) uint64 {
	return uint64(ghost)<<44 | uint64(action)<<22 | uint64(up)
}

// learnHaunt works it out.
func (c *Cells[G]) learnHaunt(ghost, action, up uint32) (uint32, error) {
	if ghost >= 1<<20 || action >= 1<<22 {
		return 0, fmt.Errorf("there are more than a million ghosts, or four million actions")
	}
	g := c.ghost.Step(c.ghosts.list[ghost], c.actions.list[action], setOf(up))
	key := codec.Key(g)
	after, isNew := c.ghosts.number(key, g)
	if isNew {
		c.bytes += int64(3*len(key)) + 100
	}
	c.haunting.put(hauntKey(ghost, action, up), after)
	return after, nil
}

// Unsteady is a local state at which not the same happens a second time.
type Unsteady struct {
	At    spec.NodeID
	Local uint32
	Why   spec.Breach
}

// Recheck runs every remembered step again, in another order, and returns the first that
// is another one now: then the processes keep something where nobody sees it, and
// nothing that was explored can be trusted.
func (c *Cells[G]) Recheck() *Unsteady {
	for i := len(c.places) - 1; i >= 0; i-- {
		if unsteady := c.again(spec.NodeID(i)); unsteady != nil {
			return unsteady
		}
	}
	return nil
}

// again runs the remembered steps of one process again, the last first.
func (c *Cells[G]) again(at spec.NodeID) *Unsteady {
	p := &c.places[at]
	for list := len(p.lists) - 1; list >= 0; list-- {
		local, message := p.keys[list].local, p.keys[list].message
		if why := c.differ(p.lists[list], c.hear(at, local, message)); why != nil {
			return &Unsteady{at, local, *why}
		}
	}
	for down := len(p.told) - 1; down >= 0; down-- {
		for local, deeds := range slices.Backward(p.told[down]) {
			if deeds == nil {
				continue
			}
			if why := c.differ(deeds, c.ask(at, uint32(local), c.downList[down])); why != nil {
				return &Unsteady{at, uint32(local), *why}
			}
		}
	}
	for local, deeds := range slices.Backward(p.own) {
		if deeds == nil {
			continue
		}
		if why := c.differ(deeds, c.work(at, uint32(local))); why != nil {
			return &Unsteady{at, uint32(local), *why}
		}
	}
	return nil
}

// differ says in which step two lists of deeds differ, nil for none.
func (c *Cells[G]) differ(was, is []deed) *spec.Breach {
	for i := range max(len(was), len(is)) {
		if i < len(was) && i < len(is) && was[i].same(&is[i]) {
			continue
		}
		step := "a step"
		if i < len(was) && !was[i].free {
			step = c.actions.list[was[i].action].String()
		}
		return &spec.Breach{Contract: "StepsRepeat", Why: step +
			" does not do the same when it is run again in another order; keep everything that changes in the " +
			"struct that State points to, and share nothing"}
	}
	return nil
}

func (d *deed) same(o *deed) bool {
	return d.action == o.action && d.local == o.local && (d.broken == 0) == (o.broken == 0) &&
		slices.Equal(d.own, o.own) && slices.Equal(d.sent, o.sent)
}
