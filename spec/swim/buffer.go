package swim

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// with returns p after it has put an entry into its table. The entry is news if it differs from the one before.
func (d detector) with(p Local, e words.Entry) Local {
	if p.Table[e.Member] == e {
		return p
	}
	p.Table = slices.Clone(p.Table)
	p.Table[e.Member] = e
	if d.Bounded() {
		p.Buffer = slices.Clone(p.Buffer)
		p.Buffer[e.Member] = d.NewsSends
	}
	return p
}

// tell returns the news of the next message, and p after it has sent the message. Of the entries that are still to be
// sent, the ones that were sent least often go first; of entries that were sent as often, the ones of lower processes.
func (d detector) tell(p Local) (words.News, Local) {
	if !d.Bounded() {
		return p.Table, p
	}
	var due []spec.NodeID
	for id, times := range p.Buffer {
		if times > 0 {
			due = append(due, spec.NodeID(id))
		}
	}
	slices.SortStableFunc(due, func(a, b spec.NodeID) int { return cmp.Compare(p.Buffer[b], p.Buffer[a]) })
	due = due[:min(len(due), d.NewsMost)]
	slices.Sort(due)
	p.Buffer = slices.Clone(p.Buffer)
	var news words.News
	for _, id := range due {
		news = append(news, p.Table[id])
		p.Buffer[id]--
	}
	return news, p
}

// judged returns p, a process, with another status of a member. The incarnation stays; with times the entry has the
// time of the process.
func (d detector) judged(p Local, at, member spec.NodeID, status string) Local {
	e := p.Table[member]
	if d.Timed() && e.Status != status {
		e.Incarnation = p.Table[at].Incarnation
	}
	e.Status = status
	return d.with(p, e)
}

// counted returns p, a process, after it has counted a period, and the timers that it arms for the next one.
func (d detector) counted(p Local, at spec.NodeID) (Local, spec.SetOf[spec.Timer]) {
	if !d.Timed() {
		return p, spec.NewSet(words.ClockPeriod)
	}
	own := p.Table[at]
	own.Incarnation++
	if own.Incarnation == d.Times {
		return d.with(p, own), nil
	}
	return d.with(p, own), spec.NewSet(words.ClockPeriod)
}
