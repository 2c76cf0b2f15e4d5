package coordination

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/faults/world"
	machine "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/coordination/words"
	engine "github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// The witnesses of runs.
const (
	sawInjected = "Injected" // the side channel handed a value to a replica
	sawLearned  = "Learned"  // a replica heard of a newer limit from another replica
)

// assumeHonest is assumed of a run for what the side channel hands to replicas: timestamps are in the order in which
// the values were set.
const assumeHonest = "HonestClocks"

func monitored() []string {
	return []string{heldWasSetName, neverOlderName, takesInjectedName, newestAtLastName}
}

func witnessed() []string { return []string{sawInjected, sawLearned} }

// judge judges the rate limits of a run beside the judge of the engine. It judges popular vote by the engine's judge
// alone: a vote may go back.
type judge struct {
	scrutineer.Judge
	campaign.Book
	cfg  words.ClusterConfig
	held []holding
}

// holding is what a replica held when it was seen last: the newest limit in that life.
type holding struct {
	on    bool
	life  int
	limit words.Limit
}

func newJudge(cfg words.ClusterConfig, of scrutineer.Judge) *judge {
	return &judge{Judge: of, cfg: cfg, held: make([]holding, cfg.Nodes)}
}

// newest is the index of the reducer of the newest limit, -1 if it does not run.
func (j *judge) newest() int { return slices.Index(j.cfg.Reducers, words.Newest) }

// holds returns what a process holds.
func (j *judge) holds(w *world.World, id spec.NodeID) holding {
	s, up := w.State(id).(*machine.State)
	if !up || !s.On || j.newest() < 0 {
		return holding{}
	}
	return holding{true, s.Life, s.Values[j.newest()].(words.Limit)}
}

// Observe judges one event. Only the process at which it happened has changed.
func (j *judge) Observe(w *world.World, e *world.Event) {
	j.Judge.Observe(w, e)
	if world.IsStutter(e.Action.Name) || int(e.Action.At) >= len(j.held) || e.Action.At < 0 {
		return
	}
	at := e.Action.At
	if s, up := w.State(at).(*machine.State); up {
		if err := wasSet(j.cfg, at, rated{j.cfg}.limits(s.Values)); err != nil {
			j.Fail(heldWasSetName, err.Error(), e.N, nil)
		}
	}
	was, is := j.held[at], j.holds(w, at)
	j.held[at] = is
	if was.on && is.on && was.life == is.life {
		if err := goesBack(at, []words.Limit{was.limit}, []words.Limit{is.limit}); err != nil {
			j.Fail(neverOlderName, err.Error(), e.N, nil)
		}
		if setBefore(was.limit, is.limit) && e.Action.Name != engine.KindInject && was.limit.SetAt > 0 {
			j.Saw(sawLearned)
		}
	}
	var needs []string
	given, injected := e.Action.Msg.Body.(engine.Inject)
	if injected && e.Action.Name == engine.KindInject {
		j.Saw(sawInjected)
		if given.Reducer == words.Newest { // popular vote compares no timestamps
			needs = []string{assumeHonest}
		}
		if s, up := w.State(at).(*machine.State); up {
			if err := taken(j.cfg, at, given, s.Values); err != nil {
				j.Fail(takesInjectedName, err.Error(), e.N, needs)
			}
		}
	}
}

// honest reports whether timestamps are in the order in which the values were set: all that the replicas have observed,
// then each that is injected.
func (j *judge) honest() bool {
	last := words.Limit{}
	for i := range spec.NodeID(j.cfg.Nodes) {
		if seen := j.cfg.Limit(i); setBefore(last, seen) {
			last = seen
		}
	}
	for _, l := range j.cfg.Injected {
		if l.SetAt <= last.SetAt && l != last {
			return false
		}
		last = l
	}
	return true
}

// End judges NewestAtLast if a clock repeats sessions: no replica holds a limit that is older than one that a replica
// holds or has observed.
func (j *judge) End(w *world.World) scrutineer.Finding {
	f := j.Judge.End(w)
	if j.newest() >= 0 && j.cfg.SyncMS > 0 {
		if err := j.newestAtLast(w); err != nil {
			j.FailAtEnd(w, newestAtLastName, err.Error(), []string{rsdp.AssumeLinks, rsdp.AssumeWindows})
		}
	}
	if !j.honest() {
		j.Broke(assumeHonest)
	}
	own := j.Finding([]string{assumeHonest}, nil)
	f.Violations = append(f.Violations, own.Violations...)
	slices.SortStableFunc(f.Violations, func(a, b scrutineer.Violation) int { return a.Event - b.Event })
	f.Seen, f.Broken = append(f.Seen, own.Seen...), append(f.Broken, own.Broken...)
	return f
}

// older reports whether a was set before b or, if ties do not stay, was set at the same time and allows more requests.
func (j *judge) older(a, b words.Limit) bool {
	return a.SetAt < b.SetAt || !j.cfg.TiesStay && setBefore(a, b)
}

func (j *judge) newestAtLast(w *world.World) error {
	for i := range spec.NodeID(j.cfg.Nodes) {
		for k := range spec.NodeID(j.cfg.Nodes) {
			a, b := j.holds(w, i), j.holds(w, k)
			if seen := j.cfg.Limit(k); a.on && b.on && (j.older(a.limit, b.limit) || j.older(a.limit, seen)) {
				return fmt.Errorf("%s holds %+v; %s holds %+v and has observed %+v", i, a.limit, k, b.limit, seen)
			}
		}
	}
	return nil
}
