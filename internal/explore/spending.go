package explore

import (
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
)

// spending knows what actions spend of a budget, by numbers.
type spending struct {
	budget  spec.Budget
	classes []uint32 // of each action: which of them the budget takes for the same
	class   map[string]uint32
	sample  []spec.Action // one action of each class
	amounts table[[]int]
	after   [][]uint32 // by what is spent, by class: what is spent then
}

// forbidden stands for what is spent after an action for which the budget has no room.
const forbidden = notKnown - 1

func newSpending(b spec.Budget) spending { return spending{budget: b, class: map[string]uint32{}} }

// classify finds the class of an action, the next in order.
func (s *spending) classify(a spec.Action) {
	key := a.Name
	if a.IsFault() { // who may crash is told one by one
		key += a.At.String()
	}
	class, ok := s.class[key]
	if !ok {
		class = uint32(len(s.sample))
		s.class[key] = class
		s.sample = append(s.sample, a)
	}
	s.classes = append(s.classes, class)
}

// get looks up what is spent after an action.
func (s *spending) get(spent, action uint32) uint32 {
	class := s.classes[action]
	if int(spent) >= len(s.after) || int(class) >= len(s.after[spent]) {
		return notKnown
	}
	return s.after[spent][class]
}

// learn works it out.
func (s *spending) learn(spent, action uint32) uint32 {
	class := s.classes[action]
	for int(spent) >= len(s.after) {
		s.after = append(s.after, nil)
	}
	for int(class) >= len(s.after[spent]) {
		s.after[spent] = append(s.after[spent], notKnown)
	}
	after := uint32(forbidden)
	if list := s.amounts.list[spent]; s.budget.Allows(list, s.sample[class]) {
		after = s.amount(s.budget.Spend(list, s.sample[class]))
	}
	s.after[spent][class] = after
	return after
}

// amount numbers what is spent.
func (s *spending) amount(list []int) uint32 {
	n, _ := s.amounts.number(codec.Key(list), list)
	return n
}
