package faults

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Cells are a cluster under a budget, with a ghost beside it, made to be explored: a
// global state is a row of numbers, one for each process's cell, one for the ghost and
// one for what is spent of the budget. Whatever may happen at a cell is worked out by
// running the real code once, and looked up from then on. States, steps and actions
// are those of the Model under Bounded and Watch, which the tests hold it against.
type Cells[G any] struct {
	*memory
	ghost    spec.Ghost[G]
	ghosts   numbered[G]
	haunting pairs // (ghost, action) and who is up: the ghost then
	haunted  bool  // whether there is anything to a ghost
}

// MostProcesses is how many processes a cluster may have to be explored by cells.
const MostProcesses = mostSlots - 2

// NewCells returns the cells of a cluster, of which nothing is known yet. met, where
// set, is told of every cell when it is first met.
func NewCells[G any](
	c Cluster, ghost spec.Ghost[G], b spec.Budget, met func(at spec.NodeID, cell uint32, p Proc),
) (*Cells[G], error) {
	if c.Nodes > MostProcesses {
		return nil, fmt.Errorf("%d processes are too many to be explored, it must be at most %d", c.Nodes, MostProcesses)
	}
	cells := &Cells[G]{
		memory: newMemory(c, b), ghost: ghost, ghosts: newNumbered[G](),
		haunted: reflect.TypeFor[G]().Size() > 0,
	}
	cells.met = met
	return cells, nil
}

// Executed is how many handler runs it took to work out what is known.
func (c *Cells[G]) Executed() int { return c.model.executed }

// Met is how many cells there are at all processes together.
func (c *Cells[G]) Met() int {
	n := 0
	for i := range c.cells {
		n += len(c.cells[i].procs)
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
		return 0, fmt.Errorf("more than a million ghosts, or four million actions")
	}
	g := c.ghost.Step(c.ghosts.list[ghost], c.actions.list[action], c.set(up))
	after := c.ghosts.number(g)
	c.haunting.put(hauntKey(ghost, action, up), after)
	return after, nil
}

// Unsteady is a cell at which not the same happens a second time.
type Unsteady struct {
	At   spec.NodeID
	Cell uint32
	Why  spec.Breach
}

// Recheck runs every remembered step again, in another order, and returns the first that
// is another one now: then the processes keep something where nobody sees it, and
// nothing that was explored can be trusted.
func (c *Cells[G]) Recheck() *Unsteady {
	for at := len(c.cells) - 1; at >= 0; at-- {
		cells := &c.cells[at]
		for n := len(cells.moves) - 1; n >= 0; n-- {
			if cells.moves[n] == nil {
				continue
			}
			if why := c.differ(cells.moves[n], c.work(uint32(at), uint32(n))); why != nil {
				return &Unsteady{spec.NodeID(at), uint32(n), *why}
			}
		}
		for down := len(cells.told) - 1; down >= 0; down-- {
			for n := len(cells.told[down]) - 1; n >= 0; n-- {
				if cells.told[down][n] == nil {
					continue
				}
				again := c.ask(uint32(at), uint32(n), c.downs.list[down])
				if why := c.differ(cells.told[down][n], again); why != nil {
					return &Unsteady{spec.NodeID(at), uint32(n), *why}
				}
			}
		}
	}
	return nil
}

// differ says in which step two lists of moves differ, nil for none.
func (c *Cells[G]) differ(was, is []move) *spec.Breach {
	for i := range max(len(was), len(is)) {
		if i < len(was) && i < len(is) && was[i].same(&is[i]) {
			continue
		}
		step := "a step"
		if i < len(was) {
			step = c.actions.list[was[i].action].String()
		}
		return &spec.Breach{Contract: "StepsRepeat", Why: fmt.Sprintf(
			"%s does not do the same when it is run again in another order; keep everything that changes in the "+
				"struct that State points to, and share nothing", step)}
	}
	return nil
}

func (m *move) same(o *move) bool {
	return m.action == o.action && m.cell == o.cell && (m.broken == 0) == (o.broken == 0) && slices.Equal(m.sent, o.sent)
}
