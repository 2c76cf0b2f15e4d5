package swim

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// with returns p with another entry of a process. If the entry differs from the one before, it is news.
func (d detector) with(p Local, e words.Entry) Local {
	if p.Table[e.Member] == e {
		return p
	}
	p.Table = slices.Clone(p.Table)
	p.Table[e.Member] = e
	if d.Bounded() {
		p.Due = slices.Clone(p.Due)
		p.Due[e.Member] = d.NewsSends
	}
	return p
}

// tell returns the news of the next message, and p after it is sent. Of the entries that are due, those that were sent
// least often go first, and of these the ones of lower processes.
func (d detector) tell(p Local) (words.News, Local) {
	if !d.Bounded() {
		return p.Table, p
	}
	var due []spec.NodeID
	for id, times := range p.Due {
		if times > 0 {
			due = append(due, spec.NodeID(id))
		}
	}
	slices.SortStableFunc(due, func(a, b spec.NodeID) int { return cmp.Compare(p.Due[b], p.Due[a]) })
	due = due[:min(len(due), d.NewsMost)]
	slices.Sort(due)
	p.Due = slices.Clone(p.Due)
	var news words.News
	for _, id := range due {
		news = append(news, p.Table[id])
		p.Due[id]--
	}
	return news, p
}

// judged returns p with another status of a member, in the incarnation that it has.
func (d detector) judged(p Local, member spec.NodeID, status string) Local {
	e := p.Table[member]
	e.Status = status
	return d.with(p, e)
}
