package vcube

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/vcube"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// roundsProperties returns the properties of the model with atomic tests, by their names in
// tla/vcube/MCVCubeRounds.tla.
func roundsProperties(cfg words.RoundsConfig) []spec.Property[RoundsJudged] {
	j := roundsJudge{cfg}
	of := func(name string, kind spec.PropertyKind, check func(specification.Group) error) spec.Property[RoundsJudged] {
		return spec.Property[RoundsJudged]{Name: name, Kind: kind, Check: func(st RoundsJudged) error {
			return check(st.State.State.Nodes[0].Group)
		}}
	}
	step := func(name string, check checkOfStep) spec.Property[RoundsJudged] {
		return spec.Property[RoundsJudged]{Name: name, Kind: spec.Stepwise, Step: j.eachStaying(check)}
	}
	return append([]spec.Property[RoundsJudged]{
		of("TypeOK", spec.Always, j.typeOK),
		of("Parity", spec.Always, eachUp(groupParity)),
		of("KnowsNoMore", spec.Always, groupKnowsNoMore),
		of("Durable", spec.Always, eachUp(j.durable)),
		of("TestsBound", spec.Always, j.testsBound),
		of("OneTester", spec.Always, j.oneTester),
		of("Latency", spec.Always, j.after(cfg.Dimension(), groupRight)),
		of("LeadsInTime", spec.Always, j.after(cfg.Dimension(), eachUp(groupFollowsLeast))),
		of("LeadsOneLater", spec.Always, j.after(cfg.Dimension()+1, eachUp(groupFollowsLeast))),
		{Name: "IncarnationGrows", Kind: spec.Stepwise, Step: groupIncarnationGrows},
		step("TimestampsGrow", groupTimestampsGrow),
		step("PenaltyDethrones", groupPenaltyDethrones),
		step("Earned", j.earned),
		step("Punished", j.punished),
		step("HeardLeads", j.heardLeads),
		of("CompleteAtLast", spec.Stable, j.eachStable(groupComplete)),
		of(trustedName, spec.Stable, j.eachStable(j.trusts)),
		of("AccurateAtLast", spec.Stable, j.eachStable(groupAccurate)),
		of("AgreeAtLast", spec.Stable, j.agree),
		of("LeastAtLast", spec.Stable, j.eachStable(groupFollowsLeast)),
	}, spec.Witnesses(
		of("NeverSuspects", spec.Always, eachUp(groupNeverSuspects)),
		of("NeverElectsAnother", spec.Always, eachUp(groupNeverElectsAnother)),
		of("NeverPenalised", spec.Always, groupNeverPenalised),
		of("NeverPenalisedTwice", spec.Always, groupNeverPenalisedTwice),
		of("NeverPaysInTurn", spec.Always, groupNeverPaysInTurn),
		step("NeverOverridden", groupNeverOverridden),
		step("NeverInVain", groupNeverInVain),
	)...)
}

// roundsJudge is a configuration, by which groups are judged.
type roundsJudge struct{ words.RoundsConfig }

// checkOfStep judges a step for one member.
type checkOfStep func(before, after specification.Group, p spec.NodeID) error

// eachUp judges each member that is up.
func eachUp(check func(g specification.Group, p spec.NodeID) error) func(specification.Group) error {
	return func(g specification.Group) error {
		for _, p := range g.Up {
			if err := check(g, p); err != nil {
				return err
			}
		}
		return nil
	}
}

// eachStable judges each member that is up and not flapping: those that the paper calls correct.
func (j roundsJudge) eachStable(
	check func(g specification.Group, p spec.NodeID) error,
) func(specification.Group) error {
	return func(g specification.Group) error {
		for _, p := range g.Up.Minus(j.Flapping) {
			if err := check(g, p); err != nil {
				return err
			}
		}
		return nil
	}
}

// eachStaying judges a step for each member that is up before and after it, and cannot have come up
// with it.
func (j roundsJudge) eachStaying(check checkOfStep) func(RoundsJudged, spec.Action, RoundsJudged) error {
	return func(before RoundsJudged, a spec.Action, after RoundsJudged) error {
		was, is := before.State.State.Nodes[0].Group, after.State.State.Nodes[0].Group
		for _, p := range was.Up.Minus(j.Flapping) {
			if !is.Up.Has(p) {
				continue
			}
			if err := check(was, is, p); err != nil {
				return fmt.Errorf("after %s %w", a, err)
			}
		}
		return nil
	}
}

