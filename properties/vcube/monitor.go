package vcube

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// What the monitor judges: with each event what must always be so, and at the end, some rounds
// after the faults have stopped, what must be so at last. It demands nothing of processes that go
// on to crash.
const (
	selfCorrectName      = "SelfCorrect"
	knowsNoMoreName      = "KnowsNoMore"
	durableName          = "Durable"
	incarnationGrowsName = "IncarnationGrows"
	timestampsGrowName   = "TimestampsGrow"
	penaltyDethronesName = "PenaltyDethrones"
	heardLeadsName       = "HeardLeads"     // nobody is elected by an incarnation that it never was in (Y8)
	earnedName           = "Earned"         // nobody is penalised that has not failed as the leader …
	dueName              = "Due"            // … and whoever has, often enough, is
	completeName         = "CompleteAtLast" // whoever is down is suspected by all (VC-8)
	trustedName          = "TrustedAtLast"  // whoever is up is suspected by nobody
	accurateName         = "AccurateAtLast" // all follow somebody who is up (VC-9)
	agreeName            = "AgreeAtLast"    // all follow the same (VC-10)
	leastName            = "LeastAtLast"    // it is the one in the least incarnation (VC-11)
)

func monitored() []string {
	return []string{
		selfCorrectName, knowsNoMoreName, durableName, incarnationGrowsName, timestampsGrowName,
		penaltyDethronesName, heardLeadsName, earnedName, dueName, completeName, trustedName, accurateName, agreeName,
		leastName,
	}
}

// What is assumed of a run for what must be so at last.
const (
	assumeStable = "NobodyUnstable" // nobody goes on to crash and recover for ever (Y6)
	assumeInTime = "AnswersInTime"  // an exchange takes no longer than a timeout that never grows (Y11)
)

func assumptions() []string { return []string{assumeStable, assumeInTime} }

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawSuspected    = "Suspected"    // somebody is suspected
	sawTrustedAgain = "TrustedAgain" // … and later is not
	sawAnother      = "ElectsAnother"
	sawCounted      = "Counted"   // a leader recovers, and counts that
	sawCleared      = "Cleared"   // … and finds another leader
	sawPenalised    = "Penalised" // … or is penalised
)

func witnessed() []string {
	return []string{sawSuspected, sawTrustedAgain, sawAnother, sawCounted, sawCleared, sawPenalised}
}

// Monitor judges a run by its events, at a cost that grows with what one process knows.
type Monitor struct {
	campaign.Book
	cfg     words.Config
	nodes   []known
	saved   []int // the incarnation on each one's disk
	tenures []tenure
	since   []bool // whether a process has begun a round after the faults stopped
	late    bool   // in such a round a test did not wait for its reply
	glance  *campaign.Glance
	anew    bool // the last event may have changed whom its process holds for correct
	sunk    bool // some disk's incarnation fell
	looks   bool // from when the faults have stopped it is kept who is right
	wrong   int  // how many processes are not right
	least   spec.NodeID
	goal    campaign.Goal
}

// known is what a process knew when it was seen last.
type known struct {
	up                       bool
	timestamps, incarnations []int
	shown                    shown
	fell                     spec.NodeID // whose timestamp or incarnation fell with the last event, None if nobody's …
	before                   [2]int      // … and what they were
	own                      int         // its own incarnation
	correct                  []bool      // whom it holds for correct
	suspects                 int
	count                    int
	leader                   spec.NodeID
	inRound                  bool // it has a round of tests under way
	record                   words.Record
	right                    bool
}

// shown are the arrays that a process has shown last. A process that learns something makes new ones, so as long as it
// shows the same ones nothing has to be compared. What it showed is kept in copies, which no process can write to.
type shown struct{ timestamps, incarnations []int }

