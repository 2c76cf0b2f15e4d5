package explore

import (
	"math/bits"

	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Meets is told of what an exploration meets, in the order of the numbers that it gets.
type Meets struct {
	Local func(at spec.NodeID, p Proc) // p has no inbox
	Inbox func(at spec.NodeID, inbox []Copies)
}

// memory is all that was worked out about a cluster. It is written by one goroutine
// alone.
type memory struct {
	model    *model
	met      Meets
	places   []place
	messages table[spec.Message]
	tampers  [][2]tampers // by message, for a receiver that is down and one that is up
	actions  table[spec.Action]
	downs    map[uint32]uint32 // numbers of the sets of processes that are down, as bits
	downList []uint32
	panics   []any
	bytes    int64

	budget  spec.Budget
	classes []uint32 // of each action: which of them the budget takes for the same
	class   map[string]uint32
	sample  []spec.Action // one action of each class
	spent   table[[]int]
	spend   [][]uint32 // by what is spent, by class: what is spent then
}

// table gives numbers to values, by their keys.
type table[T any] struct {
	numbers map[string]uint32
	list    []T
}

// number returns the number of a value, and whether it is a new one.
func (t *table[T]) number(key string, v T) (uint32, bool) {
	n, ok := t.numbers[key]
	if ok {
		return n, false
	}
	if t.numbers == nil {
		t.numbers = map[string]uint32{}
	}
	n = uint32(len(t.list))
	t.numbers[key] = n
	t.list = append(t.list, v)
	return n, true
}

func newMemory(c network.Cluster, b spec.Budget, met Meets) *memory {
	return &memory{
		model: newModel(c), met: met, places: make([]place, c.Nodes), budget: b,
		downs: map[uint32]uint32{}, class: map[string]uint32{},
	}
}

// action numbers an action, and finds its class.
func (m *memory) action(a spec.Action) uint32 {
	n, isNew := m.actions.number(a.Key(), a)
	if !isNew {
		return n
	}
	m.bytes += 400
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
	return n
}

// What stands beside numbers.
const (
	notKnown  = ^uint32(0)
	forbidden = ^uint32(0) - 1
)

// spending looks up what is spent after an action.
func (m *memory) spending(spent, action uint32) uint32 {
	class := m.classes[action]
	if int(spent) >= len(m.spend) || int(class) >= len(m.spend[spent]) {
		return notKnown
	}
	return m.spend[spent][class]
}

// learnSpending works it out.
func (m *memory) learnSpending(spent, action uint32) uint32 {
	class := m.classes[action]
	for int(spent) >= len(m.spend) {
		m.spend = append(m.spend, nil)
	}
	for int(class) >= len(m.spend[spent]) {
		m.spend[spent] = append(m.spend[spent], notKnown)
	}
	after := forbidden
	if list := m.spent.list[spent]; m.budget.Allows(list, m.sample[class]) {
		after = m.amount(m.budget.Spend(list, m.sample[class]))
	}
	m.spend[spent][class] = after
	return after
}

// amount numbers what is spent.
func (m *memory) amount(list []int) uint32 {
	n, _ := m.spent.number(codec.Key(list), list)
	return n
}

// panicked keeps the cause of a panic and returns one more than its number.
func (m *memory) panicked(cause any) uint32 {
	m.panics = append(m.panics, cause)
	return uint32(len(m.panics))
}

// setOf returns the processes whose bits are set.
func setOf(mask uint32) spec.Set {
	var set spec.Set
	for ; mask != 0; mask &= mask - 1 {
		set = append(set, spec.NodeID(bits.TrailingZeros32(mask)))
	}
	return set
}

// size is about how much memory all this takes.
func (m *memory) size() int64 {
	size := m.bytes + int64(m.model.looked)
	for i := range m.places {
		p := &m.places[i]
		size += p.heard.bytes() + p.added.bytes() + p.removed.bytes() + int64(len(p.keys))*32
		for _, told := range p.told {
			size += int64(len(told)) * 24
		}
	}
	return size
}