func (j roundsJudge) typeOK(g specification.Group) error {
	all := spec.AllNodes(j.Members)
	somebody := all.With(spec.None)
	if !g.Up.IsAmong(all) || !g.Todo.IsAmong(g.Up) || g.Tests < 0 || g.Since < 0 || g.Since > j.Dimension()+1 {
		return fmt.Errorf("%s are up, %s in a round, of %d tests, %d rounds later", g.Up, g.Todo, g.Tests, g.Since)
	}
	if min(g.Left.Fails, g.Left.Returns, g.Left.Suspicions) < 0 || len(g.Paid) > 3 {
		return fmt.Errorf("left are %+v, and paid have %v", g.Left, g.Paid)
	}
	for i, m := range g.Members {
		p := spec.NodeID(i)
		switch {
		case len(m.Timestamps) != j.Members || len(m.Incarnations) != j.Members:
			return fmt.Errorf("%s has %d timestamps and %d incarnations", p, len(m.Timestamps), len(m.Incarnations))
		case !m.Correct.IsAmong(all) || !m.Ahead.IsAmong(all) || !somebody.Has(m.Testing) || !somebody.Has(m.Leader):
			return fmt.Errorf("%s names a process that does not exist", p)
		case m.Testing == p || m.Testing == spec.None && len(m.Ahead) > 0:
			return fmt.Errorf("%s tests %s, and then %s", p, m.Testing, m.Ahead)
		case j.Grain != words.ByTest && m.Testing != spec.None:
			return fmt.Errorf("%s tests %s, and its round is over", p, m.Testing)
		case !natural(m.Timestamps, 0) || !natural(m.Incarnations, words.Unknown) || m.Count < 0:
			return fmt.Errorf("%s has timestamps %v, incarnations %v and count %d",
				p, m.Timestamps, m.Incarnations, m.Count)
		case !g.Doubts[p].IsAmong(all.Without(p)) || g.Failed[p] < 0 || g.Failed[p] > max(j.Threshold, 0):
			return fmt.Errorf("%s doubts %s, and has failed %d times", p, g.Doubts[p], g.Failed[p])
		}
	}
	return nil
}

// groupParity: a member holds for correct itself, and those whose timestamp is even (VC-6).
func groupParity(g specification.Group, p spec.NodeID) error {
	m := g.Members[p]
	for q, timestamp := range m.Timestamps {
		id := spec.NodeID(q)
		if m.Correct.Has(id) != (timestamp%2 == 0 || id == p) {
			return fmt.Errorf("%s holds %s for correct, and the timestamp of %s is %d", p, m.Correct, id, timestamp)
		}
	}
	return nil
}

// groupKnowsNoMore: nobody knows of a higher incarnation of a member than its disk.
func groupKnowsNoMore(g specification.Group) error {
	for i, m := range g.Members {
		for of, incarnation := range m.Incarnations {
			if incarnation > g.Disks[of].Incarnation {
				return fmt.Errorf("%d knows incarnation %d of %d, on whose disk is %+v",
					i, incarnation, of, g.Disks[of])
			}
		}
	}
	return nil
}

// durable: what a member must not forget is on its disk.
func (j roundsJudge) durable(g specification.Group, p spec.NodeID) error {
	m := g.Members[p]
	if why := differs(j.Process(), g.Disks[p], m.Incarnations[p], m.Count, m.Leader); why != "" {
		return fmt.Errorf("%s%s", p, why)
	}
	return nil
}

// testsBound: there are at most N d tests in a testing round (VC-3).
func (j roundsJudge) testsBound(g specification.Group) error {
	if most := j.Members * j.Dimension(); g.Tests > most {
		return fmt.Errorf("there were %d tests in a round, %d is N log2 N", g.Tests, most)
	}
	return nil
}

// oneTester: when everybody knows who is up, each member is assigned to just one member in each of
// its clusters in which anybody is up (VC-3).
func (j roundsJudge) oneTester(g specification.Group) error {
	if groupRight(g) != nil {
		return nil
	}
	for q := range spec.NodeID(j.Members) {
		for s := 1; s <= j.Dimension(); s++ {
			var testers, could spec.Set
			for _, p := range specification.Cluster(j.Process(), q, s) {
				if !g.Up.Has(p) {
					continue
				}
				could = could.With(p)
				view := specification.Local{Correct: g.Members[p].Correct}
				if slices.Contains(view.Assigned(j.Process(), p, s), q) {
					testers = testers.With(p)
				}
			}
			if len(could) > 0 && len(testers) != 1 {
				return fmt.Errorf("%s of %s are to test %s in their cluster %d", testers, could, q, s)
			}
		}
	}
	return nil
}

