package vcube

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// incarnationGrows: the incarnation on a disk never falls, and never vanishes, and whoever comes up again
// is in a higher one than ever before (W12).
func incarnationGrows(cfg words.Config) func(State, spec.Action, State) error {
	return func(before State, a spec.Action, after State) error {
		id := a.At // no other disk changes
		was, had := record(before, id)
		if !had {
			was.Incarnation = cfg.Incarnations[id]
		}
		is, has := record(after, id)
		cameUp := after.State.State.Alive.Has(id) && !before.State.State.Alive.Has(id)
		if !has && (had || cameUp) || has && (is.Incarnation < was.Incarnation ||
			cameUp && is.Incarnation == was.Incarnation) {
			return fmt.Errorf("after %s the disk of %d has %+v, and had %+v", a, id, is, was)
		}
		return nil
	}
}

// stays reports whether a process is up and has booted before and after a step. Steps are judged at the
// process where they happen: no other changes.
func stays(before State, id spec.NodeID, after State) bool {
	return isBooted(before, id) && isBooted(after, id)
}

func isBooted(st State, id spec.NodeID) bool {
	return st.State.State.Alive.Has(id) && !st.State.State.Unbooted.Has(id)
}

// timestampsGrow: nothing that a process knows falls while it is up (W3).
func timestampsGrow(before State, a spec.Action, after State) error {
	id := a.At
	if !stays(before, id, after) {
		return nil
	}
	was, is := before.State.State.Nodes[id], after.State.State.Nodes[id]
	for p := range was.Timestamps {
		if is.Timestamps[p] < was.Timestamps[p] || is.Incarnations[p] < was.Incarnations[p] {
			return fmt.Errorf("after %s %s has timestamp %d and incarnation %d of %d, and had %d and %d",
				a, id, is.Timestamps[p], is.Incarnations[p], p, was.Timestamps[p], was.Incarnations[p])
		}
	}
	return nil
}

// penalised tells whether the process was penalised by a step: its own incarnation rose while it
// was up.
func penalised(before, after State, id spec.NodeID) bool {
	return after.State.State.Nodes[id].Incarnations[id] > before.State.State.Nodes[id].Incarnations[id]
}

// penaltyDethrones: who is penalised has somebody else before itself then, in its own view (VC-21).
func penaltyDethrones(before State, a spec.Action, after State) error {
	id := a.At
	if !stays(before, id, after) {
		return nil
	}
	if !penalised(before, after, id) {
		return nil
	}
	p := after.State.State.Nodes[id]
	better := func(c spec.NodeID) bool {
		known, own := p.Incarnations[c], p.Incarnations[id]
		return known != words.Unknown && (known < own || known == own && c < id)
	}
	dethroned := false
	for _, c := range p.Correct {
		dethroned = dethroned || c != id && better(c)
	}
	if !dethroned {
		return fmt.Errorf("after %s %s has penalised itself to incarnation %d, and is the least all the same",
			a, id, p.Incarnations[id])
	}
	return nil
}

// heardLeads: nobody is elected by an incarnation that it never was in (Y8).
func heardLeads(cfg words.Config) func(State, spec.Action, State) error {
	return func(before State, a spec.Action, after State) error {
		id := a.At
		if !stays(before, id, after) {
			return nil
		}
		p := after.State.State.Nodes[id]
		if p.Leader == before.State.State.Nodes[id].Leader || p.Leader == spec.None {
			return nil
		}
		if p.Incarnations[p.Leader] < cfg.Incarnations[p.Leader] {
			return fmt.Errorf("after %s %s follows %s by incarnation %d, which never was below %d",
				a, id, p.Leader, p.Incarnations[p.Leader], cfg.Incarnations[p.Leader])
		}
		return nil
	}
}
