package checker

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Live judges one property on the fair runs of a finished graph and returns a
// counterexample, or nil where the property holds. It refuses what NewRuns refuses,
// and properties that are not temporal. For several properties of one graph, call
// NewRuns once.
func Live(g Finished, fair []spec.Fairness, p Temporal) (*Lasso, error) {
	r, err := NewRuns(g, fair, nil)
	if err != nil {
		return nil, err
	}
	return r.Live(p)
}

// Live judges one property on all fair runs and returns a counterexample, or nil
// where the property holds. A run may stop for ever anywhere, as in TLA+, but it is
// fair only if nothing that must happen is enabled there.
//
// A place where a run may stop is preferred to one where it goes round, and of
// either kind one of the nearest is taken.
func (r *Runs) Live(p Temporal) (*Lasso, error) {
	lasso, _, err := r.Judge(p)
	return lasso, err
}

// Judge judges one property as Live does. If there is no counterexample, Judge also reports whether there would be one
// if timers might stay set for ever.
func (r *Runs) Judge(p Temporal) (_ *Lasso, byTimers bool, err error) {
	if !p.Kind.Temporal() {
		return nil, false, fmt.Errorf("%s is no property of runs: want Eventually, Recurrent or Stable", p.Name)
	}
	l := r.look(p)
	if end, found := l.blocked(); found {
		return l.lasso([]uint32{end}), false, nil
	}
	if round, found := l.round(); found {
		return l.lasso(round), false, nil
	}
	return nil, l.byTimers, nil
}

// look is the search for a counterexample to one property.
type look struct {
	runs     *Runs
	kind     spec.PropertyKind
	bad      numberSet // reached states in which the property's P does not hold
	parent   []uint32  // for each reached state, that before it on a shortest way
	order    []uint32  // the reached states, by their distance
	byTimers bool      // a run would be a counterexample, but for a timer that stays set
}

// look judges P in every state that counts and finds the ways there. A run that is
// to break <>P may not meet P even before it goes round.
func (r *Runs) look(p Temporal) *look {
	l := &look{runs: r, kind: p.Kind, bad: newNumberSet(r.Size()), parent: make([]uint32, r.Size())}
	judged := newNumberSet(r.Size())
	for n := range l.parent {
		l.parent[n] = unreached
	}
	reach := func(n, parent uint32) {
		if judged.has(n) {
			return
		}
		judged.add(n)
		holds := p.Holds(int(n))
		if !holds {
			l.bad.add(n)
		}
		if !holds || p.Kind != spec.Eventually {
			l.parent[n] = parent
			l.order = append(l.order, n)
		}
	}
	for _, n := range r.inits {
		reach(n, n)
	}
	for i := 0; i < len(l.order); i++ {
		targets, _ := r.from(l.order[i])
		for _, n := range targets {
			reach(n, l.order[i])
		}
	}
	return l
}

// blocked returns the nearest state in which P does not hold and a run may stop.
func (l *look) blocked() (uint32, bool) {
	for _, n := range l.order {
		if !l.bad.has(n) || !l.runs.mayStop(n) {
			continue
		}
		if l.runs.stay(n) == 0 {
			return n, true
		}
		l.byTimers = true
	}
	return 0, false
}

// round returns a fair way round, from a nearest state in which P does not hold and
// that lies on one, back to it.
//
// It takes components apart until one is fair. Of a component that is not, either
// nothing can be fair, or what is lies beside the states in which a strongly fair
// action is enabled that the component never takes. So there are no more turns
// than strong conditions, and one.
func (l *look) round() ([]uint32, bool) {
	part := newNumberSet(l.runs.Size()) // what is still to be looked at
	for _, n := range l.order {
		if l.kind == spec.Stable || l.bad.has(n) {
			part.add(n)
		}
	}
	c := newComponents(l.runs)
	for {
		fair := newNumberSet(l.runs.Size())
		found, again := false, false
		c.each(l.order, part, func(component []uint32) {
			switch what, cut := l.judge(c, component); what {
			case isFair:
				for _, n := range component {
					fair.add(n)
				}
				found = true
			case isHopeless:
				for _, n := range component {
					part.remove(n)
				}
			case isMixed:
				again = true
				l.cut(component, cut, part)
			}
		})
		switch {
		case found:
			return l.nearest(c, fair), true
		case !again:
			return nil, false
		}
	}
}