// after judges groups in which nothing has happened for so many rounds.
func (j roundsJudge) after(rounds int, check func(specification.Group) error) func(specification.Group) error {
	return func(g specification.Group) error {
		if g.Since < rounds || j.Grain != words.ByRound {
			return nil
		}
		if err := check(g); err != nil {
			return fmt.Errorf("after %d rounds in which nothing happened %w", g.Since, err)
		}
		return nil
	}
}

// groupRight: everybody who is up knows who is (VC-4).
func groupRight(g specification.Group) error {
	for _, p := range g.Up {
		if correct := g.Members[p].Correct; !correct.Equal(g.Up) {
			return fmt.Errorf("%s holds %s for correct, and %s are up", p, correct, g.Up)
		}
	}
	return nil
}

// groupFollowsLeast: a member follows the one of the least incarnation that is up (VC-11).
func groupFollowsLeast(g specification.Group, p spec.NodeID) error {
	if leader, least := g.Members[p].Leader, leastUp(g); leader != least {
		return fmt.Errorf("%s follows %s, and the least is %s, in incarnation %d",
			p, leader, least, g.Disks[least].Incarnation)
	}
	return nil
}

// leastUp is who has the least incarnation of those who are up, and of these the least id.
func leastUp(g specification.Group) spec.NodeID {
	return leastOf(g.Up, func(p spec.NodeID) int { return g.Disks[p].Incarnation })
}

// groupIncarnationGrows: the incarnation on a disk never falls, and whoever comes up again is in a
// higher one than ever before (W12).
func groupIncarnationGrows(before RoundsJudged, a spec.Action, after RoundsJudged) error {
	was, is := before.State.State.Nodes[0].Group, after.State.State.Nodes[0].Group
	for i, old := range was.Disks {
		p, now := spec.NodeID(i), is.Disks[i].Incarnation
		cameUp := is.Up.Has(p) && !was.Up.Has(p)
		if now < old.Incarnation || cameUp && now == old.Incarnation {
			return fmt.Errorf("after %s the disk of %s has %+v, and had %+v", a, p, is.Disks[i], old)
		}
	}
	return nil
}

// groupTimestampsGrow: nothing that a member knows falls while it is up (W3).
func groupTimestampsGrow(before, after specification.Group, p spec.NodeID) error {
	was, is := before.Members[p], after.Members[p]
	for q := range was.Timestamps {
		if is.Timestamps[q] < was.Timestamps[q] || is.Incarnations[q] < was.Incarnations[q] {
			return fmt.Errorf("%s has timestamp %d and incarnation %d of %d, and had %d and %d",
				p, is.Timestamps[q], is.Incarnations[q], q, was.Timestamps[q], was.Incarnations[q])
		}
	}
	return nil
}

// paysNow tells whether a member is penalised by a step: its incarnation rises while it is up.
func paysNow(before, after specification.Group, p spec.NodeID) bool {
	return after.Members[p].Incarnations[p] > before.Members[p].Incarnations[p]
}

// groupPenaltyDethrones: who is penalised has somebody else before itself then, in its own view
// (VC-21).
func groupPenaltyDethrones(before, after specification.Group, p spec.NodeID) error {
	if m := after.Members[p]; paysNow(before, after, p) {
		heard := func(c spec.NodeID) bool { return m.Incarnations[c] != words.Unknown }
		candidates := slices.DeleteFunc(slices.Clone(m.Correct), func(c spec.NodeID) bool { return !heard(c) })
		if leastOf(candidates, func(c spec.NodeID) int { return m.Incarnations[c] }) == p {
			return fmt.Errorf("%s has penalised itself to incarnation %d, and is the least all the same",
				p, m.Incarnations[p])
		}
	}
	return nil
}

// earned: nobody is penalised that has not failed often enough in sequence as the leader (Y4).
func (j roundsJudge) earned(before, after specification.Group, p spec.NodeID) error {
	if failed := before.Failed[p]; paysNow(before, after, p) && failed < j.Threshold {
		return fmt.Errorf("%s is penalised, and has failed %d times as the leader", p, failed)
	}
	return nil
}

