package ring

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/ring"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ring/words"
)

// What the monitor judges. HighestAtTheEnd is liveness: some time after the faults have stopped all follow
// the highest that is up.
const (
	perRoundName    = "OneLeaderPerRound"
	highestActsName = "HighestActs"
	growName        = "RoundsGrow"
	highestName     = "HighestAtTheEnd"
)

func monitored() []string { return []string{perRoundName, highestActsName, growName, highestName} }

// What is assumed: of HighestActs that nobody is skipped who is up, of OneLeaderPerRound that no two do so, by whom
// there could be two rings, and of HighestAtTheEnd that nothing is lost, where processes do not probe, and that they go
// on where they do.
const (
	assumeArrives = "NothingLost"    // no copy is lost on its way to who is up
	assumeKept    = "NobodyDisowned" // nobody skips a process that is up
	assumeOne     = "OneDisowns"     // no two processes do
	assumeGoOn    = "ProbesGoOn"     // nobody has probed as often as it may
)

func assumptions() []string { return []string{assumeArrives, assumeKept, assumeOne, assumeGoOn} }

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawLower    = "LowerLeads" // somebody leads who is not the highest of all
	sawTwo      = "TwoLeaders" // two lead at the same time
	sawDeposed  = "Deposed"    // one that leads ceases to, and is up
	sawTakeBack = "TakenBack"  // a process that was skipped is a successor again
)

func witnessed() []string { return []string{sawLower, sawTwo, sawDeposed, sawTakeBack} }

// monitor judges a run by its events.
type monitor struct {
	campaign.Book
	cfg     words.Config
	seen    []seen
	leaders int         // how many lead
	disowns spec.NodeID // the first who skipped a process that was up
	goal    campaign.Goal
	laggard spec.NodeID // who did not follow the highest when that was asked last
	spent   bool        // somebody has probed as often as it may: nothing need be so at last
}

// seen is how a process was seen last.
type seen struct {
	up, acts   bool
	leader     spec.NodeID
	round, gap int
}

func newMonitor(cfg words.Config) *monitor {
	m := &monitor{
		cfg: cfg, seen: make([]seen, cfg.Nodes), disowns: spec.None,
		goal: campaign.Goal{For: 2 * faults.Time(spec.Milliseconds(cfg.FailMS))},
	}
	for i := range m.seen {
		m.seen[i] = seen{up: true, leader: spec.None}
	}
	return m
}

// Observe judges one event. Only the process at which it happened has changed.
func (m *monitor) Observe(w *world.World, e *world.Event) {
	if a := &e.Action; !world.IsStutter(a.Name) {
		if a.Class() == spec.ClassDrop {
			m.Broke(assumeArrives)
		}
		m.learn(w, e)
	}
	m.goal.WatchChanges(w, func() bool { return m.spent || m.follows(w) })
}

// learn takes into account what a process knows now.
func (m *monitor) learn(w *world.World, e *world.Event) {
	at := e.Action.At
	was, is := m.seen[at], m.look(w, at)
	if m.seen[at] = is; is != was {
		m.goal.Changed()
	}
	m.turned(w, at, &was, &is)
	if is.up && (is.round < was.round || is.round == was.round && is.leader < was.leader) {
		m.Fail(growName, fmt.Sprintf("%s follows %s in round %d, and followed %s in round %d",
			at, is.leader, is.round, was.leader, was.round), e.N, nil)
	}
	switch {
	case is.acts && !was.acts:
		m.leaders++
		if int(at) < m.cfg.Nodes-1 {
			m.Saw(sawLower)
		}
	case was.acts && !is.acts:
		m.leaders--
		if is.up {
			m.Saw(sawDeposed)
		}
	}
	if is.acts && (!was.acts || is.round != was.round) {
		m.compare(w, at, e.N)
	}
}

// turned notes that a process has another successor.
func (m *monitor) turned(w *world.World, at spec.NodeID, was, is *seen) {
	switch {
	case !is.up || is.gap == was.gap:
	case is.gap < was.gap:
		m.Saw(sawTakeBack)
	case w.Up(next(m.cfg, at, &implementation.State{Gap: was.gap})):
		m.Broke(assumeKept)
		if m.disowns == spec.None {
			m.disowns = at
		}
		if m.disowns != at {
			m.Broke(assumeOne)
		}
	}
}

// look is how a process is seen now.
func (m *monitor) look(w *world.World, at spec.NodeID) seen {
	s, up := w.State(at).(*implementation.State)
	if !up {
		return seen{leader: spec.None}
	}
	if m.cfg.Most > 0 && s.Probed >= m.cfg.Most && !m.spent {
		m.spent = true
		m.goal.Changed()
		m.Broke(assumeGoOn)
	}
	return seen{up: true, acts: s.Acts(), leader: s.Leader(), round: s.Term, gap: s.Gap}
}

// compare holds a process that leads against the others.
func (m *monitor) compare(w *world.World, at spec.NodeID, event int) {
	if top := spec.Highest(w.Living()); top != at {
		m.Fail(highestActsName, fmt.Sprintf("%s leads, and %s is up", at, top), event, []string{assumeKept})
	}
	for i := range m.seen {
		other, id := &m.seen[i], spec.NodeID(i)
		if id == at || !other.acts {
			continue
		}
		m.Saw(sawTwo)
		if other.round == m.seen[at].round {
			m.Fail(perRoundName, fmt.Sprintf("%s and %s both lead in round %d", at, id, other.round),
				event, []string{assumeOne})
		}
	}
}

// follows reports whether all follow the highest of those that are up. It asks the one first that did not.
func (m *monitor) follows(w *world.World) bool {
	top := spec.Highest(w.Living())
	wrong := func(id spec.NodeID) bool { return w.Up(id) && m.seen[id].leader != top }
	if wrong(m.laggard) {
		return false
	}
	i := slices.IndexFunc(w.Living(), wrong)
	if i >= 0 {
		m.laggard = w.Living()[i]
	}
	return i < 0
}

// fails says who does not follow the highest of those that are up, "" where all do.
func (m *monitor) fails(w *world.World) string {
	top := spec.Highest(w.Living())
	for _, id := range w.Living() {
		if leader := m.seen[id].leader; leader != top {
			return fmt.Sprintf("%s follows %s, and the highest that is up is %s", id, leader, top)
		}
	}
	return ""
}

// End judges what must be true at last.
func (m *monitor) End(w *world.World) campaign.Finding {
	needs := []string{assumeGoOn}
	if m.cfg.Detector == words.Told {
		needs = []string{assumeArrives}
	}
	if why := m.fails(w); why != "" {
		m.FailAtEnd(w, highestName, why, needs)
	}
	return m.Finding(assumptions(), campaign.Ends(w, m.Says))
}

// Says says whom a process follows.
func (m *monitor) Says(w *world.World, id spec.NodeID) string {
	s, up := w.State(id).(*implementation.State)
	switch {
	case !up:
		return ""
	case s.Acts():
		return fmt.Sprintf("leads, round %d", s.Term)
	case s.Master != spec.None:
		return fmt.Sprintf("follows %s, round %d", s.Master, s.Term)
	}
	return fmt.Sprintf("elects, round %d", s.Term)
}
