package viewchange

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/viewchange"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/viewchange/words"
)

// What the monitor judges.
const (
	onePrimaryName = "OnePrimaryPerView" // a view has one primary that acts, and nobody is normal in it before
	quorumName     = "ViewsHaveQuorum"   // it acts when f+1 have sent it their DoViewChange, itself counted
	startsName     = "DoNeedsStarts"     // who sends one has heard f others start the change
	viewGrowsName  = "ViewGrows"         // nobody's view falls, nor does the last in which it was normal
	agreeName      = "AgreeAtTheEnd"     // all are normal in one view, whose primary is up
)

func monitored() []string {
	return []string{onePrimaryName, quorumName, startsName, viewGrowsName, agreeName}
}

// What AgreeAtTheEnd assumes.
const (
	assumeQuorum = "Quorum" // at most f replicas crash
	// After the faults nobody gives up a view whose primary is up: not while that acts, nor the change to its view
	// while something that was sent for that is on its way. A change that does not end by itself is not excused.
	assumeInTime = "InTimeAtLast"
)

func assumptions() []string { return []string{assumeQuorum, assumeInTime} }

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawChange   = "Change"       // a view after the first began
	sawSkipped  = "Skipped"      // one began, and the one before it never did
	sawTwo      = "TwoPrimaries" // two acted at the same time, in two views
	sawDeposed  = "Deposed"      // a primary took part in a change
	sawCatchUp  = "CatchesUp"    // a replica was normal in a view by a Commit
	sawFailover = "Failover"     // a view began whose predecessor's primary was down
)

func witnesses() []string {
	return []string{sawChange, sawSkipped, sawTwo, sawDeposed, sawCatchUp, sawFailover}
}

// vote is one replica and a view.
type vote struct {
	who  spec.NodeID
	view int
}

// monitor judges a run by its events.
type monitor struct {
	campaign.Book
	cfg    words.Config
	known  []known
	starts map[vote]*voices    // of whom a replica has a StartViewChange of a view
	dos    map[int]*voices     // who has sent a DoViewChange of a view, or is its primary and could
	begun  map[int]spec.NodeID // who acted first in a view
	goal   campaign.Goal
	// laggard is who was not as it must be at last when that was asked last.
	laggard spec.NodeID
}

// voices are replicas of whom something was heard.
type voices struct {
	of    []bool
	count int
}

func (v *voices) add(id spec.NodeID) {
	if !v.of[id] {
		v.of[id] = true
		v.count++
	}
}

// heard returns the voices that are kept there, of that many replicas.
func heard[K comparable](kept map[K]*voices, at K, nodes int) *voices {
	v := kept[at]
	if v == nil {
		v = &voices{of: make([]bool, nodes)}
		kept[at] = v
	}
	return v
}

// known is what was seen of a replica last.
type known struct {
	booted           bool
	leader           spec.NodeID
	acts             bool
	view, lastNormal int
	told             bool
}

func newMonitor(cfg words.Config) *monitor {
	m := &monitor{
		cfg: cfg, known: make([]known, cfg.Nodes), starts: map[vote]*voices{}, dos: map[int]*voices{},
		begun: map[int]spec.NodeID{}, goal: campaign.Goal{For: faults.Time(cfg.FailTime())},
	}
	for i := range m.known {
		m.known[i].leader = spec.None
	}
	return m
}

// Observe judges one event. Only the replica at which it happened has changed.
func (m *monitor) Observe(w *world.World, e *world.Event) {
	if !world.IsStutter(e.Action.Name) {
		m.observe(w, e)
	}
	m.goal.WatchChanges(w, func() bool { return m.agree(w) })
}

func (m *monitor) observe(w *world.World, e *world.Event) {
	at, a := e.Action.At, &e.Action
	was := m.known[at]
	if a.Timer == words.TimerWait && w.Stopped() && w.Up(m.cfg.Primary(was.view)) &&
		(was.leader != spec.None || sentFor(w, was.view)) {
		m.Broke(assumeInTime)
	}
	if a.Class() == spec.ClassDrop || a.Class() == spec.ClassDuplicate {
		return
	}
	m.sent(e)
	s, up := w.State(at).(*implementation.State)
	if !up {
		m.goal.Changed()
		return
	}
	if told, ok := a.Msg.Body.(words.StartViewChange); ok {
		vote := vote{at, told.View}
		heard(m.starts, vote, m.cfg.Nodes).add(a.Msg.From)
	}
	is := known{
		booted: was.booted || a.Name == spec.Boot, leader: s.Leader, acts: s.Acts,
		view: s.View, lastNormal: s.LastNormal, told: s.Told,
	}
	if m.known[at] = is; is != was {
		m.goal.Changed()
	}
	m.judge(w, e, &was, &is)
}

// sent takes into account what an event has sent: whoever tells a primary has heard f others.
func (m *monitor) sent(e *world.Event) {
	for i := range e.Effects {
		if start, ok := e.Effects[i].Body.(words.StartView); ok {
			if _, begun := m.begun[start.View]; !begun {
				m.begun[start.View] = e.Action.At // it may crash while it says so
			}
		}
		if do, ok := e.Effects[i].Body.(words.DoViewChange); ok {
			heard(m.dos, do.View, m.cfg.Nodes).add(e.Action.At)
			starts := heard(m.starts, vote{e.Action.At, do.View}, m.cfg.Nodes)
			if told, ok := e.Action.Msg.Body.(words.StartViewChange); ok && told.View == do.View {
				starts.add(e.Action.Msg.From)
			}
			if 2*(starts.count+1) <= m.cfg.Nodes {
				m.Fail(startsName, fmt.Sprintf("%s sends its DoViewChange of view %d, and has heard %s start it",
					e.Action.At, do.View, spec.Members(starts.of)), e.N, nil)
			}
		}
	}
}

