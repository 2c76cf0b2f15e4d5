package rsdp

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// What the monitor judges: with each event what must always be so, whenever the cluster is at rest
// what a session must have brought about, and where sessions are repeated what must be so at last.
const (
	saneName          = "Sane"
	oneVoteEachName   = "OneVoteEach"
	ownAnswersName    = "OwnAnswers"
	mutexExcludesName = "MutexExcludes"
	clientsKnowName   = "ClientsKnow"
	sessionName       = "SessionSettles" // a session without faults leaves all right
	agreeName         = "AgreeAtLast"
	rightName         = "RightAtLast"
)

func monitored() []string {
	return []string{
		saneName, oneVoteEachName, ownAnswersName, mutexExcludesName, windowsEndName, freshNamesName, clientsKnowName,
		sessionName, agreeName, rightName,
	}
}

// AssumeWindows is assumed of a run for what must be so at last: a STATUS window that began after the faults stopped
// waits for all answers.
const AssumeWindows = "SoundWindows"

// AssumeLinks is assumed of a run for what all replicas must hold: each has a link from each (Kotov 2025, equation 5).
const AssumeLinks = "AllLinked"

func assumptions() []string { return []string{AssumeLinks, AssumeWindows} }

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawElected   = "Elected"   // a replica that followed nobody follows somebody
	sawReplaced  = "Replaced"  // … and one that followed somebody another
	sawWaited    = "Waited"    // a batch or a CLOSE waited for the mutex
	sawForgotten = "Forgotten" // a replica was taken out of a view by its CLOSE
	sawCold      = "ColdStart" // a session without faults: all that booted together,
	sawJoined    = "Joined"    // one that joined,
	sawLeft      = "Left"      // some that left,
	sawResynced  = "Resynced"  // or a resynchronisation, …
	sawRepaired  = "Repaired"  // … of which some found replicas that disagreed
)

func witnessed() []string {
	return []string{
		sawElected, sawReplaced, sawWaited, sawForgotten, sawCold, sawJoined, sawLeft, sawResynced, sawRepaired,
	}
}

// monitor judges a run of the engine by its events, at a cost that grows with what one replica knows;
// at rest it looks at all.
type monitor struct {
	campaign.Book
	cfg   words.Config
	nodes []known
	span  span
	names []words.Session // of the last session of each
	since []bool          // of each replica, whether the session under way began after the faults stopped
	goal  campaign.Goal
	// differ are the reducers whose values may differ.
	differ []bool
}

// known is what a replica was when it was seen last.
type known struct {
	on, debating bool
	number       int
	waits        bool
	window       bool // the SHARE window is open
	values       []any
}

// newMonitor returns a judge for one run, with reducers beside those of the house. differ tells of each reducer
// whether its values may differ; nil: none may.
func newMonitor(cfg words.Config, differ []bool, custom ...implementation.Reducer) *monitor {
	m := &monitor{
		cfg: cfg, nodes: make([]known, cfg.Nodes), since: make([]bool, cfg.Nodes),
		names: slices.Repeat([]words.Session{{Life: -1}}, cfg.Nodes),
		span:  span{right: true, cold: cfg.Cold()},
		goal:  campaign.Goal{For: 2 * faults.Time(max(cfg.SyncTime(), cfg.StatusTime()+cfg.ShareTime()))},
	}
	m.differ = differ
	for i := range spec.NodeID(cfg.Nodes) {
		if len(cfg.LinkedTo(i)) < cfg.Nodes {
			m.Broke(AssumeLinks)
		}
	}
	if !cfg.Cold() {
		settled := m.settled()
		m.span.right = right(cfg, settled) == nil && agree(settled) == nil && m.agree(m.begun(settled, custom)) == nil
	}
	return m
}

// settled are the replicas as they are at the beginning.
func (m *monitor) settled() (all []replica) {
	for i := range m.nodes {
		at := spec.NodeID(i)
		if view := m.cfg.Settled(at); len(view.Members) > 0 {
			all = append(all, replica{at, []any{view}, nil, []bool{true}})
			m.nodes[at].on = true
		}
	}
	return all
}

