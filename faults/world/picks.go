package world

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/draw"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Pick pins what a process picks.
func (in *injector) Pick(p pick) { in.picks = append(in.picks, p) }

// startsRun begins the handler run of a process, which has picked nothing so far.
func (in *injector) startsRun(at spec.NodeID) { in.picking = picking{at: at} }

// pick returns the set that a pin of the plan names, or else a drawn set. Every set has the same chance.
func (in *injector) pick(why string, from spec.Set, k int) spec.Set {
	return in.picked(why, from, k, func(key draw.Key) spec.Set { return shuffled(key, from, k) })
}

// pickBy returns the set that a pin of the plan names, or else a set that is drawn by weight.
func (in *injector) pickBy(why string, from spec.Set, k int, weights []int) spec.Set {
	return in.picked(why, from, k, func(key draw.Key) spec.Set { return weighted(key, from, k, weights) })
}

// shuffled returns the first k members of a drawn shuffle.
func shuffled(key draw.Key, from spec.Set, k int) spec.Set {
	set := spec.NewSet(from...)
	for i := range k {
		j := i + int(key.With(uint64(i)).Below(uint64(len(set)-i)))
		set[i], set[j] = set[j], set[i]
	}
	return spec.NewSet(set[:k]...)
}

// weighted draws k members one after another. The chance of each remaining member is in proportion to its weight.
func weighted(key draw.Key, from spec.Set, k int, weights []int) spec.Set {
	set := make(spec.Set, 0, k)
	for _, n := range key.Weighted(k, weights) {
		set = append(set, from[n])
	}
	return spec.NewSet(set...)
}

// picked returns the set that a pin of the plan names, or else the drawn set.
func (in *injector) picked(why string, from spec.Set, k int, drawn func(draw.Key) spec.Set) spec.Set {
	at := in.picking.at
	p := &in.targets[at]
	if in.picking.asked++; in.picking.asked > 1 {
		panic(spec.Breach{Contract: "PickOnce", Why: fmt.Sprintf(
			"process %s picks a second time (%q); one handler run is one action with one pick", at, why)})
	}
	p.picks++
	if in.script != nil {
		in.picking.set = in.recordedPick(why, from, k)
		return slices.Clone(in.picking.set)
	}
	set, pinned := in.pinnedPick(at, p.picks, from, k)
	if !pinned {
		key := in.seed.With(aboutPick).With(uint64(at)).Named(why).With(uint64(p.picks))
		set = drawn(key)
		in.record.pick(at, p.picks, set)
	}
	in.picking.set = set
	return set
}

// recordedPick returns the pick of the recorded step, which must be one of the choices.
func (in *injector) recordedPick(why string, from spec.Set, k int) spec.Set {
	set := in.script.pick
	if len(set) != k || len(set.Minus(from)) > 0 {
		panic(fmt.Sprintf("the recorded pick is %s, but for %q the process picks %d of %s", set, why, k, from))
	}
	return set
}

// pinnedPick returns what a pin says of what a process picks, if there is one and
// the process may pick that.
func (in *injector) pinnedPick(at spec.NodeID, nth int, from spec.Set, k int) (spec.Set, bool) {
	for i := range in.picks {
		p := &in.picks[i]
		if p.node == at && p.nth == nth && len(p.set) == k && len(p.set.Minus(from)) == 0 {
			in.tally.matched(p.field)
			in.journal.acts(p.field) // the handler is about to have its event
			return slices.Clone(p.set), true
		}
	}
	return nil, false
}