// newMonitor returns a judge for one run of a detector whose news take latency rounds to reach all. The judge ends the
// run once everything has been right for as long as news take to spread twice.
func newMonitor(cfg words.Config, latency int) *Monitor {
	m := &Monitor{
		cfg: cfg, nodes: make([]known, cfg.Nodes), saved: make([]int, cfg.Nodes),
		tenures: make([]tenure, cfg.Nodes), since: make([]bool, cfg.Nodes),
		least: spec.None, glance: campaign.NewGlance(cfg.Nodes),
		goal: campaign.Goal{For: faults.Time(settles(cfg, latency)) * faults.Time(cfg.IntervalTime()) / 2},
	}
	for i := range m.nodes {
		m.nodes[i] = known{right: true, record: words.Record{Incarnation: cfg.Incarnations[i], Leader: spec.None}}
		m.saved[i] = cfg.Incarnations[i]
	}
	return m
}

// Observe judges one event. Only the process at which it happened has changed.
func (m *Monitor) Observe(w *world.World, e *world.Event) {
	if a := &e.Action; !world.IsStutter(a.Name) {
		m.observe(w, e)
	}
	if w.Stopped() && !m.looks {
		m.looks = true
		m.rightAll(w)
	}
	m.goal.Watch(w, func() bool { return m.wrong == 0 })
}

func (m *Monitor) observe(w *world.World, e *world.Event) {
	at, a := e.Action.At, &e.Action
	m.timely(w, e)
	was := m.nodes[at]
	m.nodes[at] = m.learn(w, a, was)
	is := &m.nodes[at]
	m.saved[at] = is.record.Incarnation
	cameUp, wentDown := world.Lives(a)
	alive := cameUp && !wentDown
	if after := is.record.Incarnation; after < was.record.Incarnation || alive && after == was.record.Incarnation {
		m.sunk = m.sunk || after < was.record.Incarnation
		m.Fail(incarnationGrowsName, fmt.Sprintf("after %s the disk of %s has incarnation %d, and had %d",
			e.Action.Name, at, after, was.record.Incarnation), e.N, nil)
	}
	if is.up {
		m.judgeState(w, e, is)
		if was.up && !cameUp {
			m.judgeStep(w, e, &was, is)
		}
	}
	m.tenures[at].after(a, &was, is)
	if !was.up && is.up && is.count > was.record.Count {
		m.Saw(sawCounted)
	}
	if lives := cameUp || wentDown || was.up != is.up || is.record.Incarnation != was.record.Incarnation; m.looks {
		m.keep(w, at, lives, m.anew || was.leader != is.leader)
	}
}

// timely notes whether tests of rounds after the faults wait for their replies.
func (m *Monitor) timely(w *world.World, e *world.Event) {
	switch at := e.Action.At; e.Action.Name {
	case spec.Tick(words.TimerInterval), spec.Timeout(words.TimerInterval):
		m.since[at] = m.since[at] || w.Stopped() && len(e.Sent) > 0
	case spec.Premature(words.TimerTest):
		m.late = m.late || m.since[at]
	}
}

// learn is what a process knows now.
func (m *Monitor) learn(w *world.World, a *spec.Action, was known) known {
	at, is := a.At, was
	is.up, is.count, is.leader, is.inRound, is.fell, m.anew = false, 0, 0, false, spec.None, false
	if r, ok := w.Disk(at).(words.Record); ok {
		is.record = r
	}
	s := running(w, at)
	if s == nil {
		is.suspects = 0
		return is
	}
	is.up, is.count, is.leader, is.own = true, s.Count, s.Leader, s.Incarnations[at]
	is.inRound = w.State(at).(interface{ InRound() bool }).InRound()
	if m.anew = !was.up || m.learned(s, a, &was); m.anew {
		is.take(&was, s)
	}
	return is
}