// begun are the settled replicas with what reducers that are not of the house begin with.
func (m *monitor) begun(settled []replica, custom []implementation.Reducer) (all []replica) {
	if len(custom) == 0 {
		return nil
	}
	for _, r := range settled {
		s := implementation.New(r.id, m.cfg, custom...).State().(*implementation.State)
		all = append(all, replica{id: r.id, values: s.Values})
	}
	return all
}

// agree reports whether all replicas hold the same, without the values of reducers that may differ, and of others.
func (m *monitor) agree(all []replica, others ...int) error {
	for k, differs := range m.differ {
		if differs {
			others = append(others, k)
		}
	}
	if len(others) == 0 {
		return agree(all)
	}
	alike := slices.Clone(all)
	for i := range alike {
		alike[i].values = without(alike[i].values, others)
	}
	return agree(alike)
}

// given are the reducers that a side channel gives a value with an action: one, or none.
func (m *monitor) given(a *spec.Action) []int {
	if inject, is := a.Msg.Body.(words.Inject); is && a.Name == words.KindInject {
		return []int{slices.Index(m.cfg.Reducers, inject.Reducer)}
	}
	return nil
}

// stateOf is the state of a process that is up, else nil.
func stateOf(w *world.World, at spec.NodeID) *implementation.State {
	if s, up := w.State(at).(interface{ Engine() *implementation.State }); up {
		return s.Engine()
	}
	return nil
}

// replicaOf is a process as it is judged; false where it is down, or no replica.
func replicaOf(cfg words.Config, w *world.World, at spec.NodeID) (replica, bool) {
	s := stateOf(w, at)
	if s == nil || !s.On {
		return replica{}, false
	}
	return replica{at, s.Values, s.Told, houseOf(cfg)}, true
}

// replicas are all of them.
func replicas(cfg words.Config, w *world.World) (all []replica) {
	for _, at := range w.Living() {
		if r, on := replicaOf(cfg, w, at); on {
			all = append(all, r)
		}
	}
	return all
}

// Observe judges one event. Only the process at which it happened has changed.
func (m *monitor) Observe(w *world.World, e *world.Event) {
	if !world.IsStutter(e.Action.Name) {
		m.observe(w, e)
	}
	m.goal.Watch(w, func() bool { return m.settledAtLast(w) })
}

func (m *monitor) observe(w *world.World, e *world.Event) {
	m.step(w, e)
	if w.Resting(words.Routine()) {
		m.rest(w, e)
	}
}

// step judges what always holds, with each event.
func (m *monitor) step(w *world.World, e *world.Event) {
	at := e.Action.At
	was := m.nodes[at]
	m.nodes[at] = learn(w, at)
	is := &m.nodes[at]
	is.window = m.window(e, was.window)
	m.timely(w, e)
	m.span.note(&e.Action, &was, is)
	m.span.given = append(m.span.given, m.given(&e.Action)...)
	if r, on := replicaOf(m.cfg, w, at); on {
		m.judge(w, e, r)
	}
	if cameUp, wentDown := world.Lives(&e.Action); was.on && is.on && !cameUp && !wentDown {
		m.judgeStep(e, &was, is)
	}
}

func learn(w *world.World, at spec.NodeID) known {
	s := stateOf(w, at)
	if s == nil {
		return known{}
	}
	return known{
		on: s.On, debating: s.Debating, number: s.Number, waits: s.Due || len(s.Closes) > 0,
		values: slices.Clone(s.Values),
	}
}

// timely notes whether the windows of sessions that began after the faults wait for their answers.
func (m *monitor) timely(w *world.World, e *world.Event) {
	at := e.Action.At
	if e.Action.Name == spec.Premature(words.TimerStatus) {
		if m.since[at] {
			m.Broke(AssumeWindows)
		}
	}
	for _, effect := range e.Effects {
		if hello, begins := effect.Body.(words.Hello); begins {
			m.since[at] = w.Stopped()
			m.named(e, hello.Session)
		}
	}
}

