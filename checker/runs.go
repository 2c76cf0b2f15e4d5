package checker

import (
	"math"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Runs is a finished graph laid out so that its fair runs can be judged, for as many
// properties as there are. It holds 4 bytes and a bit a state, and 6 bytes a step; 8 bytes more of
// each if there is a condition about timers.
//
// Steps that lead back to their state are left out, because TLA+ neither counts them
// as taken nor as enabled. Steps between the same two states are one, with all that
// they count for: what TLA+ calls a step is a pair of states, whatever its label.
type Runs struct {
	graph  Finished
	fair   []spec.Fairness
	weak   conditionSet // those that are weak
	strong conditionSet // those that are strong
	timers uint64       // the timers that must not stay set for ever, as bits
	fires  []uint64     // for each step, those of them that it does not keep; nil for none
	rests  []uint64     // for each state, those that a stay there does not keep; nil for none
	inits  []uint32     // the initial states
	first  []uint32     // for each state, where its steps begin in to and kind; and the end
	to     []uint32     // for each step, its target
	kind   []uint16     // for each step, the number of the set of conditions that it counts for
	// masks are these sets, of which there are few: for each word of a set, that word of each.
	masks [][]uint64

	exhausted numberSet // the states of a Numbered graph that are
}

// The bounds of Runs: what a kind and a state's number can hold.
const (
	mostKinds  = math.MaxUint16 + 1
	mostSteps  = math.MaxInt32 - 1
	mostStates = math.MaxInt32 - 1
)

// RunBytes is about how much memory it takes to lay out a graph of that size and to
// judge a property on it: 6 bytes an edge, twice while the lists grow, and some 40 a state. timed says that there is a
// condition about timers.
func RunBytes(states, edges int, timed bool) int64 {
	need := 12*int64(edges) + 40*int64(states)
	if timed {
		need += 16*int64(edges) + 8*int64(states)
	}
	return need
}

// Size is the number of states.
func (r *Runs) Size() int { return len(r.first) - 1 }

// Exhausted reports whether a state of a Numbered graph is exhausted.
func (r *Runs) Exhausted(n int) bool { return r.exhausted != nil && r.exhausted.has(uint32(n)) }

// Steps is the number of steps, those that change nothing left out and those between
// the same two states counted once.
func (r *Runs) Steps() int { return len(r.to) }

// words is how many words a set of conditions has: the last is that of the timers, if there are any.
func (r *Runs) words() int {
	if r.timers != 0 {
		return len(r.masks) + 1
	}
	return len(r.masks)
}

// from returns the targets of the steps from state n and the kinds of the steps.
func (r *Runs) from(n uint32) ([]uint32, []uint16) {
	i, j := r.first[n], r.first[n+1]
	return r.to[i:j], r.kind[i:j]
}

// enabled returns a word of the conditions of which some action is enabled in state n.
func (r *Runs) enabled(n uint32, word int) uint64 {
	if word == len(r.masks) {
		return 0 // a timer must not stay set whether it may fire or not
	}
	var mask uint64
	_, kinds := r.from(n)
	masks := r.masks[word]
	for _, kind := range kinds {
		mask |= masks[kind]
	}
	return mask
}

// rest returns a word of the conditions that a stay in state n counts for.
func (r *Runs) rest(n uint32, word int) uint64 {
	if word < len(r.masks) {
		return 0
	}
	return r.rests[n]
}

// mayStop reports whether no action of any condition is enabled in state n.
func (r *Runs) mayStop(n uint32) bool {
	for word := range r.masks {
		if r.enabled(n, word) != 0 {
			return false
		}
	}
	return true
}

// stay returns the timers that stay set as long as nothing happens in state n.
func (r *Runs) stay(n uint32) uint64 {
	if r.timers == 0 {
		return 0
	}
	return r.timers &^ r.rests[n]
}

// does returns a word of the conditions that a step counts for.
func (r *Runs) does(step uint32, word int) uint64 {
	if word < len(r.masks) {
		return r.masks[word][r.kind[step]]
	}
	return r.fires[step]
}

// counts returns a word of the conditions that the step from one state to another counts for.
func (r *Runs) counts(from, to uint32, word int) uint64 {
	for i := r.first[from]; i < r.first[from+1]; i++ {
		if r.to[i] == to {
			return r.does(i, word)
		}
	}
	return 0
}

// step returns the step from one state to another with its action; of several, the
// first of those that count for the most conditions.
func (r *Runs) step(from, to uint32) Step {
	var best Step
	most := -1
	for _, step := range r.graph.StepsFrom(int(from)) {
		if step.To != int(to) {
			continue
		}
		n := 0
		for i := range r.fair {
			if r.fair[i].Of(step.Action) {
				n++
			}
		}
		if n > most {
			best, most = step, n
		}
	}
	return best
}

// steps returns the steps along states.
func (r *Runs) steps(states []uint32) []Step {
	var steps []Step
	for i := 1; i < len(states); i++ {
		steps = append(steps, r.step(states[i-1], states[i]))
	}
	return steps
}
