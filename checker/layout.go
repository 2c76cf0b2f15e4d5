package checker

import (
	"encoding/binary"
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
)

// layout is what NewRuns needs while it goes through the states.
type layout struct {
	runs     *Runs
	kinds    map[uint64]uint16 // the numbers of the sets of conditions that have one word
	wide     map[string]uint16 // … and of those that have more
	key      []byte            // to ask wide by
	set      conditionSet      // the set at hand
	ofAction []int32           // by an action's number 1 + the kind of its steps, 0 while nobody asked
	last     []uint32          // for each state, 1 + the last step that leads to it
	begin    int               // the first step of the state at hand
	err      error             // what does not fit
}

func newLayout(r *Runs) *layout {
	return &layout{
		runs: r, kinds: map[uint64]uint16{}, wide: map[string]uint16{}, set: newConditionSet(len(r.fair)),
		last: make([]uint32, r.Size()),
	}
}

// pass lays out all states in order.
func (l *layout) pass(g Finished, watch func() error) error {
	numbered, _ := g.(Numbered)
	if numbered != nil {
		l.runs.exhausted = newNumberSet(g.Size())
	}
	for n := range g.Size() {
		if watch != nil {
			if err := watch(); err != nil {
				return err
			}
		}
		l.begin = len(l.runs.to)
		if numbered != nil {
			l.edges(numbered, n)
		} else {
			l.steps(g, n)
		}
		if len(l.runs.to) > mostSteps {
			l.err = fmt.Errorf("the graph has more than %d steps", mostSteps)
		}
		if l.err != nil {
			return l.err
		}
		l.runs.first[n+1] = uint32(len(l.runs.to))
	}
	return nil
}

// steps lays out a state whose steps have their actions beside them.
func (l *layout) steps(g Finished, n int) {
	for _, step := range g.StepsFrom(n) {
		if step.To != n {
			l.set.countFor(l.runs.fair, step.Action)
			l.add(uint32(step.To), l.kindAtHand(), 0)
		}
	}
}

// edges lays out a state whose steps have the numbers of their actions.
func (l *layout) edges(g Numbered, n int) {
	edges, exhausted := g.EdgesFrom(n)
	if exhausted {
		l.runs.exhausted.add(uint32(n))
	}
	kept := uint64(0) // of the timers that are set in the state, those that no step back to it fires or sets anew
	timers := l.runs.timers
	if timers != 0 {
		kept = g.(Timed).TimersIn(n)
	}
	for _, e := range edges {
		if e.To != uint32(n) {
			l.add(e.To, l.kindOf(g, e.Action), timers&^e.Kept)
		} else {
			kept &= e.Kept
		}
	}
	if timers != 0 {
		l.runs.rests[n] = timers &^ kept
	}
}

// add lays out a step, which does not keep some timers. One to where another has led counts for what either does.
func (l *layout) add(to uint32, kind uint16, fires uint64) {
	r := l.runs
	at := int(l.last[to]) - 1
	if at < l.begin {
		r.to, r.kind = append(r.to, to), append(r.kind, kind)
		if r.timers != 0 {
			r.fires = append(r.fires, fires)
		}
		l.last[to] = uint32(len(r.to))
		return
	}
	if r.timers != 0 {
		r.fires[at] |= fires
	}
	if kind != r.kind[at] {
		for word, masks := range r.masks {
			l.set[word] = masks[kind] | masks[r.kind[at]]
		}
		r.kind[at] = l.kindAtHand()
	}
}

// kindOf returns the kind of an action's steps, which is worked out once.
func (l *layout) kindOf(g Numbered, action uint32) uint16 {
	for int(action) >= len(l.ofAction) {
		l.ofAction = append(l.ofAction, 0)
	}
	if l.ofAction[action] == 0 {
		l.set.countFor(l.runs.fair, g.Action(action))
		l.ofAction[action] = 1 + int32(l.kindAtHand())
	}
	return uint16(l.ofAction[action] - 1)
}

// kindAtHand returns the number of the set at hand.
func (l *layout) kindAtHand() uint16 {
	r := l.runs
	kind, known := l.known()
	if known {
		return kind
	}
	if len(r.masks[0]) == mostKinds {
		l.err = fmt.Errorf("the steps count for more than %d different sets of fairness conditions", mostKinds)
		return 0
	}
	kind = uint16(len(r.masks[0]))
	if len(l.set) == 1 {
		l.kinds[l.set[0]] = kind
	} else {
		l.wide[string(l.key)] = kind
	}
	for word, mask := range l.set {
		r.masks[word] = append(r.masks[word], mask)
	}
	return kind
}

// known looks the set at hand up.
func (l *layout) known() (kind uint16, ok bool) {
	if len(l.set) == 1 {
		kind, ok = l.kinds[l.set[0]]
		return kind, ok
	}
	l.key = l.key[:0]
	for _, mask := range l.set {
		l.key = binary.LittleEndian.AppendUint64(l.key, mask)
	}
	kind, ok = l.wide[string(l.key)]
	return kind, ok
}

// NewRuns lays out a graph under the fairness conditions, in one pass: it calls EdgesFrom
// once for each state, or StepsFrom where the graph is not Numbered. It refuses graphs whose
// numbers do not fit into 31 bits, or whose steps count for more than 65,536 different sets
// of conditions. watch, where set, is called before each state; an error ends the pass.
func NewRuns(g Finished, fair []spec.Fairness, watch func() error) (*Runs, error) {
	if g.Size() > mostStates {
		return nil, fmt.Errorf("the graph has %d states, want at most %d", g.Size(), mostStates)
	}
	r := &Runs{graph: g, first: make([]uint32, g.Size()+1)}
	if err := r.conditions(g, fair); err != nil {
		return nil, err
	}
	for _, n := range g.Inits() {
		r.inits = append(r.inits, uint32(n))
	}
	l := newLayout(r)
	if err := l.pass(g, watch); err != nil {
		return nil, err
	}
	return r, nil
}

// conditions sorts the conditions. That of the timers is kept apart.
func (r *Runs) conditions(g Finished, fair []spec.Fairness) error {
	for _, condition := range fair {
		if !condition.Timers {
			r.fair = append(r.fair, condition)
			continue
		}
		timed, ok := g.(Timed)
		if !ok {
			return fmt.Errorf("the graph does not know its timers, of which %q is a condition", condition.Name)
		}
		if r.timers = uint64(1)<<len(timed.Timers()) - 1; r.timers != 0 {
			r.rests = make([]uint64, g.Size())
		}
	}
	n := len(r.fair)
	r.weak, r.strong = newConditionSet(n), newConditionSet(n)
	r.masks = make([][]uint64, len(r.weak))
	for i, condition := range r.fair {
		if condition.Strong {
			r.strong.add(i)
		} else {
			r.weak.add(i)
		}
	}
	return nil
}