// judge judges a replica as it is.
func (m *monitor) judge(w *world.World, e *world.Event, r replica) {
	if err := sane(r); err != nil {
		m.Fail(saneName, err.Error(), e.N, nil)
	}
	s := stateOf(w, r.id)
	var statuses, shares []spec.NodeID
	own := session(m.cfg, s.Life, s.Number)
	for _, status := range s.Statuses {
		statuses = append(statuses, status.From)
		if status.Session != own {
			m.Fail(ownAnswersName, fmt.Sprintf("%s, in session %v, has an answer to session %v of %s",
				r.id, own, status.Session, status.From), e.N, nil)
		}
	}
	for _, share := range s.Shares {
		shares = append(shares, share.From)
	}
	for _, senders := range [][]spec.NodeID{statuses, shares} {
		if who := repeated(senders); who != spec.None {
			m.Fail(oneVoteEachName, fmt.Sprintf("%s has two of %s in a buffer", r.id, who), e.N, nil)
		}
	}
	if m.nodes[r.id].waits {
		m.Saw(sawWaited)
	}
}

// judgeStep judges what a replica has changed with an event.
func (m *monitor) judgeStep(e *world.Event, was, is *known) {
	if was.debating && is.debating && was.number == is.number &&
		!same(without(was.values, m.given(&e.Action)), without(is.values, m.given(&e.Action))) {
		m.Fail(mutexExcludesName, fmt.Sprintf("%s holds %v during its DEBATES, and held %v",
			e.Action.At, is.values, was.values), e.N, nil)
	}
	for k := range was.values {
		_, before, _ := members(was.values[k])
		_, after, _ := members(is.values[k])
		switch {
		case before == after:
		case before == spec.None:
			m.Saw(sawElected)
		case after != spec.None:
			m.Saw(sawReplaced)
		}
	}
	if e.Action.Name == spec.Deliver(words.KindClose) && !same(was.values, is.values) {
		m.Saw(sawForgotten)
	}
}

// rest judges a cluster at rest, and begins another span.
func (m *monitor) rest(w *world.World, e *world.Event) {
	all := replicas(m.cfg, w)
	for _, r := range all {
		if err := clientKnows(r); err != nil {
			m.Fail(clientsKnowName, err.Error(), e.N, nil)
		}
	}
	err := right(m.cfg, all)
	if what, settles := m.span.settles(); settles {
		if err := cmp.Or(err, m.agree(all, m.span.given...)); err != nil {
			m.Fail(sessionName, fmt.Sprintf("after %s without faults %s", what, err), e.N, []string{AssumeLinks})
		}
		m.Saw(what)
		if !m.span.right && what == sawResynced {
			m.Saw(sawRepaired)
		}
	}
	m.span = span{right: cmp.Or(err, m.agree(all)) == nil}
}

// settledAtLast reports whether all is as it must be at last.
func (m *monitor) settledAtLast(w *world.World) bool {
	all := replicas(m.cfg, w)
	return m.agree(all) == nil && right(m.cfg, all) == nil
}

// End judges what must be so at last, where sessions are repeated for ever.
func (m *monitor) End(w *world.World) campaign.Finding {
	all := replicas(m.cfg, w)
	if m.cfg.SyncMS > 0 {
		needs := assumptions()
		if err := m.agree(all); err != nil {
			m.FailAtEnd(w, agreeName, err.Error(), needs)
		}
		if err := right(m.cfg, all); err != nil {
			m.FailAtEnd(w, rightName, err.Error(), needs)
		}
	}
	return m.Finding(assumptions(), campaign.Ends(w, m.Says))
}

// Says says what a process holds.
func (m *monitor) Says(w *world.World, at spec.NodeID) string {
	r, on := replicaOf(m.cfg, w, at)
	if !on {
		return "no replica"
	}
	var says string
	for k, value := range r.values {
		if k > 0 {
			says += ", "
		}
		says += text(value)
	}
	return says
}

// text says a value in a few words.
func text(value any) string {
	named, leader, ok := members(value)
	_, elects := value.(words.View)
	switch {
	case !ok:
		return fmt.Sprintf("%v", value)
	case !elects:
		return fmt.Sprintf("knows %s", spec.Set(named))
	case leader == spec.None:
		return "follows nobody"
	}
	return fmt.Sprintf("follows %s of %s", leader, spec.Set(named))
}
