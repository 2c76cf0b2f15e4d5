package rsdp

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// What the monitor of the topologies judges.
const (
	neverTwoActName = "NeverTwoAct"
	oneActsName     = "OneActsAtLast"
)

func failoverMonitored() []string {
	return []string{
		saneName, oneVoteEachName, ownAnswersName, mutexExcludesName, windowsEndName, freshNamesName,
		neverTwoActName, oneActsName,
	}
}

// What is assumed of a run.
const (
	// assumeCrashesOnly: nothing is lost and nothing fires early, so that nobody is falsely suspected; and
	// at the beginning all views are right.
	assumeCrashesOnly = "CrashesOnly"
)

// The witnesses: what a campaign must have seen for its passes to mean anything.
const (
	sawSucceeded = "Succeeded" // somebody acts who did not before
	sawTwice     = "SucceededTwice"
	sawAlone     = "Alone" // one process is left, and acts
)

func failoverWitnessed() []string { return []string{sawSucceeded, sawTwice, sawAlone} }

// failoverMonitor judges a run of a topology by its events.
type failoverMonitor struct {
	campaign.Book
	cfg    words.FailoverConfig
	engine *monitor // judges the engine with each event
	acting spec.Set
	others int // how often somebody came to act
	goal   campaign.Goal
}

func newFailoverMonitor(cfg words.FailoverConfig) *failoverMonitor {
	m := &failoverMonitor{
		cfg: cfg, engine: newMonitor(cfg.Config, nil),
		goal: campaign.Goal{For: 3 * faults.Time(cfg.ProbeTime())},
	}
	for i := range spec.NodeID(cfg.Nodes) {
		settled := cfg.Settled(i)
		if acts(cfg, i, len(settled.Members) > 0, []any{settled}, cfg.Greatest(cfg.Workers())) {
			m.acting = m.acting.With(i)
		}
	}
	if !m.engine.span.right { // the replicas' views at the beginning
		m.Broke(assumeCrashesOnly)
	}
	return m
}

// Observe judges one event. Only the process at which it happened has changed.
func (m *failoverMonitor) Observe(w *world.World, e *world.Event) {
	if !world.IsStutter(e.Action.Name) {
		m.observe(w, e)
	}
	m.goal.Watch(w, func() bool { return m.wrong(w) == "" })
}

func (m *failoverMonitor) observe(w *world.World, e *world.Event) {
	m.engine.step(w, e)
	switch e.Action.Class() {
	case spec.ClassDrop, spec.ClassPremature:
		m.Broke(assumeCrashesOnly)
	}
	at := e.Action.At
	was := m.acting.Has(at)
	m.acting = m.acting.Without(at)
	s, up := w.State(at).(*implementation.FailoverState)
	if !up || !acts(m.cfg, at, s.Replica.On, s.Replica.Values, s.Leader) {
		return
	}
	m.acting = m.acting.With(at)
	if len(m.acting) > 1 {
		m.Fail(neverTwoActName, fmt.Sprintf("%s all act", m.acting), e.N, []string{assumeCrashesOnly})
	}
	if was {
		return
	}
	m.Saw(sawSucceeded)
	if m.others++; m.others > 1 {
		m.Saw(sawTwice)
	}
	if len(m.cfg.Workers().Minus(w.Down())) == 1 {
		m.Saw(sawAlone)
	}
}

// wrong says what is not as it must be at last; "" where nothing is.
func (m *failoverMonitor) wrong(w *world.World) string {
	if up := w.Living(); m.cfg.CanAct(up) && len(m.acting) != 1 {
		return fmt.Sprintf("%s act, of %s who are up", m.acting, up)
	}
	return ""
}

// End judges what must be so at last: one acts. Where sessions of all are repeated lost copies do no
// harm; observers that appoint have nothing like that.
func (m *failoverMonitor) End(w *world.World) campaign.Finding {
	needs := []string{assumeCrashesOnly}
	if m.cfg.Topology == words.Mutual && m.cfg.SyncMS > 0 {
		needs = []string{AssumeWindows}
	}
	if wrong := m.wrong(w); wrong != "" {
		m.FailAtEnd(w, oneActsName, wrong, needs)
	}
	engine := m.engine.Finding(assumptions(), nil)
	found := m.Finding([]string{assumeCrashesOnly}, campaign.Ends(w, m.Says))
	found.Violations = append(engine.Violations, found.Violations...)
	found.Broken = append(found.Broken, engine.Broken...)
	return found
}

// Says says what a process holds, and whether it acts.
func (m *failoverMonitor) Says(w *world.World, at spec.NodeID) string {
	s, up := w.State(at).(*implementation.FailoverState)
	if !up {
		return ""
	}
	var says string
	if s.Replica.On {
		says = m.engine.Says(w, at)
	}
	if m.cfg.Topology != words.Mutual {
		if says != "" {
			says += ", "
		}
		says += fmt.Sprintf("%s is appointed in term %d", s.Leader, s.Term)
	}
	if m.acting.Has(at) {
		says += ", acts"
	}
	return says
}
