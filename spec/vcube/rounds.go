package vcube

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Group is all of the model with atomic tests, which is one process of the machine: its members,
// and the history that its properties need.
type Group struct {
	// Up are the members that are up.
	Up spec.Set
	// Members are what they know, Disks what they saved last.
	Members []Member
	Disks   []words.Record
	// Doubts are those whose next test by this member fails though they are up.
	Doubts []spec.Set
	// Todo are those who are still to end the testing round that goes on, under a barrier; nobody
	// between two.
	Todo spec.Set
	// Tests is how many tests there were in the testing round that goes on, or in the last if
	// nothing has happened since; 0 where there are no testing rounds.
	Tests int
	// Since is, where a step is a round, how many there were since something happened, up to one
	// more than d.
	Since int
	// Failed is how often each member has failed as the leader that it had stored, since it found
	// another one or was penalised; up to the threshold.
	Failed []int
	// Paid are those who were penalised last, three at most, the last of them last.
	Paid spec.Sequence[spec.NodeID]
	// Left is what may still happen.
	Left Left
}

// Left is how often members may still fail, return and be suspected.
type Left struct{ Fails, Returns, Suspicions int }

// Member is what a member knows: a Local, but for what only messages need.
type Member struct {
	Correct                  spec.Set
	Timestamps, Incarnations []int
	Leader                   spec.NodeID
	Recovering               bool
	Count                    int
	Testing                  spec.NodeID
	Ahead                    spec.Set
}

// MemberOf returns what there is of a Local in the model with atomic tests.
func MemberOf(l Local) Member {
	return Member{
		Correct: l.Correct, Timestamps: l.Timestamps, Incarnations: l.Incarnations,
		Leader: l.Leader, Recovering: l.Recovering, Count: l.Count, Testing: l.Testing, Ahead: l.Ahead,
	}
}

// local returns the Local that there is of a member.
func (m Member) local() Local {
	return Local{
		Correct: m.Correct, Timestamps: m.Timestamps, Incarnations: m.Incarnations,
		Leader: m.Leader, Recovering: m.Recovering, Count: m.Count, Testing: m.Testing, Ahead: m.Ahead,
	}
}

// RoundsLocal is what the one process of the machine knows.
type RoundsLocal struct{ Group Group }

// RoundsState is a global state of the model with atomic tests.
type RoundsState = spec.State[RoundsLocal]

// RoundsHandlers returns the handlers of the model with atomic tests under the configuration.
func RoundsHandlers(cfg words.RoundsConfig) spec.Handlers[RoundsLocal] {
	r := rounds{cfg, cfg.Process()}
	return spec.Handlers[RoundsLocal]{
		Fresh: func(spec.NodeID) RoundsLocal { return RoundsLocal{r.begin()} },
		Handle: func(l RoundsLocal, _ any, a spec.Action) []spec.Outcome[RoundsLocal] {
			return []spec.Outcome[RoundsLocal]{{Local: RoundsLocal{r.after(l.Group, a.Msg.Body)}}}
		},
		Inputs: func(_ spec.NodeID, l RoundsLocal, _ spec.Set) []spec.Body { return r.inputs(l.Group) },
	}
}

// rounds is a configuration, and that of the members.
type rounds struct {
	words.RoundsConfig
	process words.Config
}

// begin returns the group when all members have booted.
func (r rounds) begin() Group {
	g := Group{
		Up:     spec.AllNodes(r.Members),
		Doubts: make([]spec.Set, r.Members),
		Failed: make([]int, r.Members),
		Left:   Left{r.Fails, r.Returns, r.Suspicions},
	}
	for _, i := range g.Up {
		l, saved := Booted(r.process, i)
		g.Members, g.Disks = append(g.Members, MemberOf(l)), append(g.Disks, saved[0])
	}
	return g
}

// inputs are what may happen.
func (r rounds) inputs(g Group) []spec.Body {
	all := spec.AllNodes(r.Members)
	var may []spec.Body
	for _, p := range all {
		if !g.Up.Has(p) {
			if g.Left.Returns > 0 {
				may = append(may, words.Return{Who: p})
			}
			continue
		}
		if r.MayFail.Has(p) && g.Left.Fails > 0 {
			may = append(may, words.Fail{Who: p})
		}
		if r.Flapping.Has(p) {
			may = append(may, words.Flap{Who: p})
		}
		for _, q := range g.Up.Without(p).Minus(g.Doubts[p]) {
			if g.Left.Suspicions > 0 {
				may = append(may, words.Suspect{Who: p, Whom: q})
			}
		}
	}
	if r.Grain == words.ByRound {
		if len(g.Up) > 0 {
			may = append(may, words.Round{})
		}
		return may
	}
	for _, p := range g.Up {
		if len(g.Todo) == 0 || g.Todo.Has(p) {
			may = append(may, words.Go{Who: p})
		}
	}
	return may
}

// after returns the group after something has happened.
func (r rounds) after(g Group, event spec.Body) Group {
	switch event := event.(type) {
	case words.Fail:
		g.Left.Fails--
		return r.failed(happened(g), event.Who)
	case words.Return:
		g.Left.Returns--
		return r.returned(happened(g), event.Who)
	case words.Flap:
		return r.returned(r.failed(happened(g), event.Who), event.Who)
	case words.Suspect:
		g = happened(g)
		g.Left.Suspicions--
		g.Doubts = set(g.Doubts, event.Who, g.Doubts[event.Who].With(event.Whom))
		return g
	case words.Round:
		return r.round(g)
	case words.Go:
		return r.went(g, event.Who)
	}
	panic(event) // there is no other
}

