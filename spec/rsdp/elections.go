package rsdp

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// decide is how an election finds a view in the stripped views that are shared, one at least.
type decide func(cfg words.Config, c Context, shared []words.View) words.View

// election is a leader election reducer (section 3.1). Its value is a View.
func election(name string, cfg words.Config, decide decide) Reducer {
	return Reducer{
		Name:      name,
		Beginning: words.View{Leader: spec.None},
		Settled:   func(_ Context, view words.View) any { return view },
		AggregateState: func(c Context, own any, statuses []Ballot) any {
			return found(cfg, c, own.(words.View), statuses)
		},
		NormalizeState: isLeader,
		AggregateShareState: func(c Context, own any, shares []Ballot) any {
			var shared []words.View
			for _, b := range shares {
				shared = append(shared, stripped(cfg, c, b.Data.(words.View)))
			}
			if cfg.Interprets(words.Union) {
				return union(c, own.(words.View), shared)
			}
			return decide(cfg, c, shared)
		},
		SanitizeShareState: func(c Context, aggregate any) bool { return valid(cfg, c, aggregate.(words.View)) },
		ShouldReload: func(_ Context, own, aggregate any) bool {
			was, is := own.(words.View), aggregate.(words.View)
			return was.Leader != is.Leader || differ(cfg, was.Members, is.Members)
		},
		UpdateState: func(_ Context, _, aggregate any) any { return aggregate },
		AggregateCloseState: func(_ Context, own any, closers spec.Set) any {
			return left(cfg, name, own.(words.View), closers)
		},
	}
}

// found is what the answers to a HELLO say: who they are from are the members, and the greatest leads.
func found(cfg words.Config, c Context, own words.View, statuses []Ballot) words.View {
	from := senders(statuses)
	members := c.unique(from)
	if cfg.Interprets(words.Arrays) {
		members = c.sorted(from)
	}
	if cfg.Interprets(words.Union) {
		members = c.unique(slices.Concat(from, c.remaining(own.Members)))
	}
	return words.View{Members: members, Leader: last(members)}
}

// stripped is a view that was shared, without those who have left since. Its list stays as it was
// sent.
func stripped(cfg words.Config, c Context, view words.View) words.View {
	view.Members = c.remaining(view.Members)
	if c.Gone.Has(view.Leader) && !cfg.Interprets(words.LeaderOutside) {
		view.Leader = last(view.Members)
	}
	return view
}

// latest is the last that was shared ("latest source of truth").
func latest(_ words.Config, _ Context, shared []words.View) words.View { return shared[len(shared)-1] }

// popular is what was shared most often (popular vote).
func popular(cfg words.Config, c Context, shared []words.View) words.View {
	best := shared[0]
	for _, view := range shared {
		if compareTuples(cfg, c, shared, view, best) > 0 {
			best = view
		}
	}
	return best
}

// compareTuples compares two of the tuples that were shared: the greater one wins (a9).
func compareTuples(cfg words.Config, c Context, shared []words.View, a, b words.View) int {
	count := func(view words.View) (n int) {
		for _, other := range shared {
			if equalTuples(view, other) {
				n++
			}
		}
		return n
	}
	lists := slices.CompareFunc(a.Members, b.Members, func(x, y spec.NodeID) int {
		return cmp.Compare(c.rank(x), c.rank(y))
	})
	leaders := cmp.Compare(c.rank(a.Leader), c.rank(b.Leader))
	switch often := cmp.Compare(count(a), count(b)); {
	case cfg.Interprets(words.TieArrival):
		return often // of two that are equal the first stays
	case cfg.Interprets(words.TieLexicographic):
		return cmp.Or(often, lists, leaders)
	default:
		return cmp.Or(often, cmp.Compare(len(a.Members), len(b.Members)), leaders, lists)
	}
}

func equalTuples(a, b words.View) bool {
	return a.Leader == b.Leader && slices.Equal(a.Members, b.Members)
}

// ranked has each list give its members points, twice as many to each as to the one before it, and
// the best leads (ranked vote with exponential weights). Lists have their best at the end.
func ranked(_ words.Config, c Context, shared []words.View) words.View {
	var all []spec.NodeID
	score := map[spec.NodeID]*big.Int{}
	for _, view := range shared {
		for j, id := range view.Members {
			if score[id] == nil {
				score[id] = new(big.Int)
			}
			score[id].Add(score[id], new(big.Int).Lsh(big.NewInt(1), uint(j)))
			all = append(all, id)
		}
	}
	members, best := c.unique(all), spec.None
	for _, id := range members { // ascending, so that of equals the greatest is the last
		if best == spec.None || score[id].Cmp(score[best]) >= 0 {
			best = id
		}
	}
	return words.View{Members: members, Leader: best}
}

// union is all that was shared or is known (a8).
func union(c Context, own words.View, shared []words.View) words.View {
	all := slices.Clone([]spec.NodeID(c.remaining(own.Members)))
	for _, view := range shared {
		all = append(all, view.Members...)
	}
	members := c.unique(all)
	return words.View{Members: members, Leader: last(members)}
}

// valid: there are members, oneself is one, and so is the leader (a12).
func valid(cfg words.Config, c Context, view words.View) bool {
	if cfg.Interprets(words.LeaderOutside) && view.Leader != spec.None {
		return slices.Contains(view.Members, c.Self)
	}
	return slices.Contains(view.Members, c.Self) && slices.Contains(view.Members, view.Leader)
}

// left is the view without those who have left. The one that comes last leads (a15).
func left(cfg words.Config, name string, own words.View, closers spec.Set) words.View {
	members := without(own.Members, closers)
	leader := last(members)
	if cfg.Interprets(words.CloseLast) && name == words.Ranked && len(members) > 0 {
		leader = members[0] // as the paper's list has its best first
	}
	return words.View{Members: members, Leader: leader}
}

// isLeader is what a client is told.
func isLeader(c Context, own any) any {
	switch own.(words.View).Leader {
	case spec.None:
		return words.NoLeader
	case c.Self:
		return words.Leads
	}
	return words.Follows
}
