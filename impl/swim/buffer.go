package swim

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// rumour puts a member whose entry has changed into the buffer.
func (n *Node) rumour(about spec.NodeID) {
	if !n.cfg.Bounded() {
		return
	}
	isOf := func(r Rumour) bool { return r.About == about }
	others := slices.DeleteFunc(slices.Clone(n.state.Buffer), isOf)
	n.state.Buffer = sorted(append(others, Rumour{About: about}))
}

// news returns what the next message carries: the whole table, or the entries of the first rumours. Rumours that have
// been sent often enough leave the buffer.
func (n *Node) news() words.News {
	if !n.cfg.Bounded() {
		return n.state.Known
	}
	first := min(n.cfg.NewsMost, len(n.state.Buffer))
	if first == 0 {
		return nil
	}
	news := make(words.News, 0, first)
	rest := slices.Clone(n.state.Buffer)
	for i := range rest[:first] {
		news = append(news, n.state.Known[rest[i].About])
		rest[i].Sent++
	}
	slices.SortFunc(news, func(a, b words.Entry) int { return cmp.Compare(a.Member, b.Member) })
	rest = slices.DeleteFunc(rest, func(r Rumour) bool { return r.Sent == n.cfg.NewsSends })
	n.state.Buffer = sorted(rest)
	return news
}

// sorted sorts rumours, and returns nil for none.
func sorted(all []Rumour) []Rumour {
	if len(all) == 0 {
		return nil
	}
	slices.SortFunc(all, func(a, b Rumour) int {
		return cmp.Or(cmp.Compare(a.Sent, b.Sent), cmp.Compare(a.About, b.About))
	})
	return all
}