// punished: who comes up again, has failed often enough and is the least of all who are up is
// penalised, or its count is kept (Y8).
func (j roundsJudge) punished(before, after specification.Group, p spec.NodeID) error {
	elects := before.Members[p].Recovering && !after.Members[p].Recovering
	due := j.Threshold > 0 && before.Failed[p] >= j.Threshold && leastUp(before) == p
	if elects && due && !paysNow(before, after, p) && after.Members[p].Count < j.Threshold {
		return fmt.Errorf("%s is the least and has failed %d times as the leader, and its count is %d",
			p, before.Failed[p], after.Members[p].Count)
	}
	return nil
}

// heardLeads: nobody is elected by an incarnation that it never was in (Y8).
func (j roundsJudge) heardLeads(before, after specification.Group, p spec.NodeID) error {
	m := after.Members[p]
	if m.Leader == before.Members[p].Leader || m.Leader == spec.None {
		return nil
	}
	if m.Incarnations[m.Leader] < j.Incarnations[m.Leader] {
		return fmt.Errorf("%s follows %s by incarnation %d, which never was below %d",
			p, m.Leader, m.Incarnations[m.Leader], j.Incarnations[m.Leader])
	}
	return nil
}

// groupComplete: whoever is down is not held for correct (VC-8).
func groupComplete(g specification.Group, p spec.NodeID) error {
	if wrong := g.Members[p].Correct.Minus(g.Up); len(wrong) > 0 {
		return fmt.Errorf("%s holds %s for correct, who are down", p, wrong)
	}
	return nil
}

// trusts: whoever is up and not flapping is held for correct, by itself too (eventual strong accuracy).
func (j roundsJudge) trusts(g specification.Group, p spec.NodeID) error {
	if wrong := g.Up.Minus(j.Flapping).Minus(g.Members[p].Correct); len(wrong) > 0 {
		return fmt.Errorf("%s suspects %s, who are up", p, wrong)
	}
	return nil
}

// groupAccurate: the leader is up (VC-9).
func groupAccurate(g specification.Group, p spec.NodeID) error {
	if leader := g.Members[p].Leader; !g.Up.Has(leader) {
		return fmt.Errorf("%s follows %s, who is not up", p, leader)
	}
	return nil
}

// agree: all who are up and not flapping follow one member (VC-10).
func (j roundsJudge) agree(g specification.Group) error {
	stable := g.Up.Minus(j.Flapping)
	for _, p := range stable {
		if one, other := g.Members[stable[0]].Leader, g.Members[p].Leader; one != other {
			return fmt.Errorf("%s follows %s, and %s follows %s", stable[0], one, p, other)
		}
	}
	return nil
}

func groupNeverSuspects(g specification.Group, p spec.NodeID) error {
	if len(g.Members[p].Correct) < len(g.Members) {
		return fmt.Errorf("%s holds %s alone for correct", p, g.Members[p].Correct)
	}
	return nil
}

func groupNeverElectsAnother(g specification.Group, p spec.NodeID) error {
	if g.Members[p].Leader > 0 {
		return fmt.Errorf("%s follows %s", p, g.Members[p].Leader)
	}
	return nil
}

func groupNeverPenalised(g specification.Group) error {
	if len(g.Paid) > 0 {
		return fmt.Errorf("%v were penalised", g.Paid)
	}
	return nil
}

func groupNeverPenalisedTwice(g specification.Group) error {
	if payers := spec.NewSet(g.Paid...); len(payers) < len(g.Paid) {
		return fmt.Errorf("%v were penalised", g.Paid)
	}
	return nil
}

// groupNeverPaysInTurn: there are no three penalties of A, of B, and of A again.
func groupNeverPaysInTurn(g specification.Group) error {
	if len(g.Paid) == 3 && g.Paid[0] == g.Paid[2] && g.Paid[0] != g.Paid[1] {
		return fmt.Errorf("%v were penalised", g.Paid)
	}
	return nil
}

// groupNeverOverridden: nobody who rightly suspects another is talked out of it (Y7).
func groupNeverOverridden(before, after specification.Group, p spec.NodeID) error {
	for q := range spec.NodeID(len(before.Members)) {
		down := !before.Up.Has(q) && !after.Up.Has(q)
		if down && !before.Members[p].Correct.Has(q) && after.Members[p].Correct.Has(q) {
			return fmt.Errorf("%s holds %s for correct, which is down, and it knew", p, q)
		}
	}
	return nil
}

// groupNeverInVain: who is penalised has somebody before itself then, in truth (Y9).
func groupNeverInVain(before, after specification.Group, p spec.NodeID) error {
	if paysNow(before, after, p) && leastUp(after) == p {
		return fmt.Errorf("%s is penalised to incarnation %d, and is the least all the same",
			p, after.Disks[p].Incarnation)
	}
	return nil
}
