package fastbully

import (
	"fmt"
	"slices"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/fastbully"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/fastbully/words"
)

// What the monitor judges beside what its names in properties.go say: what must be so at last, and how
// many messages each event sends.
const (
	agreeName = "AgreeAtTheEnd" // all follow the same process, which is up
	bestName  = "BestAtTheEnd"  // it is the best of those that are up
	turnName  = "InItsTurn"     // who follows waits the longer the more are before it, who leads beats again
	quietName = "SendsLittle"   // n-1 scores at a boot, n-1 beats by who leads, one answer, and no more
)

func monitored() []string {
	return []string{
		oneLeaderName, perEpochName, epochGrowsName, announcesOnceName, quietName, turnName, agreeName, bestName,
	}
}

// The assumptions.
const (
	// Nobody takes over from one that is up, or gathers only some of the scores of those that are up.
	assumeNoAlarm  = "NoFalseAlarm"
	assumeLossless = "NothingIsLost" // each copy to a process that is up arrives
	assumeInTime   = "InTimeAtLast"  // there is no false alarm after the faults
)

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawFailover    = "Failover"    // a process took over from one that was down
	sawSecond      = "Second"      // one that was not the first substitute did
	sawFalseAlarm  = "FalseAlarm"  // a process took over from one that was up
	sawClaimsAgain = "ClaimsAgain" // a better process claimed against a worse one
	sawTwo         = "TwoLeaders"  // two led at the same time
	sawStale       = "Stale"       // an earlier reign was announced to one that knew of a later one
	sawGivesUp     = "GivesUp"     // a substitute gathered scores and left it
)

func assumptions() []string { return []string{assumeNoAlarm, assumeLossless, assumeInTime} }

func witnesses() []string {
	return []string{sawFailover, sawSecond, sawFalseAlarm, sawClaimsAgain, sawTwo, sawStale, sawGivesUp}
}

// monitor judges a run by its events, at a cost that grows with the group alone.
type monitor struct {
	campaign.Book
	cfg     words.Config
	order   []spec.NodeID // the best first
	known   []known
	leaders spec.Set
	heard   []spec.Set // by process, those whose scores it has heard since it began to gather
	goal    campaign.Goal
}

// known is what was seen of a process last.
type known struct {
	epoch     int
	leader    spec.NodeID
	acts      bool
	gathering bool
	ahead     []spec.NodeID
	booted    bool
	outdated  int
}

func newMonitor(cfg words.Config) *monitor {
	m := &monitor{
		cfg: cfg, order: order(cfg), known: make([]known, cfg.Nodes), heard: make([]spec.Set, cfg.Nodes),
		goal: campaign.Goal{For: faults.Time(cfg.FailTime())},
	}
	for i := range m.known {
		m.known[i] = seen(implementation.New(spec.NodeID(i), cfg).State().(*implementation.State), spec.NodeID(i))
		m.known[i].booted = !cfg.Boots()
		if m.known[i].acts {
			m.leaders = m.leaders.With(spec.NodeID(i))
		}
	}
	return m
}

// seen is what is to be known of a process.
func seen(s *implementation.State, id spec.NodeID) known {
	return known{
		epoch: s.Epoch, leader: s.Leader, acts: s.Acts, gathering: s.Gathers, ahead: s.Ahead(id), booted: true,
		outdated: len(s.Outdated),
	}
}

// Observe judges one event. Only the process at which it happened has changed.
func (m *monitor) Observe(w *world.World, e *world.Event) {
	if !world.IsStutter(e.Action.Name) {
		m.observe(w, e)
	}
	m.goal.WatchChanges(w, func() bool { return m.wrong(w) == nil })
}

