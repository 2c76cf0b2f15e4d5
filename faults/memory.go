package faults

import (
	"math/bits"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// memory is all that was worked out about a cluster. It is written by one goroutine
// alone.
type memory struct {
	model    *model
	cells    []cellsAt
	messages numbered[spec.Message]
	actions  numbered[spec.Action]
	downs    numbered[uint32] // who is down, as bits
	downID   map[uint32]uint32
	breaches []spec.Breach
	bytes    int64
	met      func(at spec.NodeID, cell uint32, p Proc)

	budget  spec.Budget
	classes []uint32 // of each action: which of them the budget takes for the same
	class   map[string]uint32
	sample  []spec.Action // one action of each class
	spent   numbered[[]int]
	spend   [][]uint32 // by what is spent, by class: what is spent then
}

// numbered gives numbers to values, by their encodings.
type numbered[T any] struct {
	numbers map[string]uint32
	list    []T
}

func newNumbered[T any]() numbered[T] { return numbered[T]{numbers: map[string]uint32{}} }

func (n *numbered[T]) number(v T) uint32 {
	key := codec.Key(v)
	i, ok := n.numbers[key]
	if !ok {
		i = uint32(len(n.list))
		n.numbers[key] = i
		n.list = append(n.list, v)
	}
	return i
}

func newMemory(c Cluster, b spec.Budget) *memory {
	m := &memory{
		model: c.newModel(), cells: make([]cellsAt, c.Nodes), budget: b,
		messages: newNumbered[spec.Message](), actions: newNumbered[spec.Action](),
		class: map[string]uint32{}, spent: newNumbered[[]int](),
		downs: newNumbered[uint32](), downID: map[uint32]uint32{},
	}
	for i := range m.cells {
		m.cells[i] = cellsAt{numbers: map[string]uint32{}}
	}
	return m
}

// action numbers an action, and finds its class.
func (m *memory) action(a spec.Action) uint32 {
	n := m.actions.number(a)
	if int(n) == len(m.classes) {
		key := a.Name
		if spec.IsFault(a.Name) { // who may crash is told one by one
			key += a.At.String()
		}
		class, ok := m.class[key]
		if !ok {
			class = uint32(len(m.sample))
			m.class[key] = class
			m.sample = append(m.sample, a)
		}
		m.classes = append(m.classes, class)
	}
	return n
}

// What stands in spend beside numbers.
const (
	notKnown  = ^uint32(0)
	forbidden = ^uint32(0) - 1
)

// spending looks up what is spent after an action of a class.
func (m *memory) spending(spent, class uint32) uint32 {
	if int(spent) >= len(m.spend) || int(class) >= len(m.spend[spent]) {
		return notKnown
	}
	return m.spend[spent][class]
}

// learnSpending works it out.
func (m *memory) learnSpending(spent, class uint32) uint32 {
	for int(spent) >= len(m.spend) {
		m.spend = append(m.spend, nil)
	}
	for int(class) >= len(m.spend[spent]) {
		m.spend[spent] = append(m.spend[spent], notKnown)
	}
	after := uint32(forbidden)
	if list := m.spent.list[spent]; m.budget.Allows(list, m.sample[class]) {
		after = m.spent.number(m.budget.Spend(list, m.sample[class]))
	}
	m.spend[spent][class] = after
	return after
}

// breach keeps a breach and returns one more than its number.
func (m *memory) breach(b spec.Breach) uint32 {
	m.breaches = append(m.breaches, b)
	return uint32(len(m.breaches))
}

// set returns the processes whose bits are set.
func (m *memory) set(mask uint32) spec.Set {
	var set spec.Set
	for ; mask != 0; mask &= mask - 1 {
		set = append(set, spec.NodeID(bits.TrailingZeros32(mask)))
	}
	return set
}

// size is about how much memory all this takes.
func (m *memory) size() int64 {
	size := m.bytes + int64(len(m.actions.list))*400 + int64(len(m.messages.list))*200
	for i := range m.cells {
		size += m.cells[i].puts.bytes()
	}
	return size
}
