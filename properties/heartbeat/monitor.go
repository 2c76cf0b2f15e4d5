package heartbeat

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/heartbeat"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/heartbeat/words"
)

// What the monitor judges. RightAtTheEnd is liveness: some rounds after the faults have
// stopped, detectors suspect those who are down, and nobody else. It demands nothing of detectors
// that go on to crash, and nothing is right or wrong about such a process.
const (
	rightName  = "RightAtTheEnd"
	doubtsName = "NobodyDoubtsItself"
)

// What RightAtTheEnd assumes.
const (
	assumeAsks   = "AsksAll"       // everybody is asked, also who is suspected
	assumeInTime = "AnswersInTime" // an exchange that begins after the faults takes no longer than it is waited for
)

func assumptions() []string { return []string{assumeAsks, assumeInTime} }

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawSuspected    = "Suspected"    // somebody is suspected
	sawTrustedAgain = "TrustedAgain" // … and later is not
)

// monitor judges a run by its events, at a cost that grows with what one process knows.
type monitor struct {
	campaign.Book
	cfg       words.Config
	suspected []int  // how many a process suspected, as it was seen last
	since     []bool // whether it has begun a round after the faults stopped
	right     []bool // whether it was right then
	wrong     int    // how many detectors were not
	goal      campaign.Goal
}

func newMonitor(cfg words.Config) *monitor {
	m := &monitor{
		cfg: cfg, suspected: make([]int, cfg.Nodes), since: make([]bool, cfg.Nodes), right: make([]bool, cfg.Nodes),
		goal: campaign.Goal{For: 2 * faults.Time(implementation.Period)},
	}
	for i := range m.right {
		m.right[i] = true // nobody is down, and nobody suspected
	}
	return m
}

// Observe judges one event. Only the process at which it happened has changed.
func (m *monitor) Observe(w *world.World, e *world.Event) {
	if a := &e.Action; !world.IsStutter(a.Name) {
		m.learn(w, e)
		if cameUp, wentDown := world.Lives(a); cameUp || wentDown { // which changes who is right
			for _, id := range m.cfg.Detectors {
				m.judge(w, id, suspects(w, id))
			}
		}
	}
	m.goal.Watch(w, func() bool { return m.wrong == 0 })
}

// learn takes into account whom a process suspects now.
func (m *monitor) learn(w *world.World, e *world.Event) {
	at := e.Action.At
	now := suspects(w, at)
	switch e.Action.Name {
	case spec.Tick(words.ClockBeat):
		m.since[at] = m.since[at] || w.Stopped() && len(e.Sent) > 0
	case spec.Premature(words.NameWait):
		if m.since[at] { // somebody no longer waited for what was on its way
			m.Broke(assumeInTime)
		}
	}
	switch was := m.suspected[at]; {
	case now.Has(at):
		m.Fail(doubtsName, fmt.Sprintf("%s suspects itself", at), e.N, nil)
	case len(now) > was:
		m.Saw(sawSuspected)
	case len(now) < was && w.Up(at):
		m.Saw(sawTrustedAgain)
	}
	m.suspected[at] = len(now)
	if m.cfg.Detectors.Has(at) {
		m.judge(w, at, now)
	}
}

// judge notes whether a detector is right: of those who are not unstable, it suspects who is down,
// and nobody else.
func (m *monitor) judge(w *world.World, id spec.NodeID, suspected spec.Set) {
	unstable := w.Unstable()
	right := !w.Up(id) || unstable.Has(id) || suspected.Minus(unstable).Equal(w.Down().Minus(unstable))
	switch {
	case right && !m.right[id]:
		m.wrong--
	case !right && m.right[id]:
		m.wrong++
	}
	m.right[id] = right
}

// End judges what must be true at last.
func (m *monitor) End(w *world.World) campaign.Finding {
	for _, id := range m.cfg.Detectors {
		if !m.right[id] {
			m.FailAtEnd(w, rightName, fmt.Sprintf("%s suspects %s, and down are %s%s",
				id, suspects(w, id), w.Down(), unstable(w)), assumptions())
		}
	}
	if m.cfg.Learns != words.LearnsByAsking {
		m.Broke(assumeAsks)
	}
	return m.Finding(assumptions(), campaign.Ends(w, ended))
}

// unstable names those who go on to crash, where there are any.
func unstable(w *world.World) string {
	if who := w.Unstable(); len(who) > 0 {
		return "; unstable are " + who.String()
	}
	return ""
}

// ended says whom a process suspects at the end.
func ended(w *world.World, id spec.NodeID) string { return "suspects " + suspects(w, id).String() }

// Says says whom a process suspects.
func (m *monitor) Says(w *world.World, id spec.NodeID) string {
	if who := suspects(w, id); len(who) > 0 {
		return "suspects " + who.String()
	}
	return ""
}

// suspects are those that a process suspects, none while it is down.
func suspects(w *world.World, id spec.NodeID) (who spec.Set) {
	s, up := w.State(id).(*implementation.State)
	if !up {
		return nil
	}
	for i, peer := range s.Peers {
		if peer.Suspected {
			who = append(who, spec.NodeID(i))
		}
	}
	return who
}