func (m *monitor) observe(w *world.World, e *world.Event) {
	at, a := e.Action.At, &e.Action
	was := m.known[at]
	m.early(w, a, &was)
	if class := a.Class(); class == spec.ClassDrop || class == spec.ClassLoss {
		m.Broke(assumeLossless)
		return
	}
	s := stateOf(w, at)
	if s == nil {
		m.leaders = m.leaders.Without(at)
		m.goal.Changed()
		return
	}
	is := seen(s, at)
	is.booted = was.booted || a.Name == spec.Boot
	m.known[at] = is
	if was.leader != is.leader || was.booted != is.booted {
		m.goal.Changed()
	}
	switch {
	case is.gathering && !was.gathering:
		m.heard[at] = nil
	case is.gathering && a.Name == spec.Deliver(words.KindScore):
		m.heard[at] = m.heard[at].With(a.Msg.From)
	}
	m.leads(e, &was, &is)
	m.sends(e, &was, &is)
	m.timers(e, &was, &is)
	if is.epoch < was.epoch {
		m.Fail(epochGrowsName, fmt.Sprintf("%s is in epoch %d, and was in %d", at, is.epoch, was.epoch), e.N, nil)
	}
	m.witness(w, a, &was, &is)
}

// early notes that a timer fired whose owner would have heard more had it waited: of somebody before it
// who is up, or a score; or that a process begins when another has gathered already.
func (m *monitor) early(w *world.World, a *spec.Action, was *known) {
	if a.Msg.Body != nil {
		return
	}
	gathered := func(k known) bool { return k.booted && !k.gathering }
	up := func(who []spec.NodeID) bool { return slices.ContainsFunc(who, w.Up) }
	switch {
	case a.Timer == words.TimerWait && up(was.ahead):
		m.Saw(sawFalseAlarm)
	case a.Timer == words.TimerGather && len(w.Living().Minus(m.heard[a.At]).Without(a.At)) > 0:
	case a.Name == spec.Boot && m.cfg.Start == words.Cold && slices.ContainsFunc(m.known, gathered):
	default:
		return
	}
	m.Broke(assumeNoAlarm)
	if w.Stopped() {
		m.Broke(assumeInTime)
	}
}

// leads judges who leads.
func (m *monitor) leads(e *world.Event, was, is *known) {
	at := e.Action.At
	if !is.acts {
		m.leaders = m.leaders.Without(at)
		return
	}
	if was.acts && was.epoch == is.epoch {
		return
	}
	m.leaders = m.leaders.With(at)
	for _, other := range m.leaders.Without(at) {
		m.Saw(sawTwo)
		m.Fail(oneLeaderName, fmt.Sprintf("%s leads, and %s does", at, other), e.N,
			[]string{assumeNoAlarm, assumeLossless})
		if m.known[other].epoch == is.epoch {
			m.Fail(perEpochName, fmt.Sprintf("%s and %s both lead in epoch %d", other, at, is.epoch), e.N, nil)
		}
	}
}

// sends counts what an event sends.
func (m *monitor) sends(e *world.Event, was, is *known) {
	if !e.Whole {
		return // cut short
	}
	counts := map[string]int{}
	for _, effect := range e.Effects {
		if effect.Body != nil {
			counts[effect.Body.Kind()]++
		}
	}
	others, due := m.cfg.Nodes-1, map[string]int{}
	if e.Action.Name == spec.Deliver(words.KindCollect) {
		due[words.KindScore] = 1
	}
	switch a := &e.Action; {
	case is.acts && (!was.acts || was.epoch != is.epoch):
		due[words.KindCoordinator] = others
	case a.Name == spec.Boot && m.cfg.Start == words.Cold:
		due[words.KindScore] = others
	case a.Timer == words.TimerBeat && was.acts:
		due[words.KindBeat] = others
	case is.gathering && !was.gathering:
		due[words.KindCollect] = others
	}
	if most := was.outdated + 1; counts[words.KindNewer] > most {
		m.Fail(quietName, fmt.Sprintf("%s answers %d, who has ignored %d at most",
			e.Action.At, counts[words.KindNewer], most), e.N, nil)
	}
	for _, kind := range []string{
		words.KindScore, words.KindCollect, words.KindCoordinator, words.KindBeat,
	} {
		if counts[kind] == due[kind] {
			continue
		}
		property := quietName
		if kind == words.KindCoordinator {
			property = announcesOnceName
		}
		m.Fail(property, fmt.Sprintf("%s has %s send %d copies of %s, due are %d",
			e.Action.Name, e.Action.At, counts[kind], kind, due[kind]), e.N, nil)
	}
}

