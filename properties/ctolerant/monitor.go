package ctolerant

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/faults"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// monitor judges a run by its events, at a cost that does not grow with the
// group except where the run is quiescent. Most of its properties are of Properties,
// stated a second time over what the implementation's processes hold, two are those that TLC
// judges as liveness, and Targets and MessageCount are judged of runs alone. TypeOK, Answers and
// NotifyAfterLoop stand for states, and need a run that is held against the specification.
type monitor struct {
	cfg     words.Config
	heeds   bool     // health may play a part
	counted []bool   // the responders of the run that goes on
	caused  bool     // something has happened for which a run may have to be repeated
	lately  spec.Set // the lowest alive since the last run began
	found   []campaign.Violation
	assumptions
	companions
	answers
	tally
}

func newMonitor(cfg words.Config) *monitor {
	return &monitor{cfg: cfg, heeds: heeds(cfg), assumptions: newAssumptions(cfg), answers: answers{chosen: spec.None}}
}

// Judges lists the properties that the monitor judges.
func (m *monitor) Judges() []string {
	return append([]string{
		agreementName, lowestLatelyName, preferenceName, ct1Name, fewRestartsName, restartsName,
		targetsName, messageCount,
	}, liveness...)
}

const (
	agreementName    = "Agreement"
	lowestLatelyName = "LowestLately"
	preferenceName   = "Preference"
	ct1Name          = "CT1"
	fewRestartsName  = "FewRestarts"
	restartsName     = "RestartsHaveCause"
	targetsName      = "Targets"
	messageCount     = "MessageCount"
	everybodyLed     = "EverybodyLed"
	runEnds          = "RunEnds"
)

// liveness are the properties that are judged at the end of a run.
var liveness = []string{everybodyLed, runEnds}

// Observe judges one event. (Targets: nobody is asked again who has answered; D6.)
func (m *monitor) Observe(w *faults.World, e *faults.Event) {
	a := &e.Action
	if faults.IsStutter(a.Name) {
		return
	}
	up := w.Living()
	switch {
	case beginsRun(*a):
		m.lately = spec.NewSet(spec.Lowest(up))
	case len(m.lately) > 0 && !m.lately.Has(spec.Lowest(up)):
		m.lately = m.lately.With(spec.Lowest(up))
	}
	m.assumptions.observe(w, a)
	m.companions.observe(w, m.cfg, a)
	m.caused = m.caused || isCause(a.Name)
	m.tally.observe(e)
	if why := m.answers.observe(w, m.cfg, a); why != "" {
		m.fail(ct1Name, why, e.N)
	}
	if n := m.empties; n > m.cfg.Y {
		m.fail(fewRestartsName, fmt.Sprintf("%d runs found nobody, y is %d", n, m.cfg.Y), e.N)
	}
	if a.At == m.cfg.Initiator || !w.Up(a.At) {
		m.judgeCT1(w, a, e.N)
	}
	if s, up := w.State(m.cfg.Initiator).(*implementation.State); up && a.At == m.cfg.Initiator {
		if !m.caused && s.Run > 1+m.empties {
			m.fail(restartsName, fmt.Sprintf("run %d was begun after %d without a result, and nothing has failed",
				s.Run, m.empties), e.N)
		}
		if id := m.askedAgain(a, s.Run); id != spec.None {
			m.fail(targetsName, fmt.Sprintf("%s is asked again in run %d, which it has answered", id, s.Run), e.N)
		}
	}
	if w.Quiescent() {
		m.judgeQuiescent(w, e.N)
	}
}

func (m *monitor) fail(name, why string, event int) {
	for _, v := range m.found {
		if v.Property == name {
			return
		}
	}
	m.found = append(m.found, campaign.Violation{Property: name, Why: why, Event: event, Needs: needs(m.cfg, name)})
}

