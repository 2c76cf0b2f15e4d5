package fastbully

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/fastbully"
	"github.com/scrutineer-go/scrutineer/spec/fastbully/words"
)

// The properties that a monitor judges too, or that are judged beside it.
const (
	oneLeaderName     = "OneLeader"
	perEpochName      = "OneLeaderPerEpoch"
	ownEpochName      = "OwnEpoch"
	sameHeirsName     = "SameHeirs"
	epochGrowsName    = "EpochGrows"
	announcesOnceName = "AnnouncesOnce"
)

// properties returns the properties, by their names in tla/fastbully/MCFastBully.tla.
func properties(cfg words.Config) []spec.Property[State] {
	g := group{cfg, order(cfg)}
	return []spec.Property[State]{
		verify.OfEach("TypeOK", g.typeOK),
		{Name: oneLeaderName, Check: oneLeader, WithinBudget: true}, // without losses and false alarms
		{Name: perEpochName, Check: onePerEpoch},
		{Name: ownEpochName, Check: g.ownEpoch, WithinBudget: true}, // in runs OneLeaderPerEpoch says it
		{Name: sameHeirsName, Check: g.sameHeirs},
		{Name: "SameHeirsAtRest", Check: verify.WhenQuiescent(g.sameHeirs), WithinBudget: true},
		{Name: "OneLeaderAtLast", Kind: spec.Stable, Check: agreed},
		{Name: "BestAtLast", Kind: spec.Stable, Check: g.bestLeads},
		{Name: "RestAtLast", Kind: spec.Stable, Check: rests},
		{Name: epochGrowsName, Kind: spec.Stepwise, Step: epochGrows},
		{Name: announcesOnceName, Kind: spec.Stepwise, Step: announcesOnce},
		{Name: "NeverFailsOver", Witness: true, Check: g.neverLeads(func(at int) bool { return at > 0 })},
		{Name: "NeverThirdLeads", Witness: true, Check: g.neverLeads(func(at int) bool { return at == 2 })},
		{Name: "NeverClaimsAgain", Witness: true, Check: g.neverClaimsAgain},
		{Name: "NeverGathersAgain", Witness: true, Check: neverGathersAgain},
		{Name: "NeverGivesUp", Witness: true, Kind: spec.Stepwise, Step: neverGivesUp},
	}
}

// group is a configuration and the order of its processes, the best first.
type group struct {
	words.Config
	order []spec.NodeID
}

func order(cfg words.Config) []spec.NodeID {
	return specification.Fresh(0, words.Config{
		Nodes: cfg.Nodes, Scores: cfg.Scores, Start: words.Warm,
	}).Line
}

func (g group) typeOK(st State, id spec.NodeID) error {
	p := st.State.State.Nodes[id]
	ahead := slices.Index(p.Line, id)
	switch {
	case len(p.Line) > 0 && !isLine(p.Line, g.Nodes):
		return fmt.Errorf("the line of %s is %v", id, p.Line)
	case p.Epoch < 0 || p.Leader < spec.None || int(p.Leader) >= g.Nodes:
		return fmt.Errorf("%s follows %s in epoch %d", id, p.Leader, p.Epoch)
	case p.Ignored.Has(id) || p.Ignored.Has(p.Leader):
		return fmt.Errorf("%s, who follows %s, ignores %s", id, p.Leader, p.Ignored)
	case !p.Suspected.IsAmong(spec.NewSet(p.Line[:max(0, ahead)]...)):
		return fmt.Errorf("%s suspects %s, who are not all before it in %v", id, p.Suspected, p.Line)
	}
	for j, key := range p.Keys {
		if key != words.Unknown && key != g.Scores[j] {
			return fmt.Errorf("%s knows the score %d of %d", id, key, j)
		}
	}
	return nil
}

// isLine reports whether everybody stands in it once.
func isLine(line []spec.NodeID, nodes int) bool {
	return len(line) == nodes && spec.NewSet(line...).Equal(spec.AllNodes(nodes))
}

// acting are those who lead.
func acting(st State) spec.Set {
	var all spec.Set
	for _, i := range st.State.State.Alive {
		if st.State.State.Nodes[i].Leader == i {
			all = append(all, i)
		}
	}
	return all
}

func oneLeader(st State) error {
	if leaders := acting(st); len(leaders) > 1 {
		return fmt.Errorf("%s lead", leaders)
	}
	return nil
}

func onePerEpoch(st State) error {
	for _, i := range acting(st) {
		for _, j := range acting(st) {
			if epoch := st.State.State.Nodes[i].Epoch; i < j && epoch == st.State.State.Nodes[j].Epoch {
				return fmt.Errorf("%s and %s lead in epoch %d", i, j, epoch)
			}
		}
	}
	return nil
}

func (g group) ownEpoch(st State) error {
	for _, i := range acting(st) {
		if epoch := st.State.State.Nodes[i].Epoch; epoch%g.Nodes != int(i) {
			return fmt.Errorf("%s leads in epoch %d", i, epoch)
		}
	}
	return nil
}

