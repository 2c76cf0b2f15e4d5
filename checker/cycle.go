package checker

import "slices"

// cycle finds cycles in a component from one of its states.
type cycle struct {
	runs   *Runs
	number []uint32 // for each state, the number of its component
	start  uint32
	parent []uint32 // of the search at hand
	queue  []uint32 // of the search at hand
}

func newCycle(r *Runs, number []uint32, start uint32) *cycle {
	t := &cycle{runs: r, number: number, start: start, parent: make([]uint32, r.Size())}
	for n := range t.parent {
		t.parent[n] = unreached
	}
	return t
}

// fairRound returns the states of a fair way round, the start first and last. It takes the
// shortest, looks what that lacks, and asks for this as well until nothing is
// lacking. The component must be fair, so that all that is asked for is in it.
func (t *cycle) fairRound() []uint32 {
	asked := newConditionSet(64 * t.runs.words())
	for {
		round := t.round(asked)
		enough := true
		for word := range asked {
			lacking := t.lacking(round, word)
			asked[word] |= lacking
			enough = enough && lacking == 0
		}
		if enough {
			return round
		}
	}
}

// round returns the states of a way round that does something for each of the
// conditions asked for, always going where the next of them is nearest.
func (t *cycle) round(asked conditionSet) []uint32 {
	round := []uint32{t.start}
	open := slices.Clone(asked) // the start has done nothing for these, or they would not be lacking
	for !open.empty() {
		way := t.nearest(round[len(round)-1], func(to, step uint32) bool {
			for word, mask := range open {
				if mask != 0 && (t.runs.does(step, word)|t.idle(to, word))&mask != 0 {
					return true
				}
			}
			return false
		})
		for i := 1; i < len(way); i++ {
			for word := range open {
				open[word] &^= t.runs.counts(way[i-1], way[i], word) | t.idle(way[i], word)
			}
		}
		round = append(round, way[1:]...)
	}
	if at := round[len(round)-1]; at != t.start || len(round) == 1 {
		way := t.nearest(at, func(to, _ uint32) bool { return to == t.start })
		round = append(round, way[1:]...)
	}
	return round
}

// idle returns a word of the weakly fair conditions of which nothing is enabled in a state, and of those of timers that
// a stay there counts for: to be there does as much for them as a step does.
func (t *cycle) idle(n uint32, word int) uint64 {
	if word == len(t.runs.masks) {
		return t.runs.rests[n]
	}
	return t.runs.weak[word] &^ t.runs.enabled(n, word)
}

// lacking returns a word of the conditions to which it would not be fair to go round for ever.
func (t *cycle) lacking(round []uint32, word int) uint64 {
	r := t.runs
	var taken, somewhere, strong uint64
	everywhere := r.timers
	if word < len(r.masks) {
		everywhere, strong = r.weak[word], r.strong[word]
	}
	for i := 1; i < len(round); i++ {
		taken |= r.counts(round[i-1], round[i], word) | r.rest(round[i], word)
		if word < len(r.masks) {
			enabled := r.enabled(round[i], word)
			somewhere |= enabled
			everywhere &= enabled
		}
	}
	return (everywhere | strong&somewhere) &^ taken
}

// nearest returns the states of a shortest way inside the component whose last step
// is wanted. There must be one.
func (t *cycle) nearest(start uint32, wanted func(to, step uint32) bool) []uint32 {
	defer t.forget()
	t.parent[start] = start
	t.queue = append(t.queue, start)
	for i := 0; i < len(t.queue); i++ {
		n := t.queue[i]
		for step := t.runs.first[n]; step < t.runs.first[n+1]; step++ {
			to := t.runs.to[step]
			if t.number[to] != t.number[t.start] {
				continue
			}
			if wanted(to, step) {
				return append(t.back(n), to)
			}
			if t.parent[to] == unreached {
				t.parent[to] = n
				t.queue = append(t.queue, to)
			}
		}
	}
	panic("checker: a component that was found to be fair has no such step")
}

// back returns the states of the way that the search at hand took to n.
func (t *cycle) back(n uint32) []uint32 {
	way := []uint32{n}
	for t.parent[n] != n {
		n = t.parent[n]
		way = append(way, n)
	}
	slices.Reverse(way)
	return way
}

// forget makes ready for the next search.
func (t *cycle) forget() {
	for _, n := range t.queue {
		t.parent[n] = unreached
	}
	t.queue = t.queue[:0]
}

// unreached stands for the parent of a state that was not reached; the parent of an
// initial state is the state itself.
const unreached = outside
