package checker

import (
	"math/bits"

	"github.com/scrutineer-go/scrutineer/spec"
)

// KeptTimers calls visit with each state in which timers stay set for ever on some run that is fair but for them, and
// with these timers, as bits: the run stops there, or goes round a loop in which they neither fire nor are set anew.
// visit may be called more than once with a state. KeptTimers is about all runs, whatever property may hold on them.
func (r *Runs) KeptTimers(visit func(n int, timers uint64)) {
	if r.timers == 0 {
		return
	}
	none := Temporal{Kind: spec.Stable, Holds: func(int) bool { return false }}
	l := r.look(none) // for the reached states: no property is judged
	for _, n := range l.order {
		if stay := r.stay(n); stay != 0 && r.mayStop(n) {
			visit(int(n), stay)
		}
	}
	c := newComponents(r)
	for left := r.timers; left != 0; left &= left - 1 {
		c.keeps = 1 << bits.TrailingZeros64(left)
		l.keptRound(c, visit)
	}
}

// keptRound visits the states of all fair ways round that keep the timer of the components.
func (l *look) keptRound(c *components, visit func(n int, timers uint64)) {
	part := newNumberSet(l.runs.Size())
	for _, n := range l.order {
		if l.runs.rests[n]&c.keeps == 0 {
			part.add(n)
		}
	}
	for again := true; again; {
		again = false
		c.each(l.order, part, func(component []uint32) {
			what, cut := isHopeless, conditionSet(nil)
			if len(component) > 1 {
				what, cut = l.runs.hopeIn(c, component)
			}
			if what == isMixed {
				again = true
				l.cut(component, cut, part)
				return
			}
			for _, n := range component {
				part.remove(n)
				if what == isFair {
					visit(int(n), c.keeps)
				}
			}
		})
	}
}