// timers judges how long what an event has set runs.
func (m *monitor) timers(e *world.Event, was, is *known) {
	if !e.Whole {
		return
	}
	beats := false
	for i := range e.Effects {
		switch f := &e.Effects[i]; {
		case f.Kind != impl.SetTimer:
		case f.Timer == words.TimerBeat:
			beats = f.After == m.cfg.BeatTime()
		case f.Timer == words.TimerWait:
			if due := m.cfg.FailTime() + time.Duration(len(is.ahead)-1)*m.cfg.StepTime(); f.After != due {
				m.Fail(turnName, fmt.Sprintf("%s waits %s behind %v, due are %s",
					e.Action.At, f.After, is.ahead, due), e.N, nil)
			}
		}
	}
	if is.acts && (!was.acts || e.Action.Timer == words.TimerBeat) && m.cfg.Detector != words.Told && !beats {
		m.Fail(turnName, e.Action.At.String()+" leads and does not beat again", e.N, nil)
	}
}

// isStale reports whether a Coordinator is of a reign before the one that a process knows that does not lead.
func isStale(a *spec.Action, was *known) bool {
	return a.Msg.Body.(words.Coordinator).Epoch < was.epoch && !was.acts && was.leader != a.Msg.From
}

func (m *monitor) witness(w *world.World, a *spec.Action, was, is *known) {
	begins := is.acts && (!was.acts || was.epoch != is.epoch)
	switch _, told := a.Msg.Body.(words.Coordinator); {
	case begins && len(was.ahead) > 0 && !w.Up(was.ahead[0]):
		m.Saw(sawFailover)
		if len(was.ahead) > 1 {
			m.Saw(sawSecond)
		}
	case begins && told:
		m.Saw(sawClaimsAgain)
	case told && isStale(a, was):
		m.Saw(sawStale)
	case was.gathering && !is.gathering && was.leader == is.leader && was.leader != spec.None:
		m.Saw(sawGivesUp)
	}
}

// failing is what is wrong at the end.
type failing struct{ property, why string }

// wrong says what is not so that must be so at last, nil where nothing is.
func (m *monitor) wrong(w *world.World) *failing {
	best := slices.IndexFunc(m.order, w.Up)
	if best < 0 {
		return nil // nobody is up
	}
	first := spec.None
	for i := range m.known {
		id, is := spec.NodeID(i), &m.known[i]
		switch {
		case !w.Up(id):
		case !is.booted || is.leader == spec.None || !w.Up(is.leader):
			return &failing{agreeName, fmt.Sprintf("%s follows %s, who is not up", id, is.leader)}
		case first == spec.None:
			first = id
		case is.leader != m.known[first].leader:
			return &failing{agreeName, fmt.Sprintf("%s follows %s, and %s follows %s",
				first, m.known[first].leader, id, is.leader)}
		}
	}
	if leader := m.known[first].leader; leader != m.order[best] {
		return &failing{bestName, fmt.Sprintf("all follow %s, and %s is better", leader, m.order[best])}
	}
	return nil
}

// End judges what must be so at last.
func (m *monitor) End(w *world.World) campaign.Finding {
	needs := []string{assumeInTime}
	if m.cfg.Detector == words.Told {
		// Nothing is said again; and who announced itself too early may leave lists in which each waits for the other.
		needs = append(needs, assumeLossless, assumeNoAlarm)
	}
	if f := m.wrong(w); f != nil {
		m.FailAtEnd(w, f.property, f.why, needs)
	}
	return m.Finding(assumptions(), campaign.Ends(w, m.Says))
}

// Says says whom a process follows.
func (m *monitor) Says(w *world.World, id spec.NodeID) string {
	switch s := stateOf(w, id); {
	case s == nil:
		return ""
	case s.Acts:
		return fmt.Sprintf("leads in epoch %d", s.Epoch)
	case s.Leader == spec.None:
		return "follows nobody"
	default:
		return "follows " + s.Leader.String()
	}
}

// stateOf returns what a process knows, nil while it is down.
func stateOf(w *world.World, id spec.NodeID) *implementation.State {
	s, _ := w.State(id).(*implementation.State)
	return s
}
