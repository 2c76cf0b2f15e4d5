package vcube

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Suspect notes that a process has not answered. Who is suspected already by its timestamp
// changes nothing.
func (p *Process) Suspect(j spec.NodeID) {
	if even(p.Timestamps[j]) {
		p.Correct[j] = false
		p.Timestamps = with(p.Timestamps, j, p.Timestamps[j]+1)
	}
}

// Trust notes that a process has answered.
func (p *Process) Trust(j spec.NodeID) {
	if !even(p.Timestamps[j]) {
		p.Correct[j] = true
		p.Timestamps = with(p.Timestamps, j, p.Timestamps[j]+1)
	}
}

// Learn merges what a reply tells. Where a timestamp is greater than the process's own the news
// is later, and it takes over the verdict (V3), but for the one about itself (V4).
func (p *Process) Learn(r words.Reply) {
	p.Incarnations, _ = joined(p.Incarnations, r.Incarnations)
	before := p.Timestamps
	after, news := joined(before, r.Timestamps)
	if !news {
		return
	}
	p.Timestamps = after
	if !p.Config.Interprets(words.LiteralMerge) {
		leaves := p.Config.Interprets(words.SelfLeaves)
		for q, t := range after {
			if t > before[q] && (spec.NodeID(q) != p.ID || leaves) {
				p.Correct[q] = even(t)
			}
		}
	}
	if own := after[p.ID]; !even(own) && p.Config.Interprets(words.SelfRefutes) {
		p.Timestamps = with(after, p.ID, own+1)
	}
}

// Hear notes the incarnation of a process that it tells itself.
func (p *Process) Hear(from spec.NodeID, incarnation int) {
	if incarnation > p.Incarnations[from] {
		p.Incarnations = with(p.Incarnations, from, incarnation)
	}
}

func even(timestamp int) bool { return timestamp%2 == 0 }

// with returns the list with one entry changed. The list itself may be shared.
func with(list []int, at spec.NodeID, to int) []int {
	list = slices.Clone(list)
	list[at] = to
	return list
}

// joined returns the greater of each two entries, and whether theirs has brought anything. Where
// one of the lists has all of them it is that list, so that those who know the same come to share
// one.
func joined(ours, theirs []int) (both []int, news bool) {
	if &ours[0] == &theirs[0] {
		return ours, false
	}
	less := false
	for q, t := range theirs {
		news, less = news || t > ours[q], less || t < ours[q]
	}
	switch {
	case !news:
		return ours, false
	case !less:
		return theirs, true
	}
	both = slices.Clone(ours)
	for q, t := range theirs {
		both[q] = max(both[q], t)
	}
	return both, true
}