func (m *monitor) judge(w *world.World, e *world.Event, was, is *known) {
	at := e.Action.At
	if is.view < was.view || is.lastNormal < was.lastNormal {
		m.Fail(viewGrowsName, fmt.Sprintf("%s is in view %d and was normal in %d, after %d and %d",
			at, is.view, is.lastNormal, was.view, was.lastNormal), e.N, nil)
	}
	begins := is.acts && !(was.acts && was.view == is.view)
	if begins {
		m.begins(w, e, is)
	}
	first, begun := m.begun[is.view]
	if is.leader != spec.None && is.view > 0 && (!begun || is.leader != first) {
		m.Fail(onePrimaryName, fmt.Sprintf("%s is normal in view %d of %s, which has not begun it",
			at, is.view, is.leader), e.N, nil)
	}
	switch {
	case was.acts && is.leader == spec.None:
		m.Saw(sawDeposed)
	case is.lastNormal > was.lastNormal && e.Action.Name == spec.Deliver(words.KindCommit):
		m.Saw(sawCatchUp)
	}
}

// begins judges the beginning of a view.
func (m *monitor) begins(w *world.World, e *world.Event, is *known) {
	at := e.Action.At
	if other, begun := m.begun[is.view]; begun && other != at {
		m.Fail(onePrimaryName, fmt.Sprintf("%s begins view %d, which %s has begun", at, is.view, other), e.N, nil)
	}
	m.begun[is.view] = at
	for i, k := range m.known {
		if id := spec.NodeID(i); id != at && k.acts && w.Up(id) {
			m.Saw(sawTwo)
		}
	}
	if is.view == 0 {
		return
	}
	m.Saw(sawChange)
	if _, before := m.begun[is.view-1]; !before {
		m.Saw(sawSkipped)
	}
	if !w.Up(spec.NodeID((is.view - 1) % m.cfg.Nodes)) {
		m.Saw(sawFailover)
	}
	if votes := spec.Members(heard(m.dos, is.view, m.cfg.Nodes).of).With(at); 2*len(votes) <= m.cfg.Nodes {
		m.Fail(quorumName, fmt.Sprintf("%s begins view %d with the DoViewChange of %s, not of a majority of %d",
			at, is.view, votes, m.cfg.Nodes), e.N, nil)
	}
}

// sentFor reports whether something that was sent for the change to a view is on its way to a replica that is up.
func sentFor(w *world.World, view int) bool {
	of := func(msg spec.Message) bool {
		switch body := msg.Body.(type) {
		case words.StartViewChange:
			return body.View == view
		case words.DoViewChange:
			return body.View == view
		case words.StartView:
			return body.View == view
		}
		return false
	}
	return slices.ContainsFunc(w.Living(), func(id spec.NodeID) bool { return slices.ContainsFunc(w.Inbox(id), of) })
}

// agree reports whether all is so that must be so at last. It asks the one first that was not as it must be.
func (m *monitor) agree(w *world.World) bool {
	living := w.Living()
	wrong := func(id spec.NodeID) bool {
		is := &m.known[id]
		return !is.booted || is.leader == spec.None || !w.Up(is.leader) || is.view != m.known[living[0]].view
	}
	if w.Up(m.laggard) && wrong(m.laggard) {
		return false
	}
	i := slices.IndexFunc(living, wrong)
	if i >= 0 {
		m.laggard = living[i]
	}
	return i < 0
}

// fails says what is not so that must be so at last, "" where nothing is.
func (m *monitor) fails(w *world.World) string {
	first := spec.None
	for _, id := range w.Living() {
		is := &m.known[id]
		switch {
		case !is.booted || is.leader == spec.None:
			return fmt.Sprintf("%s is not normal, in view %d", id, is.view)
		case !w.Up(is.leader):
			return fmt.Sprintf("%s follows %s in view %d, who is not up", id, is.leader, is.view)
		case first == spec.None:
			first = id
		case is.view != m.known[first].view:
			return fmt.Sprintf("%s is in view %d, and %s in %d", first, m.known[first].view, id, is.view)
		}
	}
	return ""
}

// End judges what must be so at last.
func (m *monitor) End(w *world.World) campaign.Finding {
	if why := m.fails(w); why != "" {
		m.FailAtEnd(w, agreeName, why, assumptions())
	}
	if 2*len(w.Living()) <= m.cfg.Nodes {
		m.Broke(assumeQuorum)
	}
	return m.Finding(assumptions(), campaign.Ends(w, m.Says))
}

// Says says in which view a replica is.
func (m *monitor) Says(w *world.World, id spec.NodeID) string {
	switch s, up := w.State(id).(*implementation.State); {
	case !up:
		return ""
	case s.Leader == spec.None:
		return fmt.Sprintf("changes to view %d", s.View)
	case s.Acts:
		return fmt.Sprintf("primary of view %d", s.View)
	default:
		return fmt.Sprintf("in view %d of %s", s.View, s.Leader)
	}
}
