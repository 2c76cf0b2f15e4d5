package coordination

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/coordination/words"
	engine "github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

const (
	heldWasSetName    = "HeldWasSet"
	neverOlderName    = "NeverOlder"
	takesInjectedName = "TakesInjected"
	newestAtLastName  = "NewestAtLast"
)

// properties returns the properties of the rate limit, by their names in tla/coordination/MCCoordination.tla.
func properties(cfg words.ClusterConfig) []spec.Property[rsdp.State] {
	r := rated{cfg}
	all := []spec.Property[rsdp.State]{
		{Name: heldWasSetName, Check: r.heldWasSet},
		{Name: "Agrees", Check: r.synchronised(r.agree), WithinBudget: true},
		{Name: "NewestHeld", Check: r.synchronised(r.newest), WithinBudget: true},
		{Name: "MostHeld", Check: r.synchronised(r.most), WithinBudget: true},
		{Name: neverOlderName, Kind: spec.Stepwise, Step: r.neverOlder, WithinBudget: true},
		{Name: takesInjectedName, Kind: spec.Stepwise, Step: r.takesInjected, WithinBudget: true},
		{Name: "Converges", Kind: spec.Stable, Check: r.newest},
	}
	return append(all, spec.Witnesses(
		spec.Property[rsdp.State]{Name: "NeverTakes", Check: r.neverTakes},
		spec.Property[rsdp.State]{Name: "NeverRevises", Check: r.synchronised(r.neverRevises)},
	)...)
}

// rated judges states of a cluster that runs reducers of the rate limit.
type rated struct{ cfg words.ClusterConfig }

// on returns the replicas.
func on(st rsdp.State) (those spec.Set) {
	s := st.State.State
	for _, id := range s.Alive {
		if s.Nodes[id].On && !s.Unbooted.Has(id) {
			those = append(those, id)
		}
	}
	return those
}

// limits returns the values of a replica's reducers of the rate limit.
func (r rated) limits(values []any) (all []words.Limit) {
	for k, name := range r.cfg.Reducers {
		if words.Limited(name) {
			all = append(all, values[k].(words.Limit))
		}
	}
	return all
}

// synchronised judges only states in which a session has ended and nothing is on its way any more.
func (r rated) synchronised(check func(rsdp.State) error) func(rsdp.State) error {
	return verify.WhenResting(engine.Routine(), func(st rsdp.State) error {
		if !slices.ContainsFunc(on(st), func(id spec.NodeID) bool { return st.State.State.Nodes[id].Number > 0 }) {
			return nil
		}
		return check(st)
	})
}

// agree reports whether all replicas hold the same.
func (r rated) agree(st rsdp.State) error {
	replicas := on(st)
	for _, id := range replicas {
		a, b := st.State.State.Nodes[replicas[0]].Values, st.State.State.Nodes[id].Values
		if !codec.Same(a, b) {
			return fmt.Errorf("%s holds %v, and %s holds %v", replicas[0], a, id, b)
		}
	}
	return nil
}

// newest returns an error unless all replicas hold the newest limit that any replica has observed or been handed.
func (r rated) newest(st rsdp.State) error {
	return r.allHold(st, func(l words.Limit) string {
		for _, id := range on(st) {
			known := append([]words.Limit{r.cfg.Limit(id)}, r.given(st.State.State.Nodes[id].Injected)...)
			for _, seen := range known {
				if setBefore(l, seen) {
					return fmt.Sprintf("%s knows of %+v", id, seen)
				}
			}
		}
		return ""
	})
}

// given returns the first n values that the side channel hands to a replica.
func (r rated) given(n int) (all []words.Limit) {
	for _, name := range r.cfg.Reducers {
		if words.Limited(name) {
			all = append(all, r.cfg.Injected...)
		}
	}
	return all[:n]
}

// heldWasSet reports whether each limit that a replica holds was observed or injected.
func (r rated) heldWasSet(st rsdp.State) error {
	for _, id := range on(st) {
		if err := wasSet(r.cfg, id, r.limits(st.State.State.Nodes[id].Values)); err != nil {
			return err
		}
	}
	return nil
}