// sameHeirs: who follows the same leader in the same epoch has the same list. Who has gathered again may
// know of a later epoch than that of its list.
func (g group) sameHeirs(st State) error {
	s := st.State.State
	for _, i := range s.Alive {
		for _, j := range s.Alive {
			a, b := s.Nodes[i], s.Nodes[j]
			if i < j && a.Leader != spec.None && a.Leader == b.Leader && a.Epoch == b.Epoch &&
				!slices.Equal(a.Line, b.Line) && !g.Interprets(words.Regathers) {
				return fmt.Errorf("%s and %s follow %s in epoch %d, by the lines %v and %v",
					i, j, a.Leader, a.Epoch, a.Line, b.Line)
			}
		}
	}
	return nil
}

// agreed: all follow the same process, which is up.
func agreed(st State) error {
	s := st.State.State
	if len(s.Alive) == 0 {
		return nil
	}
	leader := s.Nodes[s.Alive[0]].Leader
	if !s.Alive.Has(leader) {
		return fmt.Errorf("%s follows %s, who is not up", s.Alive[0], leader)
	}
	return allFollow(s, leader)
}

func allFollow(s specification.State, leader spec.NodeID) error {
	for _, i := range s.Alive {
		if s.Nodes[i].Leader != leader {
			return fmt.Errorf("%s follows %s and not %s", i, s.Nodes[i].Leader, leader)
		}
	}
	return nil
}

// bestLeads: all follow the best of those that are up.
func (g group) bestLeads(st State) error {
	for _, best := range g.order {
		if st.State.State.Alive.Has(best) {
			return allFollow(st.State.State, best)
		}
	}
	return nil
}

func rests(st State) error {
	if !st.State.State.Calm() {
		return fmt.Errorf("%d copies are in flight", len(st.State.State.Flight))
	}
	return nil
}

// neverLeads: nobody leads who is such a one by its place.
func (g group) neverLeads(isOne func(int) bool) func(State) error {
	return func(st State) error {
		for _, i := range acting(st) {
			if at := slices.Index(g.order, i); isOne(at) {
				return fmt.Errorf("%s leads, number %d by its score", i, at+1)
			}
		}
		return nil
	}
}

func (g group) neverClaimsAgain(st State) error {
	for _, i := range acting(st) {
		if epoch := st.State.State.Nodes[i].Epoch; epoch >= 2*g.Nodes {
			return fmt.Errorf("%s leads in epoch %d", i, epoch)
		}
	}
	return nil
}

func neverGathersAgain(st State) error {
	for _, i := range st.State.State.Alive {
		if p := st.State.State.Nodes[i]; p.Gathering && p.Leader != spec.None {
			return fmt.Errorf("%s, who follows %s, gathers scores", i, p.Leader)
		}
	}
	return nil
}

// stay reports whether the process at which a step happens, the only one that changes, is up before and after it.
func stay(before State, a spec.Action, after State) bool {
	return before.State.State.Alive.Has(a.At) && after.State.State.Alive.Has(a.At)
}

func epochGrows(before State, a spec.Action, after State) error {
	if !stay(before, a, after) {
		return nil
	}
	if was, is := before.State.State.Nodes[a.At].Epoch, after.State.State.Nodes[a.At].Epoch; is < was {
		return fmt.Errorf("after %s %s is in epoch %d, and was in %d", a, a.At, is, was)
	}
	return nil
}

func neverGivesUp(before State, a spec.Action, after State) error {
	if !stay(before, a, after) {
		return nil
	}
	was, is := before.State.State.Nodes[a.At], after.State.State.Nodes[a.At]
	if was.Gathering && !is.Gathering && was.Leader == is.Leader {
		return fmt.Errorf("after %s %s leaves it", a, a.At)
	}
	return nil
}

// announcement tells copies of a Coordinator apart, but for their places.
type announcement struct {
	from, to spec.NodeID
	epoch    int
}

func announcementOf(m *spec.Message) (announcement, bool) {
	c, ok := m.Body.(words.Coordinator)
	return announcement{m.From, m.To, c.Epoch}, ok
}

// flying counts the copies of an announcement.
func (c announcement) flying(st State) int {
	n := 0
	for i := range st.State.State.Flight {
		if other, ok := announcementOf(&st.State.State.Flight[i]); ok && other == c {
			n++
		}
	}
	return n
}

// announcesOnce: who begins to reign tells each other process once, and nobody announces anything else,
// so that a failure costs n-1 messages, n-2 of them to processes that are up.
func announcesOnce(before State, a spec.Action, after State) error {
	if !stay(before, a, after) {
		return nil
	}
	i, s := a.At, after.State.State
	was, is := before.State.State.Nodes[i], s.Nodes[i]
	begins := is.Leader == i && (was.Leader != i || was.Epoch != is.Epoch)
	told := 0
	for n := range s.Flight {
		c, ok := announcementOf(&s.Flight[n])
		if !ok || c.from != i || c.flying(before) > 0 {
			continue
		}
		if copies := c.flying(after); !begins || copies != 1 || c.epoch != is.Epoch {
			return fmt.Errorf("after %s %s announces epoch %d %d times to %s", a, i, c.epoch, copies, c.to)
		}
		told++
	}
	if others := len(s.Alive) - 1; begins && told != others {
		return fmt.Errorf("after %s %s has told %d of %d others that it leads", a, i, told, others)
	}
	return nil
}
