package vcube

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Fresh returns the local state of a process before its first event, and while it is down.
func Fresh(_ spec.NodeID, cfg words.Config) Local {
	l := Local{
		Timestamps:   make([]int, cfg.Nodes),
		Incarnations: slices.Repeat([]int{words.Unknown}, cfg.Nodes),
		Leader:       spec.None,
		Testing:      spec.None,
	}
	return l.RoundBegun(cfg)
}

// Booted returns the local state of process i after its first boot, and what it stores (lines 1 to
// 8).
func Booted(cfg words.Config, i spec.NodeID) (Local, []words.Record) {
	l := Fresh(i, cfg)
	l.Correct = spec.AllNodes(cfg.Nodes)
	l.Incarnations = slices.Clone(cfg.Incarnations)
	l.Leader = 0
	stored := l.record(i)
	if cfg.Interprets(words.LeaderUnstored) {
		stored.Leader = spec.None
	}
	return l.RoundBegun(cfg), []words.Record{stored}
}

// Recovered returns the local state of process i after it has come up again with that on its disk,
// and what it stores, in order.
func Recovered(cfg words.Config, i spec.NodeID, stored words.Record) (Local, []words.Record) {
	l := Fresh(i, cfg)
	l.Correct = spec.AllNodes(cfg.Nodes)
	if cfg.Interprets(words.ZeroAfterRecover) {
		l.Incarnations = make([]int, cfg.Nodes)
	}
	l.Incarnations[i] = stored.Incarnation + 1
	l.Count, l.Leader, l.Recovering = stored.Count, stored.Leader, true
	saved := []words.Record{l.record(i)}
	if l.Leader == i {
		l.Count++
		saved = append(saved, l.record(i))
	}
	return l.RoundBegun(cfg), saved
}

// CheckLeader returns the local state of process i after it has elected (lines 26 to 33), and what it
// stores, in order.
func (l Local) CheckLeader(cfg words.Config, i spec.NodeID) (Local, []words.Record) {
	l.Leader = l.least(l.Correct)
	saved := []words.Record{l.record(i)}
	always := !cfg.Interprets(words.CountKept) && !cfg.Interprets(words.CountResetAtPenalty)
	if l.Leader != i && l.Count > 0 && (always || l.Recovering) {
		l.Count = 0
		saved = append(saved, l.record(i))
	}
	if l.Recovering && l.Leader == i {
		var more []words.Record
		l, more = l.CheckPenalty(cfg, i)
		saved = append(saved, more...)
	}
	l.Recovering = false
	return l, saved
}

// CheckPenalty returns the local state of process i, which leads and has just recovered, after the
// penalty if there is one (lines 34 to 40), and what it stores.
func (l Local) CheckPenalty(cfg words.Config, i spec.NodeID) (Local, []words.Record) {
	if cfg.Threshold <= 0 || l.Count < cfg.Threshold {
		return l, nil
	}
	candidate := l.least(l.Correct.Without(i))
	switch {
	case candidate != spec.None:
	case cfg.Interprets(words.CandidateSelf):
		candidate = i
	default:
		return l, nil
	}
	l.Incarnations = slices.Clone(l.Incarnations)
	l.Incarnations[i] = l.Incarnations[candidate]
	if !cfg.Interprets(words.EqualPenalty) {
		l.Incarnations[i]++
	}
	if !cfg.Interprets(words.CountKept) {
		l.Count = 0
	}
	return l, []words.Record{l.record(i)}
}

// least returns the one of them that has the least incarnation, the lowest where there are several,
// among those whose incarnation is known; None if there is none.
func (l Local) least(of spec.Set) spec.NodeID {
	least := spec.None
	for _, p := range of {
		if l.Incarnations[p] == words.Unknown {
			continue
		}
		if least == spec.None || l.Incarnations[p] < l.Incarnations[least] {
			least = p
		}
	}
	return least
}

// record returns what process i stores.
func (l Local) record(i spec.NodeID) words.Record {
	return words.Record{Incarnation: l.Incarnations[i], Count: l.Count, Leader: l.Leader}
}