// judgeQuiescent judges agreement and whom they agree on.
func (m *monitor) judgeQuiescent(w *faults.World, event int) {
	up := w.Living()
	for _, id := range up {
		leader, first := leaderOf(w, id), leaderOf(w, up[0])
		if leader != first {
			m.fail(agreementName, fmt.Sprintf("%s follows %s and %s follows %s", up[0], first, id, leader), event)
		}
		if leader != spec.None && !m.lately.Has(leader) && !m.heeds {
			m.fail(lowestLatelyName, fmt.Sprintf(
				"%s follows %s, and since the last run began the lowest alive was in %s", id, leader, m.lately), event)
		}
		if leader != m.chosen && isOver(w, m.cfg.Initiator) {
			m.fail(preferenceName, fmt.Sprintf("%s follows %s, and by the answers to run %d it must be %s",
				id, leader, m.answers.run, m.chosen), event)
		}
	}
}

// judgeCT1 holds the responders on whom the initiator decided against the lists: while it
// awaits the LEADER, and where a run that streams is over with its last RESPONSE.
func (m *monitor) judgeCT1(w *faults.World, a *spec.Action, event int) {
	s, up := w.State(m.cfg.Initiator).(*implementation.State)
	switch {
	case up && s.Election != nil && s.Election.Collected:
		m.counted = append(m.counted[:0], s.Election.Responders...)
	case up && s.Election == nil && m.counted != nil && a.Name == deliverResponse && a.At == m.cfg.Initiator:
		m.counted[a.Msg.From] = true
	case up && s.Election != nil:
		m.counted = append(m.counted[:0], s.Election.Responders...)
		return
	default:
		m.counted = nil
		return
	}
	wouldBe := spec.Lowest(w.Living())
	for k, responded := range m.counted {
		if responded && seen(m.cfg, spec.NodeID(k)).Has(wouldBe) {
			return
		}
	}
	m.fail(ct1Name, fmt.Sprintf("%s decided on the answers of %s, and none of their lists holds %s",
		m.cfg.Initiator, members(m.counted), wouldBe), event)
}

// End judges what must be true at last: everybody follows somebody, and the
// initiator's election is over.
func (m *monitor) End(w *faults.World) campaign.Finding {
	m.assumptions.end(w)
	last := w.Events()
	for _, id := range w.Living() {
		if leaderOf(w, id) == spec.None {
			m.fail(everybodyLed, fmt.Sprintf("%s follows nobody %s after the faults stopped", id, w.Settle()), last)
		}
	}
	if isOver(w, m.cfg.Initiator) {
		runs := w.State(m.cfg.Initiator).(*implementation.State).Run
		if why := m.tally.judge(m.cfg, runs, m.empties, m.due); why != "" {
			m.fail(messageCount, why, last)
		}
	} else {
		m.fail(runEnds, fmt.Sprintf("the election of %s is not over %s after the faults stopped",
			m.cfg.Initiator, w.Settle()), last)
	}
	return campaign.Finding{
		Violations: m.found, Broken: m.broken(), Seen: m.seen,
		Ends: func() []string { return m.ends(w) },
	}
}

// ends says whom each process follows at the end.
func (m *monitor) ends(w *faults.World) []string {
	ends := make([]string, m.cfg.Nodes)
	for i := range ends {
		switch id := spec.NodeID(i); {
		case !w.Up(id):
			ends[i] = "down"
		case leaderOf(w, id) == spec.None:
			ends[i] = "follows nobody"
		default:
			ends[i] = "follows " + leaderOf(w, id).String()
		}
	}
	return ends
}

func leaderOf(w *faults.World, id spec.NodeID) spec.NodeID {
	return w.State(id).(*implementation.State).Leader
}

// isOver tells whether the initiator is up and its election has ended.
func isOver(w *faults.World, initiator spec.NodeID) bool {
	s, up := w.State(initiator).(*implementation.State)
	return up && s.Run > 0 && s.Election == nil
}
