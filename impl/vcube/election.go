package vcube

import (
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Elect is CHECKLEADER, with which a round ends.
func (p *Process) Elect(out *impl.Effects) {
	p.Leader = p.least(spec.None)
	p.save(out)
	if !p.Config.Interprets(words.CountKept) && !p.Config.Interprets(words.CountResetAtPenalty) {
		p.clearUnlessLeader(out) // V7
	}
	if p.Recovering {
		p.checkPenalty(out)
		p.Recovering = false
	}
}

// least returns who has the least incarnation among those who are held for correct, and of
// several the first, None if there is nobody. One is left out, and so is whose incarnation is
// unknown (Y8).
func (p *Process) least(but spec.NodeID) spec.NodeID {
	best := spec.None
	for q, correct := range p.Correct {
		if !correct || spec.NodeID(q) == but || p.Incarnations[q] == words.Unknown {
			continue
		}
		if best == spec.None || p.Incarnations[q] < p.Incarnations[best] {
			best = spec.NodeID(q)
		}
	}
	return best
}

// clearUnlessLeader has the sequence of failures as the leader be over where another one leads.
func (p *Process) clearUnlessLeader(out *impl.Effects) {
	if p.Leader != p.ID && p.Count > 0 {
		p.Count = 0
		p.save(out)
	}
}

// checkPenalty is CHECKPENALTY: who has recovered, leads again and has failed too often as the
// leader gives way to the next. It finds out itself at its next election.
func (p *Process) checkPenalty(out *impl.Effects) {
	switch {
	case p.Leader != p.ID:
		p.clearUnlessLeader(out)
	case p.Config.Threshold > 0 && p.Count >= p.Config.Threshold:
		p.penalise(out)
	}
}

// penalise makes the process's incarnation greater than that of the next (line 39, V8). Without
// anybody to give way to there is no penalty, and the count stays (V9).
func (p *Process) penalise(out *impl.Effects) {
	candidate := p.least(p.ID)
	if candidate == spec.None {
		if !p.Config.Interprets(words.CandidateSelf) {
			return
		}
		candidate = p.ID
	}
	incarnation := p.Incarnations[candidate]
	if !p.Config.Interprets(words.EqualPenalty) {
		incarnation++
	}
	p.Incarnations = with(p.Incarnations, p.ID, incarnation)
	if !p.Config.Interprets(words.CountKept) {
		p.Count = 0
	}
	p.save(out)
}