func wasSet(cfg words.ClusterConfig, id spec.NodeID, held []words.Limit) error {
	for _, l := range held {
		if l != (words.Limit{}) && !slices.Contains(cfg.Limits, l) && !slices.Contains(cfg.Injected, l) {
			return fmt.Errorf("%s holds %+v, which was never set", id, l)
		}
	}
	return nil
}

// setBefore reports whether a was set before b or, if they were set at the same time, allows more requests.
func setBefore(a, b words.Limit) bool {
	return a.SetAt < b.SetAt || a.SetAt == b.SetAt && a.Slot < b.Slot
}

// most reports whether all replicas hold a limit that no other exceeds in the number of replicas that have observed it.
func (r rated) most(st rsdp.State) error {
	often := map[words.Limit]int{}
	for _, id := range on(st) {
		often[r.cfg.Limit(id)]++
	}
	return r.allHold(st, func(l words.Limit) string {
		for _, id := range on(st) {
			if seen := r.cfg.Limit(id); often[seen] > often[l] {
				return fmt.Sprintf("%d replicas have observed %+v", often[seen], seen)
			}
		}
		return ""
	})
}

// allHold reports whether all replicas hold limits that nothing speaks against.
func (r rated) allHold(st rsdp.State, against func(words.Limit) string) error {
	for _, id := range on(st) {
		for _, l := range r.limits(st.State.State.Nodes[id].Values) {
			if why := against(l); why != "" {
				return fmt.Errorf("%s holds %+v, and %s", id, l, why)
			}
		}
	}
	return nil
}

// neverOlder: no replica goes back, within a life, to a limit that was set before the one that it holds.
func (r rated) neverOlder(before rsdp.State, a spec.Action, after rsdp.State) error {
	was, is := before.State.State.Nodes[a.At], after.State.State.Nodes[a.At]
	if !on(before).Has(a.At) || !on(after).Has(a.At) || was.Life != is.Life {
		return nil
	}
	return goesBack(a.At, r.limits(was.Values), r.limits(is.Values))
}

// goesBack returns an error if a replica that held the limits was holds limits that were set before.
func goesBack(id spec.NodeID, was, is []words.Limit) error {
	for k := range was {
		if is[k].SetAt < was[k].SetAt {
			return fmt.Errorf("%s held %+v, and holds %+v, which was set before", id, was[k], is[k])
		}
	}
	return nil
}

// takesInjected: a replica holds what the side channel has handed to it, or what comes later on that channel.
func (r rated) takesInjected(_ rsdp.State, a spec.Action, after rsdp.State) error {
	given, is := a.Msg.Body.(engine.Inject)
	if a.Name != engine.KindInject || !is {
		return nil
	}
	return taken(r.cfg, a.At, given, after.State.State.Nodes[a.At].Values)
}

func taken(cfg words.ClusterConfig, id spec.NodeID, given engine.Inject, values []any) error {
	later := cfg.Injected[slices.Index(cfg.Injected, given.Data.(words.Limit)):]
	if held := values[slices.Index(cfg.Reducers, given.Reducer)].(words.Limit); !slices.Contains(later, held) {
		return fmt.Errorf("%s holds %+v, and the side channel has handed it %+v", id, held, given.Data)
	}
	return nil
}

// neverTakes is a witness, which must fail: a replica has taken a value of the side channel.
func (r rated) neverTakes(st rsdp.State) error {
	for _, id := range st.State.State.Alive {
		if n := st.State.State.Nodes[id].Injected; n > 0 {
			return fmt.Errorf("%s has taken %d", id, n)
		}
	}
	return nil
}

// neverRevises is a witness, which must fail: a session leaves a replica with another limit than it has observed.
func (r rated) neverRevises(st rsdp.State) error {
	for _, id := range on(st) {
		for _, l := range r.limits(st.State.State.Nodes[id].Values) {
			if l != r.cfg.Limit(id) {
				return fmt.Errorf("%s has observed %+v, and holds %+v", id, r.cfg.Limit(id), l)
			}
		}
	}
	return nil
}