// learned reports whether a process may know something else than it did: it shows other arrays, or, as far as it is
// looked, holds somebody else for correct. Into arrays that it shows nobody writes, which is looked at in small groups.
func (m *Monitor) learned(s *implementation.View, a *spec.Action, was *known) bool {
	if !same(was.shown.timestamps, s.Timestamps) || !same(was.shown.incarnations, s.Incarnations) {
		return true
	}
	for _, id := range m.glance.At(a.At, a.Msg.From, a.Timer.Of()) {
		if s.Correct[id] != was.correct[id] ||
			m.glance.All() && (s.Timestamps[id] != was.timestamps[id] || s.Incarnations[id] != was.incarnations[id]) {
			return true
		}
	}
	return false
}

// take copies what a process shows, in the place of what it showed before, and notes whether something fell.
func (k *known) take(was *known, s *implementation.View) {
	if was.up {
		k.fell = fallen(was.timestamps, s.Timestamps)
		if i := fallen(was.incarnations, s.Incarnations); k.fell == spec.None || i != spec.None && i < k.fell {
			k.fell = i
		}
	}
	if i := k.fell; i != spec.None {
		k.before = [2]int{was.timestamps[i], was.incarnations[i]}
	}
	k.shown = shown{s.Timestamps, s.Incarnations}
	k.timestamps = append(was.timestamps[:0], s.Timestamps...)
	k.incarnations = append(was.incarnations[:0], s.Incarnations...)
	k.correct, k.suspects = append(was.correct[:0], s.Correct...), 0
	for _, correct := range s.Correct {
		if !correct {
			k.suspects++
		}
	}
}

// fallen returns whose number is less than it was, None where nobody's is.
func fallen(was, is []int) spec.NodeID {
	for i, n := range is[:len(was)] {
		if n < was[i] {
			return spec.NodeID(i)
		}
	}
	return spec.None
}

// same reports whether two arrays are one and the same.
func same(a, b []int) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// running is what a process knows that is up and has booted, else nil.
func running(w *world.World, at spec.NodeID) *implementation.View {
	if s, up := w.State(at).(interface{ Knows() *implementation.View }); up && len(s.Knows().Timestamps) > 0 {
		return s.Knows()
	}
	return nil
}

// judgeState judges what a process knows.
func (m *Monitor) judgeState(w *world.World, e *world.Event, is *known) {
	at := e.Action.At
	s := running(w, at)
	if !s.Correct[at] {
		m.Fail(selfCorrectName, fmt.Sprintf("%s does not hold itself for correct", at), e.N, nil)
	}
	for i, incarnation := range is.incarnations {
		if !m.sunk && !m.anew {
			break // and no disk has less than it had
		}
		if saved := m.saved[i]; incarnation > saved {
			m.Fail(knowsNoMoreName, fmt.Sprintf("%s knows incarnation %d of %d, on whose disk is %d",
				at, incarnation, i, saved), e.N, nil)
		}
	}
	if why := differs(m.cfg, is.record, s.Incarnations[at], s.Count, s.Leader); why != "" {
		m.Fail(durableName, at.String()+why, e.N, nil)
	}
}

// judgeStep judges what a process that stays up has learned with an event.
func (m *Monitor) judgeStep(w *world.World, e *world.Event, was, is *known) {
	at := e.Action.At
	if i := is.fell; i != spec.None {
		m.Fail(timestampsGrowName, fmt.Sprintf("%s has timestamp %d and incarnation %d of %d, and had %d and %d",
			at, is.timestamps[i], is.incarnations[i], i, is.before[0], is.before[1]), e.N, nil)
	}
	switch {
	case is.suspects > was.suspects:
		m.Saw(sawSuspected)
	case is.suspects < was.suspects:
		m.Saw(sawTrustedAgain)
	}
	if leader := running(w, at).Leader; leader != was.leader && leader != spec.None {
		if leader != 0 {
			m.Saw(sawAnother)
		}
		if known := is.incarnations[leader]; known < m.cfg.Incarnations[leader] {
			m.Fail(heardLeadsName, fmt.Sprintf("%s follows %s by incarnation %d, which never was below %d",
				at, leader, known, m.cfg.Incarnations[leader]), e.N, nil)
		}
	}
	m.judgeElection(w, e, was, is)
}
