package ctolerant

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// outside tells whether the process is not in the group: it is yet to join, or has left.
func (b kernel) outside(at spec.NodeID, p Local) bool {
	return p.Version == 0 && b.joins(at) || b.left(at, p)
}

func (b kernel) joins(at spec.NodeID) bool { return b.Joiners().Has(at) }

func (b kernel) left(at spec.NodeID, p Local) bool {
	return b.Leavers().Has(at) && p.Version == len(b.ChurnAt(at))
}

// fromOutside is what a process outside the group does with a message: nothing, unless those
// that have left obey (D18).
func (b kernel) fromOutside(p Local, a spec.Action) outcomes {
	notify, ok := a.Msg.Body.(words.Notify)
	if ok && b.left(a.At, p) && b.Interprets(words.LeftObeys) {
		return only(b.announce(p, words.Tag(notify)), spec.MulticastAll(words.Leader(notify)))
	}
	return only(p)
}

// change is the next change of the membership at the process.
func (b kernel) change(p Local, a spec.Action) outcomes {
	p.Version++
	switch body := a.Msg.Body.(type) {
	case words.Forget:
		p.List = p.List.Without(body.Node)
		if b.Detectors && body.Node == p.Leader {
			return b.succeed(p, a)
		}
	case words.Learn:
		p = b.add(p, body.Node)
		return b.unblock(p, a)
	case words.Join:
		return only(p, spec.MulticastAll(words.Joined{}))
	case words.Leave:
		return only(p, spec.MulticastAll(words.Left{}))
	}
	return only(p)
}

// succeed is what a process does that has lost its leader: it begins an election, unless one of its own is under way
// or it waits for another's.
func (b kernel) succeed(p Local, a spec.Action) outcomes {
	if active(p) || p.Phase == words.Yielded {
		return only(p)
	}
	p.Election = p.Tag.Election.Number + 1
	return b.begin(p, a)
}

// add puts a process into the list.
func (b kernel) add(p Local, id spec.NodeID) Local {
	p.List = p.List.With(id)
	if b.renews() {
		p.Met = p.Met.With(id)
	}
	return p
}

// unblock goes on with a run that waited for the list to grow, once it has (D7).
func (b kernel) unblock(p Local, a spec.Action) outcomes {
	if p.Phase != words.Blocked || !b.knowsEnough(p) {
		return only(p)
	}
	p.Phase = words.Collect
	return b.query(p, a, p.List, b.Quorum())
}

// welcome puts a process that has joined into the list. Whoever leads announces itself
// again, because the newcomer has missed it (D20).
func (b kernel) welcome(p Local, a spec.Action) outcomes {
	if a.Msg.From == a.At {
		return only(p)
	}
	p = b.add(p, a.Msg.From)
	all := b.unblock(p, a)
	said, heard := p.Announced, p.Tag
	if b.Rule == words.Run {
		said.Seq = 0 // heard has none
	}
	if p.Announced.Run > 0 && !later(heard, said) {
		for i := range all {
			all[i].Effects = append(all[i].Effects, spec.MulticastAll(words.Leader(p.Announced)))
		}
	}
	return all
}

// announce remembers that the process announces itself with that tag, where somebody may
// join later.
func (b kernel) announce(p Local, tag words.Tag) Local {
	tells := b.Rule == words.Run || b.Rule == words.Tagged
	if tells && len(b.Joiners()) > 0 && !b.Interprets(words.JoinUnanswered) && later(tag, p.Announced) {
		p.Announced = tag
	}
	return p
}