// cut removes from a part the states of a component in which something of these conditions is
// enabled.
func (l *look) cut(component []uint32, of conditionSet, part numberSet) {
	for word, mask := range of {
		if mask == 0 {
			continue
		}
		for _, n := range component {
			if l.runs.enabled(n, word)&mask != 0 {
				part.remove(n)
			}
		}
	}
}

// hope says what can be fair in a component.
type hope uint8

const (
	isHopeless hope = iota // no way round in it is
	isMixed                // a way round may be, but not one through all of its states
	isFair                 // one through all of its states is
)

// judge reports whether a component that was just found has a fair way round that breaks the property. All of its
// states have the number of the component, so a step stays inside if its ends have the same.
func (l *look) judge(c *components, component []uint32) (hope, conditionSet) {
	if len(component) < 2 || !l.hasBad(component) {
		return isHopeless, nil // a step back to the state is none, and who may stop was asked before
	}
	hope, cut := l.runs.hopeIn(c, component)
	if hope != isFair {
		return hope, cut
	}
	if l.runs.kept(c, component) {
		l.byTimers = true
		return isHopeless, nil
	}
	return isFair, nil
}

// hopeIn says what can be fair in a component, timers apart, and which strongly fair actions are enabled in it and
// never taken.
func (r *Runs) hopeIn(c *components, component []uint32) (hope, conditionSet) {
	var cut conditionSet
	for word := range r.masks {
		taken, somewhere, everywhere := r.inside(c, component, word)
		if r.weak[word]&everywhere&^taken != 0 {
			return isHopeless, nil
		}
		if mask := r.strong[word] & somewhere &^ taken; mask != 0 {
			if cut == nil {
				cut = newConditionSet(len(r.fair))
			}
			cut[word] = mask
		}
	}
	if cut != nil {
		return isMixed, cut
	}
	return isFair, nil
}

// kept reports whether a timer stays set on all ways round in a component.
func (r *Runs) kept(c *components, component []uint32) bool {
	kept := r.timers
	for _, n := range component {
		if kept == 0 {
			break
		}
		kept &^= r.rests[n]
		for i := r.first[n]; i < r.first[n+1]; i++ {
			if c.low[r.to[i]] == c.low[n] {
				kept &^= r.fires[i]
			}
		}
	}
	return kept != 0
}

// hasBad reports whether there is a state in which P does not hold.
func (l *look) hasBad(component []uint32) bool {
	return slices.ContainsFunc(component, l.bad.has)
}

// inside returns a word of the conditions that a component takes steps for, and of those that
// are enabled somewhere and everywhere in it.
func (r *Runs) inside(c *components, component []uint32, word int) (taken, somewhere, everywhere uint64) {
	masks := r.masks[word]
	everywhere = ^uint64(0)
	for _, n := range component {
		var here uint64
		for i := r.first[n]; i < r.first[n+1]; i++ {
			mask := masks[r.kind[i]]
			here |= mask
			if c.low[r.to[i]] == c.low[n] && !c.skips(i) {
				taken |= mask
			}
		}
		somewhere |= here
		everywhere &= here
	}
	return taken, somewhere, everywhere
}

// nearest returns a way round in that of the fair components to which a state
// belongs in which P does not hold and than which none is nearer.
func (l *look) nearest(c *components, fair numberSet) []uint32 {
	for _, n := range l.order {
		if fair.has(n) && l.bad.has(n) {
			return newCycle(l.runs, c.low, n).fairRound()
		}
	}
	return nil
}

// lasso writes out a run: to the first of the states of a way round, and round.
func (l *look) lasso(round []uint32) *Lasso {
	way := []uint32{round[0]}
	for n := round[0]; l.parent[n] != n; {
		n = l.parent[n]
		way = append(way, n)
	}
	slices.Reverse(way)
	return &Lasso{Start: int(way[0]), Stem: l.runs.steps(way), Cycle: l.runs.steps(round)}
}
