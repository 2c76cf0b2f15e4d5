package scrutineer

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/diff"
	"github.com/scrutineer-go/scrutineer/spec"
)

// judge judges one run.
type judge struct {
	campaign.Book
	*instance
	view       *snapshot
	always     []predicate
	steps      []predicate
	eventually []predicate
	sometimes  []predicate // those that were not true yet
	at         [1]NodeID   // the process that the last event may have changed
	// disks are the records on the disks, by process. They are kept if there are properties of steps.
	disks    []any
	notes    notes
	broke    bool // something that must always be true was not, which ends the run
	watch    watch
	answered []answered // by process
	last     []any      // by process, what it announced last
	open     ledger
	calls    recorder
	goal     campaign.Goal
	most     int      // events that the run may have
	lastly   []string // the first events beyond these
}

// A run has at most inAll events, and ofEachPair more for each pair of processes.
const (
	inAll      = 1_000_000
	ofEachPair = 1_000
)

func newJudge(i *instance) *judge {
	j := &judge{
		instance: i, always: sorted(i.Always), steps: sorted(i.protocol.steps),
		eventually: sorted(i.Eventually), sometimes: sorted(i.Sometimes),
		answered: make([]answered, i.Nodes), last: make([]any, i.Nodes), open: make(ledger, i.Nodes),
		goal: campaign.Goal{For: i.enough()}, most: inAll + ofEachPair*i.Nodes*i.Nodes,
	}
	j.notes = notes{&j.Book, i.Watched, i.assumed()}
	if len(j.steps) > 0 {
		j.disks = make([]any, i.Nodes)
	}
	if i.Watch != nil {
		j.watch = i.Watch()
	}
	j.view = &snapshot{nodes: i.newStates(i.Nodes)}
	return j
}

// Observe judges one event: only its process has changed.
func (j *judge) Observe(w *world.World, e *world.Event) {
	first := j.view.reading == nil
	if first {
		j.begin(w, e.Action.At)
	}
	j.view.now = time.Duration(w.Now())
	j.view.changed = j.at[:0]
	if at := e.Action.At; at != spec.None {
		j.look(w, at)
		j.at[0], j.view.changed = at, j.at[:]
		if !world.IsStutter(e.Action.Name) {
			j.step(w, e)
		}
	}
	if first {
		j.view.changed = nil
	}
	j.always = j.demand(j.always, e)
	j.sometimes = slices.DeleteFunc(j.sometimes, func(p predicate) bool {
		seen := judged(p.check, j.view) == nil
		if seen {
			j.Saw(p.name)
		}
		return seen
	})
	if j.broke { // what comes after that does not matter
		w.Finish()
	}
	if e.N > j.most {
		j.endless(w, e)
	}
	j.goal.Watch(w, func() bool { return j.missing() == "" })
}

// endless ends a run in which too much has happened. It names the last events.
func (j *judge) endless(w *world.World, e *world.Event) {
	if j.lastly = append(j.lastly, e.Line().Text); len(j.lastly) == 3 {
		w.Stop(campaign.RunIsFinite, fmt.Sprintf("the run has no end: %d events have happened and it is at %s, the "+
			"last are %s; have processes rest or send less often, or set a shorter Settle",
			e.N, w.Now(), strings.Join(j.lastly, ", ")))
	}
}

// Resumes reads all processes before the first event of a run that starts from a snapshot.
func (j *judge) Resumes(w *world.World) {
	j.begin(w, spec.None)
	if len(j.steps) > 0 {
		j.imagined(j.view)
	}
}

// begin reads all processes into the view. If there are properties of steps, the process of the first event is read
// as it was before that event.
func (j *judge) begin(w *world.World, at NodeID) {
	j.view.reading = func(id NodeID) time.Duration { return time.Duration(w.Reading(id)) }
	j.view.disk = w.Disk
	j.view.log, j.view.label = w.Log(), j.Label
	w.ProlongIf(func() bool { return j.waits(w) })
	for n := range j.Nodes {
		j.look(w, NodeID(n))
	}
	if len(j.steps) > 0 && at != spec.None {
		j.disks[at] = nil
		j.view.nodes.set(at, j.New(at, j.Nodes).State())
		j.imagined(j.view)
	}
}

// look has the view see a process as it is now.
func (j *judge) look(w *world.World, at NodeID) {
	j.view.nodes.set(at, w.State(at))
	if j.view.image != nil {
		j.view.stale = append(j.view.stale, at)
	}
	if j.disks != nil {
		j.view.saved, j.disks[at] = j.disks[at], w.Disk(at)
	}
}

// step judges a step that is a step of the specification too, and records what its process announces.
func (j *judge) step(w *world.World, e *world.Event) {
	at := e.Action.At
	if cameUp, _ := world.Lives(&e.Action); cameUp && !j.view.returned.Has(at) {
		j.view.returned = j.view.returned.With(at)
	}
	if j.sees() {
		j.remember(at, e)
	}
	if j.watch != nil {
		j.watch(&e.Action, j.view, &j.notes)
	}
	j.steps = j.demand(j.steps, e)
}

// demand records a violation of each property that is not true, and returns the others: a property fails once in a run.
func (j *judge) demand(of []predicate, e *world.Event) []predicate {
	for from := 0; ; {
		n, err := untrue(of, from, j.view)
		if err == nil {
			return of
		}
		if name := of[n].name; !j.Failed(name) {
			j.Fail(name, err.Error(), e.N, j.needs(name))
			j.broke = !j.GoesOn
		}
		of, from = slices.Delete(of, n, n+1), n
	}
}

