package bully

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/bully"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/bully/words"
)

// What the monitor judges. HighestAtTheEnd is liveness: some time after the faults have stopped all follow
// the highest that is up.
const (
	perEpochName  = "OneLeaderPerEpoch"
	oneLeaderName = "OneLeader"
	growName      = "EpochsGrow"
	anewName      = "LeadsAnew"
	highestName   = "HighestAtTheEnd"
)

func monitored() []string {
	return []string{perEpochName, oneLeaderName, growName, anewName, highestName}
}

// What is assumed: of OneLeader the first three, of HighestAtTheEnd that nothing is lost, where leaders do not
// beat, and that they go on where they do.
const (
	assumeArrives = "NothingLost"      // no copy is lost on its way to who is up
	assumePatient = "NothingPremature" // no timer fires while it awaits something
	assumeStays   = "NobodyReturns"    // who was down stays down
	assumeGoOn    = "BeatsGoOn"        // nobody has beaten as often as it may
)

func assumptions() []string { return []string{assumeArrives, assumePatient, assumeStays, assumeGoOn} }

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawLower    = "LowerLeads" // somebody leads who is not the highest of all
	sawTwo      = "TwoLeaders" // two lead at the same time
	sawDeposed  = "Deposed"    // one that leads ceases to, and is up
	sawReturned = "Returned"   // at the end one leads that has been down
)

func witnessed() []string { return []string{sawLower, sawTwo, sawDeposed, sawReturned} }

// monitor judges a run by its events.
type monitor struct {
	campaign.Book
	cfg     words.Config
	seen    []seen
	leaders int // how many lead
	goal    campaign.Goal
	laggard spec.NodeID // who did not follow the highest when that was asked last
	spent   bool        // somebody has beaten as often as it may: nothing need be so at last
}

// seen is how a process was seen last.
type seen struct {
	up, acts, returned bool
	leader             spec.NodeID
	epoch, saved       int
}

func newMonitor(cfg words.Config) *monitor {
	m := &monitor{
		cfg: cfg, seen: make([]seen, cfg.Nodes),
		goal: campaign.Goal{For: 2 * faults.Time(spec.Milliseconds(cfg.FailMS))},
	}
	for i := range m.seen {
		m.seen[i] = seen{up: true, leader: spec.None, epoch: words.NoEpoch, saved: words.NoEpoch}
	}
	return m
}

// Observe judges one event. Only the process at which it happened has changed.
func (m *monitor) Observe(w *world.World, e *world.Event) {
	if a := &e.Action; !world.IsStutter(a.Name) {
		m.assume(a)
		m.learn(w, e)
	}
	m.goal.WatchChanges(w, func() bool { return m.spent || m.follows(w) })
}

// assume notes which assumption a step breaks.
func (m *monitor) assume(a *spec.Action) {
	switch a.Class() {
	case spec.ClassDrop:
		m.Broke(assumeArrives)
	case spec.ClassPremature:
		m.Broke(assumePatient)
	case spec.ClassRecovery:
		m.Broke(assumeStays)
	case spec.ClassCrashIn:
		if a.Name == spec.CrashIn(spec.Recover) {
			m.Broke(assumeStays)
		}
		if spec.ClassOf(a.Name[len(spec.CrashIn("")):]) == spec.ClassPremature {
			m.Broke(assumePatient)
		}
	}
}

// learn takes into account what a process knows now.
func (m *monitor) learn(w *world.World, e *world.Event) {
	at := e.Action.At
	was, is := m.seen[at], m.look(w, at)
	cameUp, _ := world.Lives(&e.Action)
	is.returned = was.returned || cameUp
	if m.seen[at] = is; is != was {
		m.goal.Changed()
	}
	if is.saved < was.saved || is.saved == was.saved && is.acts && !was.acts && m.fences() && is.epoch >= m.cfg.Nodes {
		m.Fail(anewName, fmt.Sprintf("%s leads in epoch %d, and on its disk is %d, and was %d",
			at, is.epoch, is.saved, was.saved), e.N, nil)
	}
	if was.up && is.up && !cameUp && is.epoch < was.epoch {
		m.Fail(growName, fmt.Sprintf("%s knows of epoch %d, and knew of %d", at, is.epoch, was.epoch), e.N, nil)
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
	if is.acts && (!was.acts || is.epoch != was.epoch) && m.leaders > 1 {
		m.compare(at, e.N)
	}
}

func (m *monitor) fences() bool { return !m.cfg.Reads(words.NoEpochs) }

// look is how a process is seen now.
func (m *monitor) look(w *world.World, at spec.NodeID) seen {
	is := seen{leader: spec.None, epoch: words.NoEpoch, saved: words.NoEpoch}
	if saved, ok := w.Disk(at).(words.Record); ok {
		is.saved = saved.Epoch
	}
	if s, up := w.State(at).(*implementation.State); up {
		if m.cfg.Most > 0 && s.Beaten >= m.cfg.Most && !m.spent {
			m.spent = true
			m.goal.Changed()
			m.Broke(assumeGoOn)
		}
		is.up, is.acts, is.leader, is.epoch = true, s.Acts(), s.Leader(), s.Known
	}
	return is
}

// compare holds a process that leads against the others that do.
func (m *monitor) compare(at spec.NodeID, event int) {
	m.Saw(sawTwo)
	for i := range m.seen {
		other, id := &m.seen[i], spec.NodeID(i)
		if id == at || !other.acts {
			continue
		}
		why := fmt.Sprintf("%s leads in epoch %d, and %s in %d", at, m.seen[at].epoch, id, other.epoch)
		m.Fail(oneLeaderName, why, event, []string{assumeArrives, assumePatient, assumeStays})
		if other.epoch == m.seen[at].epoch {
			m.Fail(perEpochName, why, event, nil)
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
	} else if top := spec.Highest(w.Living()); top != spec.None && m.seen[top].returned {
		m.Saw(sawReturned)
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
		return fmt.Sprintf("leads in epoch %d", s.Known)
	case s.Role == implementation.Follows:
		return fmt.Sprintf("follows %s, epoch %d", s.Leader(), s.Known)
	}
	return fmt.Sprintf("elects, epoch %d", s.Known)
}
