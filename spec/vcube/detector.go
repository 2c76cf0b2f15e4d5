package vcube

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Cluster returns c_{i,s}, the s-th cluster of process i, in its order (Table 1). Where N is no power
// of two it has those of the hypercube's that there are.
func Cluster(cfg words.Config, i spec.NodeID, s int) []spec.NodeID {
	var members []spec.NodeID
	half := spec.NodeID(1) << (s - 1)
	for k := range half {
		if member := i ^ half ^ k; int(member) < cfg.Nodes {
			members = append(members, member)
		}
	}
	return members
}

// Assigned returns whom process i tests in its s-th cluster, in order: those in whose own cluster it
// is the first that it holds for correct (lines 13 to 15). Under Scan it is all of them.
func (l Local) Assigned(cfg words.Config, i spec.NodeID, s int) []spec.NodeID {
	cluster := Cluster(cfg, i, s)
	if cfg.Interprets(words.Scan) {
		return cluster
	}
	var assigned []spec.NodeID
	for _, j := range cluster {
		for _, k := range Cluster(cfg, j, s) {
			if l.Correct.Has(k) {
				if k == i {
					assigned = append(assigned, j)
				}
				break
			}
		}
	}
	return assigned
}

// RoundBegun returns the local state at the beginning of a round.
func (l Local) RoundBegun(cfg words.Config) Local {
	if cfg.Interprets(words.FrozenReplies) {
		l.Frozen = Arrays{l.Timestamps, l.Incarnations}
	}
	return l
}

// Told returns what the process tells who tests it.
func (l Local) Told(cfg words.Config) Arrays {
	if cfg.Interprets(words.FrozenReplies) {
		return l.Frozen
	}
	return Arrays{l.Timestamps, l.Incarnations}
}

// Merge returns the local state of process i after process j, which it has tested, has told it
// these (lines 17 to 22).
func (l Local) Merge(cfg words.Config, i, j spec.NodeID, told Arrays) Local {
	before := l.Timestamps
	l.Timestamps, l.Incarnations = slices.Clone(l.Timestamps), slices.Clone(l.Incarnations)
	for n := range l.Timestamps {
		p := spec.NodeID(n)
		l.Timestamps[p] = max(l.Timestamps[p], told.Timestamps[p])
		l.Incarnations[p] = max(l.Incarnations[p], told.Incarnations[p])
		if p == i && !cfg.Interprets(words.SelfLeaves) {
			if cfg.Interprets(words.SelfRefutes) && isOdd(l.Timestamps[p]) {
				l.Timestamps[p]++
			}
			continue
		}
		if l.Timestamps[p] == before[p] || cfg.Interprets(words.LiteralMerge) {
			continue
		}
		if isOdd(l.Timestamps[p]) {
			l.Correct = l.Correct.Without(p)
		} else {
			l.Correct = l.Correct.With(p)
		}
	}
	if isOdd(l.Timestamps[j]) {
		l.Correct = l.Correct.With(j)
		l.Timestamps[j]++
	}
	return l
}

// Suspect returns the local state after process j has not answered in time (lines 23 to 25).
func (l Local) Suspect(j spec.NodeID) Local {
	if isOdd(l.Timestamps[j]) {
		return l
	}
	l.Correct = l.Correct.Without(j)
	l.Timestamps = slices.Clone(l.Timestamps)
	l.Timestamps[j]++
	return l
}

func isOdd(timestamp int) bool { return timestamp%2 == 1 }
