package campaign

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/phrase"
	"github.com/scrutineer-go/scrutineer/spec"
)

// newResult returns the result of a campaign of which nothing has run.
func newResult(p Harness, o Options) *Result {
	return &Result{
		Version: ResultVersion, Protocol: p.Name, Seed: o.Seed, Fixed: o.Fixed, Asked: o.Runs,
		Refine: o.Refine && !p.Unspecified,
		Keep:   o.Keep, Tries: o.Tries, Program: o.Program,
		Failed: map[string]int{}, Causes: map[string]map[string]int{}, Broken: map[string]int{},
		Faults: map[string]int{}, Seen: map[string]int{}, Hits: map[string]map[string]int{},
		Edges: newEdges(p, o),
	}
}

// newEdges returns the edges of a campaign that counts them, else nil.
func newEdges(p Harness, o Options) *Edges {
	if !o.Edges || !o.Refine || p.Bound == nil {
		return nil
	}
	return &Edges{Actions: []ActionEdges{}, Visited: Bits{}}
}

// add counts one run.
func (r *Result) add(o Outcome) {
	if o.Outside() {
		r.Outside++
	}
	for _, name := range o.Broken {
		r.Broken[name]++
	}
	for kind := range o.Report.Happened {
		r.Faults[kind]++
	}
	for hit := range o.Report.Hits {
		if r.Hits[hit.Fault] == nil {
			r.Hits[hit.Fault] = map[string]int{}
		}
		r.Hits[hit.Fault][hit.On]++
	}
	for _, name := range o.Seen {
		r.Seen[name]++
	}
	for _, name := range o.Labels {
		if r.Labels == nil {
			r.Labels = map[string]int{}
		}
		r.Labels[name]++
	}
	r.Events += o.Report.Events
	r.Delivered += o.Report.Delivered
	for _, c := range o.Report.Traffic {
		r.addTraffic(c)
	}
	sum := sha256.Sum256([]byte(r.Digest + o.Report.Digest))
	r.Digest = hex.EncodeToString(sum[:])
}

// addHandled adds what a run has seen.
func (r *Result) addHandled(run int, c covering) {
	for name, does := range c.handled {
		if r.Actions == nil {
			r.Actions = map[string]*Acted{}
		}
		a := r.Actions[name]
		if a == nil {
			a = &Acted{}
			r.Actions[name] = a
		}
		a.Runs++
		a.Does = a.Does || does
	}
	if r.states == nil {
		r.states = map[uint64]struct{}{}
	}
	before := len(r.states)
	for hash := range c.states {
		if len(r.states) < mostStates {
			r.states[hash] = struct{}{}
		}
	}
	if len(r.states) > before {
		r.lastNew = run
	}
}

// LocalStates returns how many states of single processes were met in every eighth run, and the last run with a new
// one. If all is false, no more states were counted from that run on.
func (r *Result) LocalStates() (states, lastNew int, all bool) {
	return len(r.states), r.lastNew, len(r.states) < mostStates
}

// idle lists the actions that have done nothing in any run.
func (r *Result) idle() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(r.Actions)) {
		if !r.Actions[name].Does {
			names = append(names, name)
		}
	}
	return names
}

// Unmet lists the kinds of messages and inputs of which nothing ever happened.
func (r *Result) Unmet(p Harness) []string {
	return slices.DeleteFunc(slices.Clone(p.Kinds), func(kind string) bool {
		return r.Actions[kind] != nil || r.Actions[spec.Deliver(kind)] != nil
	})
}

func (r *Result) addTraffic(c world.Traffic) {
	i, found := slices.BinarySearchFunc(r.Traffic, c.Kind, func(c world.Traffic, kind string) int {
		return strings.Compare(c.Kind, kind)
	})
	if !found {
		r.Traffic = slices.Insert(r.Traffic, i, world.Traffic{Kind: c.Kind})
	}
	r.Traffic[i].Add(c)
}

// summary is the failure as the result has it.
func (f Failure) summary() FailureSummary {
	return FailureSummary{
		Run: f.Run, Property: f.Violation.Property, Why: phrase.FirstLine(f.Violation.Why),
		Elements: f.Minimal.Elements, Cause: causeOf(f.Minimal.Plan), Tries: f.Minimal.Tries, Dir: f.Dir(),
		Digest: f.Replayed.Outcome.Report.Digest,
		Needs:  f.Violation.Needs, Broken: f.Replayed.Outcome.Broken,
	}
}