// remember takes note of what a process announces, and of what its client has called or was
// answered.
func (j *judge) remember(at NodeID, e *world.Event) {
	var now *answered
	if state := j.view.nodes.at(at); state != nil {
		shown := j.shows(at, state)
		if !sameValue(j.last[at], shown.Announced) { // mostly it is, and the list need not be searched
			j.view.announced = announce(j.view.announced, Announcement{at, shown.Announced})
			j.last[at] = shown.Announced
		}
		now = &shown.Answered
	}
	if j.Client == nil {
		return
	}
	op := j.operates(&e.Action, j.answered[at], now)
	if err := j.open.take(at, op); err != nil {
		j.Fail(linearizableName, err.Error(), e.N, j.needs(linearizableName))
		return
	}
	if now != nil {
		j.answered[at] = *now
	}
	j.calls.add(int(at), op, e)
}

// needs are the assumptions without which a property is not claimed.
func (j *judge) needs(property string, usual ...string) []string {
	if j.Assumptions != nil || j.Needs != nil {
		return j.Needs[property]
	}
	if j.Skew > 0 {
		return append([]string{assumeClocks}, usual...)
	}
	return usual
}

// Assumes returns the assumptions without which a property of a state or a step is not claimed.
func (j *judge) Assumes(property string) []string { return j.needs(property) }

// missing says which property that the run waits for is not Eventually true, "" for none.
func (j *judge) missing() string {
	for _, p := range j.eventually {
		if !j.hopeless(p.name) && judged(p.check, j.view) != nil {
			return p.name
		}
	}
	return ""
}

// waits reports whether the run waits for a property that would be a failure if it were not true at the end, and has
// had few enough events to go on.
func (j *judge) waits(w *world.World) bool {
	if j.missing() == "" || j.broke || w.Events() > j.most/2 {
		return false
	}
	defer func(before Set) { j.view.unstable = before }(j.view.unstable)
	j.view.unstable = w.Unstable() // as at the end
	broken := j.broken(w)
	isBroken := func(assumption string) bool { return j.Breaks(assumption) || slices.Contains(broken, assumption) }
	return slices.ContainsFunc(j.eventually, func(p predicate) bool {
		return judged(p.check, j.view) != nil && !slices.ContainsFunc(j.needs(p.name, assumeCrashes), isBroken)
	})
}

// hopeless reports whether the run has broken a final assumption that a property needs.
func (j *judge) hopeless(name string) bool {
	return slices.ContainsFunc(j.Assumptions, func(a assumption) bool {
		return a.final && j.Breaks(a.name) && slices.Contains(j.Needs[name], a.name)
	})
}

// End judges the end of the run.
func (j *judge) End(w *world.World) campaign.Finding {
	j.view.unstable = w.Unstable()
	j.assume(w)
	for _, p := range j.eventually {
		if err := judged(p.check, j.view); err != nil && !j.broke { // else the run ended early
			j.Fail(p.name, fmt.Sprintf("at the end of the run, at %s: %v", w.Now(), err), w.Events(),
				j.needs(p.name, assumeCrashes))
		}
	}
	for _, p := range sorted(j.SometimesAtEnd) {
		if judged(p.check, j.view) == nil {
			j.Saw(p.name)
		}
	}
	if j.Client != nil && !j.Failed(linearizableName) {
		j.judgeCalls(w)
	}
	f := j.Finding(j.notes.assumptions, campaign.Ends(w, j.ended))
	f.Pages = j.pages
	return f
}

// Says what a process announces now, for the diagram.
func (j *judge) Says(w *world.World, at NodeID) string {
	state := w.State(at)
	switch {
	case state == nil:
		return ""
	case j.protocol.Says != nil:
		return j.protocol.Says(at, state)
	case j.Announces == nil:
		return ""
	}
	what := j.Announces(at, state)
	if what == nil {
		return ""
	}
	return diff.Abbreviate(strings.TrimPrefix(fmt.Sprintf("%T %+v", what, what), "*"), 30)
}

// assume notes which assumptions the run has broken.
func (j *judge) assume(w *world.World) {
	for _, assumption := range j.broken(w) {
		j.Broke(assumption)
	}
}

// broken returns the assumptions that the run has broken if it ends now, beside those that Watch has seen broken.
func (j *judge) broken(w *world.World) (names []string) {
	if j.Assumptions != nil {
		for _, a := range j.Assumptions {
			if a.kept != nil && !a.kept(j.view) {
				names = append(names, a.name)
			}
		}
		return names
	}
	down := 0
	for n := range j.Nodes {
		id := NodeID(n)
		if s := w.Skew(id); j.Skew > 0 && (s.Jumped || s.Slowest < -j.Skew || s.Fastest > j.Skew) {
			names = append(names, assumeClocks)
		}
		if !w.Up(id) || w.Unstable().Has(id) {
			down++
		}
	}
	if down > j.mayBeDown() {
		names = append(names, assumeCrashes)
	}
	return names
}

// ended says what a process was at the end.
func (j *judge) ended(w *world.World, id NodeID) string {
	if j.protocol.Says != nil {
		return j.Says(w, id)
	}
	return diff.Abbreviate(campaign.Text(w.State(id)), 60)
}

// enough is for how long all of Eventually must have been true for a run to end, 0 for no such time.
func (i *instance) enough() faults.Time {
	switch {
	case i.Enough < 0:
		return 0
	case i.Enough > 0:
		return whole(i.Enough)
	}
	return i.settle() / 4
}

// settle is how long a run goes on after the faults have stopped.
func (i *instance) settle() faults.Time {
	if i.Settle > 0 {
		return whole(i.Settle)
	}
	return 40 * i.timeout()
}