// happened returns the group when something has gone wrong, or is well again.
func happened(g Group) Group {
	g.Since = 0
	if len(g.Todo) == 0 {
		g.Tests = 0
	}
	return g
}

func (r rounds) failed(g Group, p spec.NodeID) Group {
	if g.Disks[p].Leader == p {
		g.Failed = set(g.Failed, p, min(g.Failed[p]+1, max(r.Threshold, 0)))
	}
	g.Up, g.Todo = g.Up.Without(p), g.Todo.Without(p)
	g.Members, g.Doubts = set(g.Members, p, MemberOf(Fresh(p, r.process))), set(g.Doubts, p, nil)
	return g
}

func (r rounds) returned(g Group, p spec.NodeID) Group {
	stored := g.Disks[p]
	if r.Flapping.Has(p) {
		stored.Incarnation = min(stored.Incarnation, r.Cap-1)
	}
	l, saved := Recovered(r.process, p, stored)
	g.Up = g.Up.With(p)
	return g.with(p, l, saved)
}

// round has everybody who is up carry out its round, with replies as of its beginning.
func (r rounds) round(g Group) Group {
	doubted := slices.ContainsFunc(g.Doubts, func(whom spec.Set) bool { return len(whom) > 0 })
	beginning := g.Members
	g.Tests = 0
	for _, p := range g.Up {
		g = r.whole(g, p, beginning)
	}
	if g.Since = min(g.Since+1, r.Dimension()+1); doubted {
		g.Since = 0
	}
	return g
}

// went has a member carry out its round or the next test of it, with replies as of now.
func (r rounds) went(g Group, p spec.NodeID) Group {
	if r.Barrier && len(g.Todo) == 0 {
		g.Todo, g.Tests = g.Up, 0
	}
	if r.Grain == words.ByProcess {
		g = r.whole(g, p, nil)
	} else {
		g = r.next(g, p, nil)
	}
	if g.Members[p].Testing == spec.None {
		g.Todo = g.Todo.Without(p)
	}
	if !r.Barrier {
		g.Tests = 0
	}
	return g
}

// whole has a member carry out its whole round. Replies are those of the given members, or of the
// group's as they are now.
func (r rounds) whole(g Group, p spec.NodeID, replying []Member) Group {
	g = r.next(g, p, replying)
	for g.Members[p].Testing != spec.None {
		g = r.next(g, p, replying)
	}
	return g
}

// next has a member carry out the next test of its round, or the first of the next round, and elect
// after the last.
func (r rounds) next(g Group, p spec.NodeID, replying []Member) Group {
	if replying == nil {
		replying = g.Members
	}
	l := g.Members[p].local()
	if l.Testing == spec.None {
		l = l.towards(r.process, p, 1)
	}
	if j := l.Testing; j != spec.None {
		s := clusterOf(r.process, p, j)
		ahead := l.Ahead
		if g.Up.Has(j) && !g.Doubts[p].Has(j) {
			l = l.Merge(r.process, p, j, replying[j].local().Told(r.process))
			if r.process.Interprets(words.Scan) {
				ahead = nil // one who answers is enough
			}
		} else {
			l = l.Suspect(j)
		}
		g.Doubts = set(g.Doubts, p, g.Doubts[p].Without(j))
		g.Tests++
		l.Testing, l.Ahead = first(Cluster(r.process, p, s), ahead)
		if l.Testing == spec.None {
			l = l.towards(r.process, p, s+1)
		}
	}
	if l.Testing != spec.None {
		g.Members = set(g.Members, p, MemberOf(l))
		return g
	}
	elected, saved := l.CheckLeader(r.process, p)
	penalised := elected.Incarnations[p] > l.Incarnations[p]
	if penalised {
		g.Paid = slices.Clone(append(g.Paid[:len(g.Paid):len(g.Paid)], p))
		g.Paid = g.Paid[max(0, len(g.Paid)-3):]
	}
	if penalised || elected.Leader != p {
		g.Failed = set(g.Failed, p, 0)
	}
	return g.with(p, elected, saved)
}

// towards returns the local state with the first whom process i is to test in its clusters from s
// on, and who is ahead in the same cluster; None if there is nobody.
func (l Local) towards(cfg words.Config, i spec.NodeID, s int) Local {
	l.Testing, l.Ahead = spec.None, nil
	for ; s <= cfg.Dimension() && l.Testing == spec.None; s++ {
		assigned := l.Assigned(cfg, i, s)
		l.Testing, l.Ahead = first(assigned, spec.NewSet(assigned...))
	}
	return l
}

// first returns the first of a cluster who is in the set, None if none is, and the others of the set.
func first(cluster []spec.NodeID, in spec.Set) (spec.NodeID, spec.Set) {
	for _, j := range cluster {
		if in.Has(j) {
			return j, in.Without(j)
		}
	}
	return spec.None, nil
}

// clusterOf returns the number of the cluster of process i in which j is.
func clusterOf(cfg words.Config, i, j spec.NodeID) int {
	s := 1
	for !slices.Contains(Cluster(cfg, i, s), j) {
		s++
	}
	return s
}

// with returns the group when a member knows this and has saved these, in order.
func (g Group) with(p spec.NodeID, l Local, saved []words.Record) Group {
	g.Members = set(g.Members, p, MemberOf(l))
	for _, record := range saved {
		g.Disks = set(g.Disks, p, record)
	}
	return g
}

func set[T any](list []T, at spec.NodeID, x T) []T {
	list = slices.Clone(list)
	list[at] = x
	return list
}
