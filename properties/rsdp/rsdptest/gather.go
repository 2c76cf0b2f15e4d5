package rsdptest

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// gathered is what a reducer was given in one run.
type gathered struct {
	cfg words.Config
	// owns and gone are, for each replica, the values that it has held, and whom it knew to have left;
	// they are empty where it has had none.
	owns [][]any
	gone [][][]bool
	// statuses and shares are what was heard of each sender.
	statuses, shares [][]any
	seen             map[string]bool
}

func newGathered(cfg words.Config) *gathered {
	return &gathered{
		cfg: cfg, owns: make([][]any, cfg.Nodes), gone: make([][][]bool, cfg.Nodes),
		statuses: make([][]any, cfg.Nodes), shares: make([][]any, cfg.Nodes), seen: map[string]bool{},
	}
}

// note keeps what was not met before. It is a copy: the reducer may write to its own.
func note[T any](g *gathered, lists [][]T, what string, at spec.NodeID, value T) {
	type noted struct{ Value T }
	code := codec.Encode(noted{value})
	key := fmt.Sprintf("%s %d %s", what, at, code)
	if g.seen[key] {
		return
	}
	g.seen[key] = true
	var kept noted
	if err := codec.Decode(code, &kept); err != nil {
		panic(err)
	}
	lists[at] = append(lists[at], kept.Value)
}

// meets notes what a method is given of a replica.
func (g *gathered) meets(r *implementation.Replica, own any) {
	note(g, g.owns, "own", r.Self, own)
	note(g, g.gone, "gone", r.Self, r.Gone)
}

// witness is a reducer that notes what its methods are given.
type witness struct {
	implementation.Reducer
	*gathered
}

// AggregateState notes, and does what the reducer does.
func (w witness) AggregateState(r *implementation.Replica, own any, statuses []implementation.Entry) any {
	w.meets(r, own)
	for _, entry := range statuses {
		note(w.gathered, w.statuses, "status", entry.From, entry.Data)
	}
	return w.Reducer.AggregateState(r, own, statuses)
}

// AggregateShareState notes, and does what the reducer does.
func (w witness) AggregateShareState(r *implementation.Replica, own any, shares []implementation.Entry) any {
	w.meets(r, own)
	for _, entry := range shares {
		note(w.gathered, w.shares, "share", entry.From, entry.Data)
	}
	return w.Reducer.AggregateShareState(r, own, shares)
}

// AggregateCloseState notes, and does what the reducer does.
func (w witness) AggregateCloseState(r *implementation.Replica, own any, closers spec.Set) any {
	w.meets(r, own)
	return w.Reducer.AggregateCloseState(r, own, closers)
}

// runs is how many runs a reducer is watched in.
const runs = 40

// gather has the reducer run, and returns what came to it in those runs in which anything did.
func gather(c rsdp.Custom) ([]*gathered, error) {
	harness := rsdp.With(c).Registered().Campaigns()
	name := c.Reducer.Name()
	var all []*gathered
	for run := range runs {
		plan := harness.PlanOf(campaign.Options{Seed: 1}, run)
		cfg, err := words.Parse(plan.Config, name)
		if err != nil {
			return nil, err
		}
		g := newGathered(cfg)
		watched := rsdp.With(rsdp.Custom{Reducer: witness{c.Reducer, g}}).Registered().Subject(cfg)
		w, err := world.New(watched.Cluster, plan)
		if err != nil {
			return nil, err
		}
		if report := w.Run(); report.Breach != nil {
			return nil, fmt.Errorf("%s: %s", report.Breach.Contract, report.Breach.Why)
		}
		if len(g.selves()) > 0 && g.has(g.statuses) && g.has(g.shares) {
			all = append(all, g)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("in %d runs nothing came to the reducer %s", runs, name)
	}
	return all, nil
}

// selves are the replicas of which anything is known.
func (g *gathered) selves() (those []spec.NodeID) {
	for i, owns := range g.owns {
		if len(owns) > 0 {
			those = append(those, spec.NodeID(i))
		}
	}
	return those
}

// has reports whether anything was heard of anybody.
func (g *gathered) has(of [][]any) bool {
	for _, list := range of {
		if len(list) > 0 {
			return true
		}
	}
	return false
}
