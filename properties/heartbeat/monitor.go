package heartbeat

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/heartbeat"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
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

// monitor judges a run by its events.
type monitor struct {
	campaign.Book
	cfg    words.Config
	seen   []seen
	down   []bool // who was down when that was asked last
	glance *campaign.Glance
	since  []bool // whether a process has begun a round after the faults stopped
	wrong  int    // how many detectors are not right
	goal   campaign.Goal
}

// seen is whom a process suspected when it was seen last.
type seen struct {
	peers     []bool
	suspected int
	// astray counts the peers that are up and suspected, or down and not; unstable ones do not count.
	astray int
	right  bool
}

func newMonitor(cfg words.Config) *monitor {
	m := &monitor{
		cfg: cfg, seen: make([]seen, cfg.Nodes), down: make([]bool, cfg.Nodes), since: make([]bool, cfg.Nodes),
		glance: campaign.NewGlance(cfg.Nodes),
		goal:   campaign.Goal{For: 2 * faults.Time(words.Period)},
	}
	for i := range m.seen {
		m.seen[i] = seen{peers: make([]bool, cfg.Nodes), right: true} // nobody is down, and nobody suspected
	}
	return m
}

// Observe judges one event. Only the process at which it happened has changed.
func (m *monitor) Observe(w *world.World, e *world.Event) {
	if a := &e.Action; !world.IsStutter(a.Name) {
		m.learn(w, e)
		if cameUp, wentDown := world.Lives(a); cameUp || wentDown { // which changes who is right
			m.turned(w, a.At)
			for _, id := range m.cfg.Detectors {
				m.judge(w, id)
			}
		}
	}
	m.goal.Watch(w, func() bool { return m.wrong == 0 })
}

// learn takes into account whom a process suspects now.
func (m *monitor) learn(w *world.World, e *world.Event) {
	a := &e.Action
	at, is := a.At, &m.seen[a.At]
	was := is.suspected
	if cameUp, wentDown := world.Lives(a); cameUp || wentDown {
		m.lookAll(w, at)
	} else {
		m.look(w, at, m.glance.At(at, at, a.Msg.From, a.Timer.Of()))
	}
	switch a.Name {
	case spec.Tick(words.ClockBeat):
		m.since[at] = m.since[at] || w.Stopped() && len(e.Sent) > 0
	case spec.Premature(words.NameWait):
		if m.since[at] { // somebody no longer waited for what was on its way
			m.Broke(assumeInTime)
		}
	}
	switch {
	case is.peers[at]:
		m.Fail(doubtsName, fmt.Sprintf("%s suspects itself", at), e.N, nil)
	case is.suspected > was:
		m.Saw(sawSuspected)
	case is.suspected < was && w.Up(at):
		m.Saw(sawTrustedAgain)
	}
	if m.cfg.Detectors.Has(at) {
		m.judge(w, at)
	}
}

// look takes into account which of these peers a process suspects now.
func (m *monitor) look(w *world.World, at spec.NodeID, peers []spec.NodeID) {
	s, up := w.State(at).(*implementation.State)
	is := &m.seen[at]
	for _, id := range peers {
		now := up && s.Peers[id].Suspected
		if now == is.peers[id] {
			continue
		}
		is.peers[id] = now
		is.suspected += delta(now)
		if !w.Unstable().Has(id) {
			is.astray += delta(now != m.down[id])
		}
	}
}

func (m *monitor) lookAll(w *world.World, at spec.NodeID) { m.look(w, at, spec.AllNodes(m.cfg.Nodes)) }

// delta is 1 where something begins to be so, and -1 where it ceases to.
func delta(begins bool) int {
	if begins {
		return 1
	}
	return -1
}

// turned takes into account that a process may have come up or gone down.
func (m *monitor) turned(w *world.World, id spec.NodeID) {
	if m.down[id] == !w.Up(id) {
		return
	}
	m.down[id] = !w.Up(id)
	for i := range m.seen {
		if is := &m.seen[i]; !w.Unstable().Has(id) {
			is.astray += delta(is.peers[id] != m.down[id])
		}
	}
}

// judge notes whether a detector is right: of those who are not unstable, it suspects who is down,
// and nobody else.
func (m *monitor) judge(w *world.World, id spec.NodeID) {
	is := &m.seen[id]
	right := !w.Up(id) || w.Unstable().Has(id) || is.astray == 0
	switch {
	case right && !is.right:
		m.wrong--
	case !right && is.right:
		m.wrong++
	}
	is.right = right
}

// End judges what must be true at last.
func (m *monitor) End(w *world.World) campaign.Finding {
	for _, id := range m.cfg.Detectors {
		m.lookAll(w, id)
		if m.judge(w, id); !m.seen[id].right {
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
