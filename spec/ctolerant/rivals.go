package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Several initiators: one that hears of an election which goes before its own abandons its
// own (section III-B), and takes over if no LEADER comes of it (D16).

// before tells whether election e goes before f.
func before(e, f words.Election) bool {
	return e.Number > f.Number || e.Number == f.Number && e.Initiator < f.Initiator
}

// later tells whether t is a later tag than u.
func later(t, u words.Tag) bool {
	switch {
	case t.Election != u.Election:
		return before(t.Election, u.Election)
	case t.Run != u.Run:
		return t.Run > u.Run
	}
	return t.Seq > u.Seq
}

// own is the election that the process began last.
func own(p Local, at spec.NodeID) words.Election {
	return words.Election{Number: p.Election, Initiator: at}
}

// active tells whether the process runs an election.
func active(p Local) bool {
	return p.Phase == words.Blocked || p.Phase == words.Collect || p.Phase == words.Await
}

// yieldsTo tells whether the process runs an election that it must abandon for that one.
func (b kernel) yieldsTo(p Local, at spec.NodeID, e words.Election) bool {
	stays := b.Interprets(words.NobodyYields) || b.Interprets(words.NotifiedGoesOn) && p.Seq > 0 // D17
	return active(p) && !stays && before(e, own(p, at))
}

// hear is what a process makes of an election that a message names; there may be none.
func (b kernel) hear(p Local, at spec.NodeID, e words.Election) outcome {
	switch {
	case e.Number == 0:
	case b.yieldsTo(p, at, e):
		p = forget(p)
		p.Phase, p.Rival = words.Yielded, e
		return b.waiting(outcome{Local: p, Disarm: spec.NewSet(words.TimerCollect, words.TimerAwait)})
	case p.Phase == words.Yielded && before(e, p.Rival):
		p.Rival = e
		return b.waiting(outcome{Local: p})
	}
	return outcome{Local: p}
}

// waiting gives the other election its time.
func (b kernel) waiting(o outcome) outcome {
	if !b.Interprets(words.NoTakeover) {
		o.Arm = spec.NewSet(words.TimerTakeover)
	}
	return o
}

// takeOver begins an election that goes before the one whose LEADER has not come.
func (b kernel) takeOver(p Local, a spec.Action) outcomes {
	p.Election = max(p.Rival.Number, p.Tag.Election.Number) + 1
	p.Rival = words.Election{}
	return b.begin(p, a)
}

// rivalOf is the election by which the process answers an asker whose election goes after it.
func (b kernel) rivalOf(p Local, at spec.NodeID, asker words.Election) words.Election {
	known := p.Rival // zero unless it has yielded
	if active(p) {
		known = own(p, at)
	}
	if b.Interprets(words.QueryOnly) || b.Interprets(words.NobodyYields) || !before(known, asker) {
		return words.Election{}
	}
	return known
}
