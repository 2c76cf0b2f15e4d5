package faults

import (
	"fmt"
	"math/bits"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Space is the space of a cluster's global states, as vectors of the numbers that Cells
// gives. It is a checker.Space.
type Space[V Vector, G any] struct {
	cells *Cells[G]
	layout
}

// NewSpace returns the space with so many numbers in a word of its vectors. There must
// be room in V for the processes and two more.
func NewSpace[V Vector, G any](cells *Cells[G], perWord int) *Space[V, G] {
	return &Space[V, G]{cells, newLayout(len(cells.cells)+2, perWord)}
}

// Words is how many words a vector needs for a cluster, with so many numbers in each.
func Words(nodes, perWord int) int { return (nodes + 2 + perWord - 1) / perWord }

// Init returns the one initial state.
func (sp *Space[V, G]) Init() []V {
	c := sp.cells
	var v V
	for s := range c.model.Init() {
		for i, p := range s.Procs {
			setSlot(&sp.layout, &v, i, c.cell(spec.NodeID(i), p))
		}
	}
	setSlot(&sp.layout, &v, len(c.cells), c.ghosts.number(c.ghost.Init))
	setSlot(&sp.layout, &v, len(c.cells)+1, c.spent.number(make([]int, len(c.budget.Lines))))
	return []V{v}
}

// Hash mixes the numbers of a state.
func (sp *Space[V, G]) Hash(v V) uint64 { return hashWords(&v) }

// Bytes is about how much memory is taken by what was learned.
func (sp *Space[V, G]) Bytes() int64 { return sp.cells.size() + sp.cells.haunting.bytes() }

// Cell returns the number of a process's cell in a state.
func (sp *Space[V, G]) Cell(v V, at spec.NodeID) uint32 { return slot(&sp.layout, &v, int(at)) }

// Ghost returns the number of the ghost in a state, Spent that of what is spent.
func (sp *Space[V, G]) Ghost(v V) uint32 { return slot(&sp.layout, &v, len(sp.cells.cells)) }

// Spent returns the number of what is spent of the budget in a state.
func (sp *Space[V, G]) Spent(v V) uint32 { return slot(&sp.layout, &v, len(sp.cells.cells)+1) }

// State returns the whole state.
func (sp *Space[V, G]) State(v V) spec.Spent[spec.Watched[State, G]] {
	s := State{Procs: make([]Proc, len(sp.cells.cells))}
	for i := range s.Procs {
		s.Procs[i] = sp.cells.cells[i].procs[slot(&sp.layout, &v, i)]
	}
	return spec.Spent[spec.Watched[State, G]]{
		State: spec.Watched[State, G]{State: s, Ghost: sp.cells.Ghost(sp.Ghost(v))},
		Spent: sp.cells.Spent(sp.Spent(v)),
	}
}

// Next appends the targets of the steps out of a state, as far as they are known.
func (sp *Space[V, G]) Next(to []V, v V) ([]V, bool) {
	e := expansion[V, G]{Space: sp, from: v, to: to}
	known := e.run()
	return e.to, known
}

// Learn works out what is not known of the steps out of a state.
func (sp *Space[V, G]) Learn(v V) (err error) {
	defer func() {
		if cause := recover(); cause != nil { // of the ghost, or of a State method
			err = spec.BreachOf(spec.Action{}, cause)
		}
	}()
	e := expansion[V, G]{Space: sp, from: v, learns: true}
	e.run()
	return e.err
}

// Actions appends the actions of the steps out of a state.
func (sp *Space[V, G]) Actions(to []spec.Action, v V) []spec.Action {
	e := expansion[V, G]{Space: sp, from: v, labels: []uint32{}}
	e.run()
	for _, label := range e.labels {
		to = append(to, sp.cells.actions.list[label])
	}
	return to
}

// expansion is the looking up of all steps out of one state.
type expansion[V Vector, G any] struct {
	*Space[V, G]
	from   V
	to     []V
	labels []uint32 // of the steps, where it is not nil
	learns bool     // what is not known is worked out
	err    error

	calm         bool
	up, down     uint32 // as bits
	ghost, spent uint32
}

// run looks up all steps. It is false where one is not known, or comes to a breach.
func (e *expansion[V, G]) run() bool {
	c := e.cells
	e.calm = true
	for i := range c.cells {
		switch flags := c.cells[i].flags[slot(&e.layout, &e.from, i)]; {
		case flags&flagUp == 0:
			e.down |= 1 << i
		default:
			e.up |= 1 << i
			e.calm = e.calm && flags&flagAwaited == 0
		}
	}
	e.ghost, e.spent = e.Ghost(e.from), e.Spent(e.from)
	for i := range c.cells {
		cell := slot(&e.layout, &e.from, i)
		told, known := e.told(i, cell)
		if !known || !e.take(i, told) {
			return false
		}
		moves := e.moves(i, cell)
		if moves == nil || !e.take(i, moves) {
			return false
		}
	}
	return true
}

// moves returns what may happen at a cell, nil where it is not known.
func (e *expansion[V, G]) moves(at int, cell uint32) []move {
	if e.cells.cells[at].moves[cell] == nil && e.learns {
		moves := e.cells.work(uint32(at), cell) // which may add cells
		e.cells.cells[at].moves[cell] = moves
	}
	return e.cells.cells[at].moves[cell]
}

// told returns what happens if the process is told something now.
func (e *expansion[V, G]) told(at int, cell uint32) ([]move, bool) {
	if e.up&(1<<at) == 0 {
		return nil, true
	}
	id, ok := e.cells.downID[e.down]
	if !ok {
		if !e.learns {
			return nil, false
		}
		id = e.cells.downs.number(e.down)
		e.cells.downID[e.down] = id
	}
	told := &e.cells.cells[at].told
	if int(id) < len(*told) && int(cell) < len((*told)[id]) && (*told)[id][cell] != nil {
		return (*told)[id][cell], true
	}
	if !e.learns {
		return nil, false
	}
	moves := e.cells.ask(uint32(at), cell, e.down)
	for int(id) >= len(*told) {
		*told = append(*told, nil)
	}
	for int(cell) >= len((*told)[id]) {
		(*told)[id] = append((*told)[id], nil)
	}
	(*told)[id][cell] = moves
	return moves, true
}

// take takes those of the moves at a process that the budget allows.
func (e *expansion[V, G]) take(at int, moves []move) bool {
	c := e.cells
	for i := range moves {
		mv := &moves[i]
		action := mv.action
		if !e.calm {
			action = mv.early
		}
		spent := e.spent
		if !mv.free {
			class := c.classes[action]
			if spent = c.spending(e.spent, class); spent == notKnown {
				if !e.learns {
					return false
				}
				spent = c.learnSpending(e.spent, class)
			}
			if spent == forbidden {
				continue
			}
		}
		if mv.broken > 0 {
			return e.fail(c.breaches[mv.broken-1])
		}
		if !e.step(at, mv, action, spent) {
			return false
		}
	}
	return true
}

func (e *expansion[V, G]) fail(err error) bool {
	if e.learns {
		e.err = err
	}
	return false
}

// step appends the target of one move.
func (e *expansion[V, G]) step(at int, mv *move, action, spent uint32) bool {
	c := e.cells
	v := e.from
	setSlot(&e.layout, &v, at, mv.cell)
	for _, s := range mv.sent {
		receiver := int(s.to)
		cell := slot(&e.layout, &v, receiver)
		after, known := c.cells[receiver].puts.get(pairKey(cell, s.message))
		if !known {
			if !e.learns {
				return false
			}
			after = c.put(s.to, cell, s.message)
		}
		if e.learns && !e.fits(after) {
			return false
		}
		setSlot(&e.layout, &v, receiver, after)
	}
	up := e.up &^ (1 << at)
	if mv.up {
		up |= 1 << at
	}
	ghost, known := c.haunt(e.ghost, action, up)
	if !known {
		if !e.learns {
			return false
		}
		var err error
		if ghost, err = c.learnHaunt(e.ghost, action, up); err != nil {
			return e.fail(err)
		}
	}
	if e.learns && !(e.fits(mv.cell) && e.fits(ghost) && e.fits(spent)) {
		return false
	}
	setSlot(&e.layout, &v, len(c.cells), ghost)
	setSlot(&e.layout, &v, len(c.cells)+1, spent)
	e.to = append(e.to, v)
	if e.labels != nil {
		e.labels = append(e.labels, action)
	}
	return true
}

// fits tells whether a number fits into a slot.
func (e *expansion[V, G]) fits(n uint32) bool {
	if uint64(n) <= e.mask {
		return true
	}
	return e.fail(fmt.Errorf("a process has more than %d cells, which is all that %d bits can tell apart",
		e.mask, bits.Len64(e.mask)))
}
