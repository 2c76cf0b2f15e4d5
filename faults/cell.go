package faults

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// A cell is all that is at one process: whether it is up, its memory, its disk, its
// timers and what is in flight to it. Each is numbered when it is first met, and what
// may happen there is worked out once.

// cellsAt are the cells of one process.
type cellsAt struct {
	numbers map[string]uint32
	procs   []Proc
	flags   []uint8
	moves   [][]move   // by cell; nil while not worked out
	told    [][][]move // the inputs, by the number of who is down, by cell
	puts    pairs      // (cell, message): the cell with one more copy
}

// What is asked of a cell in every step.
const (
	flagUp      = 1 << iota
	flagAwaited // it is up, and a copy is in flight to it
)

// move is one step that may happen at a cell, worked out.
type move struct {
	action uint32
	early  uint32 // the same step's action while copies are in flight, where it is a timer's
	cell   uint32 // what the process is then
	broken uint32 // one more than the number of the breach that it comes to instead
	free   bool   // whether the budget has no say in it: there is no action
	up     bool   // whether the process is up then
	sent   []send
}

// send is one copy for another process.
type send struct{ to, message uint32 }

// cell returns the number of a cell.
func (m *memory) cell(at spec.NodeID, p Proc) uint32 {
	c := &m.cells[at]
	key := codec.Key(p)
	if n, ok := c.numbers[key]; ok {
		return n
	}
	n := uint32(len(c.procs))
	c.numbers[key] = n
	c.procs = append(c.procs, p)
	c.moves = append(c.moves, nil)
	flags := uint8(0)
	if p.Up {
		flags |= flagUp
		if len(p.Inbox) > 0 {
			flags |= flagAwaited
		}
	}
	c.flags = append(c.flags, flags)
	m.bytes += int64(3*len(key) + 56*len(p.Inbox) + 200)
	if m.met != nil {
		m.met(at, n, p)
	}
	return n
}

// put returns the cell with one more copy in flight to it, or the same where the
// network does not let it in.
func (m *memory) put(at, cell, message uint32) uint32 {
	p := m.cells[at].procs[cell]
	after := cell
	if m.model.rules.enters(p.Up) {
		after = m.cell(spec.NodeID(at), p.add(m.messages.list[message], 1))
	}
	m.cells[at].puts.put(pairKey(cell, message), after)
	return after
}

// work works out what may happen at a cell without its being told anything.
func (m *memory) work(at, cell uint32) []move {
	p := m.cells[at].procs[cell]
	id := spec.NodeID(at)
	moves := []move{}
	for _, event := range m.model.events(id, p, true) {
		moves = m.branches(moves, p, event)
	}
	for _, a := range m.model.environment(id, p) {
		moves = append(moves, m.move(branch{action: a, left: left{proc: m.model.happen(p, a)}}))
	}
	return moves
}

// ask works out what happens if a cell is told what it may be told while those
// processes are down.
func (m *memory) ask(at, cell, down uint32) (moves []move) {
	moves = []move{}
	defer func() {
		if cause := recover(); cause != nil { // of the function Inputs
			moves = append(moves, move{free: true, broken: m.breach(spec.BreachOf(spec.Action{}, cause))})
		}
	}()
	p := m.cells[at].procs[cell]
	var seen []spec.Action
	for _, event := range m.model.inputs(spec.NodeID(at), p, m.set(down)) {
		for _, other := range seen {
			if other.Same(event) {
				panic(spec.Breach{Contract: "ActionsOnce", Why: event.String() + " is offered twice"})
			}
		}
		seen = append(seen, event)
		moves = m.branches(moves, p, event)
	}
	return moves
}

func (m *memory) branches(moves []move, p Proc, event spec.Action) []move {
	for _, b := range m.model.branches(p, event) {
		moves = append(moves, m.move(b))
	}
	return moves
}

// move numbers all that a branch speaks of.
func (m *memory) move(b branch) move {
	mv := move{action: m.action(b.action), up: b.left.proc.Up}
	mv.early = mv.action
	if b.action.Timer != "" {
		mv.early = m.action(m.model.rules.early(b.action))
	}
	m.bytes += 64
	if b.cause != nil {
		mv.broken = m.breach(spec.BreachOf(b.action, b.cause))
		return mv
	}
	mv.cell = m.cell(b.action.At, b.left.proc)
	for _, msg := range b.left.sent {
		mv.sent = append(mv.sent, send{uint32(msg.To), m.messages.number(msg)})
		m.bytes += 8
	}
	return mv
}
