package swim

import (
	"cmp"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// rumour begins to tell of a member whose entry has changed.
func (n *Node) rumour(about spec.NodeID) {
	if !n.cfg.Bounded() {
		return
	}
	isOf := func(r Rumour) bool { return r.About == about }
	others := slices.DeleteFunc(slices.Clone(n.state.Buffer), isOf)
	n.state.Buffer = sorted(append(others, Rumour{About: about}))
}

// news returns what the next message carries: all that is known, or the first rumours, of which some have then been
// told often enough.
func (n *Node) news() words.News {
	if !n.cfg.Bounded() {
		return n.state.Known
	}
	first := min(n.cfg.NewsMost, len(n.state.Buffer))
	if first == 0 {
		return nil
	}
	told := make(words.News, 0, first)
	rest := slices.Clone(n.state.Buffer)
	for i := range rest[:first] {
		told = append(told, n.state.Known[rest[i].About])
		rest[i].Told++
	}
	slices.SortFunc(told, func(a, b words.Entry) int { return cmp.Compare(a.Member, b.Member) })
	rest = slices.DeleteFunc(rest, func(r Rumour) bool { return r.Told == n.cfg.NewsSends })
	n.state.Buffer = sorted(rest)
	return told
}

// sorted sorts rumours, and returns nil for none.
func sorted(all []Rumour) []Rumour {
	if len(all) == 0 {
		return nil
	}
	slices.SortFunc(all, func(a, b Rumour) int {
		return cmp.Or(cmp.Compare(a.Told, b.Told), cmp.Compare(a.About, b.About))
	})
	return all
}
