package checker

import (
	"math"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Runs is a finished graph laid out so that its fair runs can be judged, for as many
// properties as there are. It holds 4 bytes and a bit a state, and 6 bytes a step.
//
// Steps that lead back to their state are left out, because TLA+ neither counts them
// as taken nor as enabled. Steps between the same two states are one, with all that
// they count for: what TLA+ calls a step is a pair of states, whatever its label.
type Runs struct {
	graph  Finished
	fair   []spec.Fairness
	weak   conditionSet // those that are weak
	strong conditionSet // those that are strong
	recurs conditionSet // and those that are about timers, which must recur whether they are enabled or not
	timer  []int        // for each condition that is about a timer, the timer's number; else -1
	rests  []uint16     // for each state, the number of the set of conditions that a stay counts for; nil for none
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
// judge a property on it: 6 bytes an edge, twice while the lists grow, and some 40 a state.
func RunBytes(states, edges int) int64 { return 12*int64(edges) + 40*int64(states) }

// Size is the number of states.
func (r *Runs) Size() int { return len(r.first) - 1 }

// Exhausted reports whether a state of a Numbered graph is exhausted.
func (r *Runs) Exhausted(n int) bool { return r.exhausted != nil && r.exhausted.has(uint32(n)) }

// Steps is the number of steps, those that change nothing left out and those between
// the same two states counted once.
func (r *Runs) Steps() int { return len(r.to) }

// from returns the targets of the steps from state n and the kinds of the steps.
func (r *Runs) from(n uint32) ([]uint32, []uint16) {
	i, j := r.first[n], r.first[n+1]
	return r.to[i:j], r.kind[i:j]
}

// enabled returns a word of the conditions of which some action is enabled in state n.
func (r *Runs) enabled(n uint32, word int) uint64 {
	var mask uint64
	_, kinds := r.from(n)
	masks := r.masks[word]
	for _, kind := range kinds {
		mask |= masks[kind]
	}
	return mask &^ r.recurs[word]
}

// rest returns a word of the conditions that a stay in state n counts for.
func (r *Runs) rest(n uint32, word int) uint64 {
	if r.rests == nil {
		return 0
	}
	return r.masks[word][r.rests[n]] & r.recurs[word]
}

// mayStop reports whether no action of any condition is enabled in state n, and no timer stays set there.
func (r *Runs) mayStop(n uint32) bool {
	for word := range r.masks {
		if r.enabled(n, word) != 0 || r.recurs[word]&^r.rest(n, word) != 0 {
			return false
		}
	}
	return true
}

// counts returns a word of the conditions that the step from one state to another counts for.
func (r *Runs) counts(from, to uint32, word int) uint64 {
	targets, kinds := r.from(from)
	for i, target := range targets {
		if target == to {
			return r.masks[word][kinds[i]]
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
