package vcube

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/faults/world"
	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// tenure is what the monitor keeps of a process as the leader. It does not look at what the process
// counts itself.
type tenure struct {
	// atMost is how often the process has gone down as the leader since it found another one or
	// was penalised. atLeast leaves out what came before a crash inside a handler: that may have
	// been saved or not.
	atMost, atLeast int
	// back tells that it has come up again and elected nobody since.
	back bool
}

// after is told of a step of the process.
func (t *tenure) after(a *spec.Action, was, is *known) {
	cameUp, wentDown := world.Lives(a)
	leads := is.record.Leader == a.At
	switch {
	case wentDown:
		if leads {
			t.atMost++
		}
		if a.Name != spec.Crash {
			t.atLeast = 0
		}
		t.back = false
	case cameUp:
		t.back = true
		t.atLeast++
		if !leads {
			t.atLeast = 0
		}
	case !leads && is.record != was.record, is.record.Incarnation > was.record.Incarnation:
		t.atMost, t.atLeast = 0, 0
	}
	t.back = t.back && !elects(a, was, is)
}

// elects tells whether a round ends with a step: a test does, or an interval begins one in which
// there is nobody to test.
func elects(a *spec.Action, was, is *known) bool {
	return is.up && was.up && !is.inRound && (was.inRound || a.Timer == words.TimerInterval)
}

// judgeElection judges a penalty, or that there is none.
func (m *Monitor) judgeElection(w *world.World, e *world.Event, was, is *known) {
	at, t := e.Action.At, &m.tenures[e.Action.At]
	s := running(w, at)
	if is.count < was.count && s.Leader != at {
		m.Saw(sawCleared)
	}
	switch penalised := is.own > was.own; {
	case penalised:
		m.Saw(sawPenalised)
		m.judgePenalty(s, at, e.N)
	case elects(&e.Action, was, is) && t.back && s.Leader == at && m.isDue(s, at):
		m.Fail(dueName, fmt.Sprintf("%s leads again, and is not penalised, though it has failed as the leader "+
			"%d times in sequence; the threshold is %d", at, t.atLeast, m.cfg.Threshold), e.N, nil)
	}
}

// isDue tells whether a process that has come up as the leader, and elected itself, is to be penalised:
// it knows of somebody to give way to. Where the penalty makes incarnations equal it may have been.
func (m *Monitor) isDue(s *implementation.View, at spec.NodeID) bool {
	if m.cfg.Threshold <= 0 || m.tenures[at].atLeast < m.cfg.Threshold || m.cfg.Interprets(words.EqualPenalty) {
		return false
	}
	for i, correct := range s.Correct {
		if correct && spec.NodeID(i) != at && s.Incarnations[i] != words.Unknown {
			return true
		}
	}
	return false
}

// judgePenalty judges a penalty.
func (m *Monitor) judgePenalty(s *implementation.View, at spec.NodeID, event int) {
	switch t := m.tenures[at]; {
	case !t.back:
		m.Fail(earnedName, fmt.Sprintf("%s is penalised, and has not come up since it elected last", at), event, nil)
	case t.atMost < m.cfg.Threshold:
		m.Fail(earnedName, fmt.Sprintf("%s is penalised, and has failed as the leader %d times since it found "+
			"another one or was penalised; the threshold is %d", at, t.atMost, m.cfg.Threshold), event, nil)
	}
	if !dethroned(s, at) {
		m.Fail(penaltyDethronesName, fmt.Sprintf("%s has penalised itself to incarnation %d, and is the least "+
			"all the same", at, s.Incarnations[at]), event, nil)
	}
}

// dethroned tells whether a process knows of somebody better than itself.
func dethroned(s *implementation.View, at spec.NodeID) bool {
	for i, correct := range s.Correct {
		id, known, own := spec.NodeID(i), s.Incarnations[i], s.Incarnations[at]
		if correct && id != at && known != words.Unknown && (known < own || known == own && id < at) {
			return true
		}
	}
	return false
}
