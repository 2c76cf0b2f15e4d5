package gossip

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/gossip"
	"github.com/scrutineer-go/scrutineer/spec/gossip/words"
)

// properties returns the properties, by their names in tla/gossip/MCGossip.tla.
func properties(cfg words.Config) []spec.Property[State] {
	all := []spec.Property[State]{
		verify.OfEach("TypeOK", typeOK(cfg)),
		verify.OfEach("Ranked", each(isRanked(cfg))),
		verify.OfEach("Follows", each(follows(cfg))),
		verify.OfEach("SettledFirst", each(settledFirst)),
		verify.OfEach("Reigns", each(reigns(cfg))),
		verify.OfEach("Floor", each(floor)),
		{Name: "SameKnownSameRank", Check: ofPairs(sameKnownSameRank)},
		{Name: "PairOrder", Check: ofPairs(pairOrder)},
		{Name: "OneMaster", Check: oneMaster},
		{Name: "OneMasterPerEpoch", Check: ofPairs(oneMasterPerEpoch)},
		{Name: "Covered", Check: covered(cfg), WithinBudget: true}, // without losses
		{Name: "VersionsGrow", Kind: spec.Stepwise, Step: versionsGrow(cfg)},
		{Name: "EpochGrows", Kind: spec.Stepwise, Step: epochGrows},
		{Name: "ResurrectedByNews", Kind: spec.Stepwise, Step: resurrectedByNews},
		{Name: "OneLeaderAtLast", Kind: spec.Stable, Check: oneLeader(cfg)},
		{Name: "OneMasterAtLast", Kind: spec.Stable, Check: oneMaster},
		{Name: "RestAtLast", Kind: spec.Stable, Check: rests},
		{Name: "CoveredAtLast", Kind: spec.Stable, Check: coveredByAll(cfg)},
	}
	return append(all, witnesses()...)
}

// process is one process of a state.
type process struct {
	*specification.Local
	id spec.NodeID
}

// living are the processes that are up.
func living(st State) []process {
	s := st.State.State
	all := make([]process, len(s.Alive))
	for i, id := range s.Alive {
		all[i] = process{&s.Nodes[id], id}
	}
	return all
}

// each judges a process if it is up, by what is its own.
func each(check func(process) error) func(State, spec.NodeID) error {
	return func(st State, id spec.NodeID) error {
		if !st.State.State.Alive.Has(id) {
			return nil
		}
		return check(process{&st.State.State.Nodes[id], id})
	}
}

// ofEach judges each process that is up.
func ofEach(check func(process) error) func(State) error {
	return func(st State) error {
		for _, p := range living(st) {
			if err := check(p); err != nil {
				return err
			}
		}
		return nil
	}
}

// ofPairs judges each two processes that are up.
func ofPairs(check func(a, b process) error) func(State) error {
	return func(st State) error { return verify.EachTwo(living(st), check) }
}

func typeOK(cfg words.Config) func(State, spec.NodeID) error {
	all := spec.AllNodes(cfg.Nodes)
	return func(st State, id spec.NodeID) error {
		p := &st.State.State.Nodes[id]
		switch {
		case len(p.Records) != cfg.Nodes || len(p.Seen) != cfg.Nodes || len(p.Pending) != cfg.Nodes:
			return fmt.Errorf("%s has %d records, %d seen and %d pending",
				id, len(p.Records), len(p.Seen), len(p.Pending))
		case !p.Suspected.IsAmong(all.Without(id)) || !all.With(spec.None).Has(p.Leader):
			return fmt.Errorf("%s suspects %s and follows %s", id, p.Suspected, p.Leader)
		case len(spec.NewSet(p.Ranking...)) != len(p.Ranking) || !spec.NewSet(p.Ranking...).IsAmong(all) ||
			!slices.Contains(p.Ranking, id):
			return fmt.Errorf("%s ranks %v", id, p.Ranking)
		case p.Epoch < 0 || p.Reign < 0 || p.Reign > p.Epoch:
			return fmt.Errorf("%s has epoch %d and reigns under %d", id, p.Epoch, p.Reign)
		case p.Rounds < 0 || p.Rounds >= cfg.Every || p.Beats < 0 || p.Beats > cfg.Beats:
			return fmt.Errorf("%s has had %d rounds and %d beats", id, p.Rounds, p.Beats)
		case p.Records[id].Version < 1 || p.Seen[id] != (specification.Sighting{}):
			return fmt.Errorf("%s has %+v of itself, and has seen %+v", id, p.Records[id], p.Seen[id])
		}
		for j, k := range p.Records {
			none := specification.Known{}
			if k.Version < 0 || k.Version == 0 && k != none || p.Seen[j].TTL < 0 || p.Seen[j].TTL > cfg.TTL ||
				p.Pending[j] < 0 || p.Pending[j] >= cfg.TTL {
				return fmt.Errorf("%s has %+v of %d, seen %+v, pending %d", id, k, j, p.Seen[j], p.Pending[j])
			}
		}
		return nil
	}
}

// isRanked: a process ranks whom it knows and does not suspect, in the order of their keys.
func isRanked(cfg words.Config) func(process) error {
	return func(p process) error {
		if cfg.Interprets(words.DeadReturns) {
			return nil
		}
		if want := p.Ranked(cfg, p.id); !slices.Equal(p.Ranking, want) {
			return fmt.Errorf("%s ranks %v, and should %v", p.id, p.Ranking, want)
		}
		return nil
	}
}

// follows: who is settled follows the first.
func follows(cfg words.Config) func(process) error {
	return func(p process) error {
		if p.Settled && p.Leader != p.Ranking[0] && !cfg.Interprets(words.NoStepBack) {
			return fmt.Errorf("%s follows %s and ranks %v", p.id, p.Leader, p.Ranking)
		}
		return nil
	}
}

// settledFirst: nobody follows, or acts, before it is settled.
func settledFirst(p process) error {
	if !p.Settled && p.Leader != spec.None {
		return fmt.Errorf("%s follows %s and is not settled", p.id, p.Leader)
	}
	return nil
}

// reigns: who acts has an epoch to act under, and nobody else has.
func reigns(cfg words.Config) func(process) error {
	return func(p process) error {
		if (p.Reign > 0) != (p.Acts(p.id) && !cfg.Interprets(words.NoEpochs)) {
			return fmt.Errorf("%s follows %s and reigns under %d", p.id, p.Leader, p.Reign)
		}
		return nil
	}
}

// floor: who is suspected is in no ranking.
func floor(p process) error {
	for _, j := range p.Suspected {
		if slices.Contains(p.Ranking, j) {
			return fmt.Errorf("%s suspects %s and ranks %v", p.id, j, p.Ranking)
		}
	}
	return nil
}

// sameKnownSameRank: who knows the same ranks the same (C-02, C-25).
func sameKnownSameRank(a, b process) error {
	if slices.Equal(a.Ranking, b.Ranking) {
		return nil
	}
	candidates := a.Candidates(a.id)
	if !candidates.Equal(b.Candidates(b.id)) {
		return nil
	}
	for _, j := range candidates {
		if a.Records[j] != b.Records[j] {
			return nil
		}
	}
	return fmt.Errorf("%s ranks %v, and %s, who knows the same, %v", a.id, a.Ranking, b.id, b.Ranking)
}

// pairOrder: two who are known alike stand in the same order everywhere (c3).
func pairOrder(a, b process) error {
	if slices.Equal(a.Ranking, b.Ranking) { // it mostly is so, in one order for all
		return nil
	}
	common := func(p process) []spec.NodeID {
		return slices.DeleteFunc(slices.Clone(p.Ranking), func(j spec.NodeID) bool {
			return a.Records[j] != b.Records[j] || !slices.Contains(a.Ranking, j) || !slices.Contains(b.Ranking, j)
		})
	}
	if !slices.Equal(common(a), common(b)) {
		return fmt.Errorf("%s ranks %v, and %s %v", a.id, a.Ranking, b.id, b.Ranking)
	}
	return nil
}

// oneMaster: no two act.
func oneMaster(st State) error {
	acting := spec.None
	for _, p := range living(st) {
		if p.Acts(p.id) {
			if acting != spec.None {
				return fmt.Errorf("%s acts, and so does %s", acting, p.id)
			}
			acting = p.id
		}
	}
	return nil
}

// oneMasterPerEpoch: no two act under one epoch.
func oneMasterPerEpoch(a, b process) error {
	if a.Acts(a.id) && b.Acts(b.id) && a.Reign == b.Reign {
		return fmt.Errorf("%s and %s act under epoch %d", a.id, b.id, a.Reign)
	}
	return nil
}

// covered: when nothing is on its way any more whoever is within reach of an origin knows its newest
// version (c11, C4.2).
func covered(cfg words.Config) func(State) error {
	reach := reaches(cfg)
	return func(st State) error {
		s := st.State.State
		if len(s.Alive) < cfg.Nodes || len(s.Unbooted) > 0 || !s.Calm() {
			return nil
		}
		for _, p := range living(st) {
			if slices.Max(p.Pending) > 0 {
				return nil
			}
		}
		for _, o := range cfg.Origins {
			for _, i := range reach[o] {
				if err := newest(s, i, o); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// reaches are, for each process, those within as many hops of it as the TTL is. In groups of hundreds it
// matters that each process is passed once.
func reaches(cfg words.Config) []spec.Set {
	linked := make([][]spec.NodeID, cfg.Nodes)
	for i := range linked {
		for j := range spec.NodeID(cfg.Nodes) {
			if cfg.Linked(spec.NodeID(i), j) {
				linked[i] = append(linked[i], j)
			}
		}
	}
	all := make([]spec.Set, cfg.Nodes)
	for o := range all {
		seen := make([]bool, cfg.Nodes)
		seen[o] = true
		list, last := []spec.NodeID{spec.NodeID(o)}, 0
		for hops := 0; hops < cfg.TTL && last < len(list); hops++ {
			front := list[last:]
			last = len(list)
			for _, i := range front {
				for _, j := range linked[i] {
					if !seen[j] {
						seen[j] = true
						list = append(list, j)
					}
				}
			}
		}
		all[o] = spec.NewSet(list...)
	}
	return all
}

// newest: process i knows the newest version of another.
func newest(s specification.State, i, o spec.NodeID) error {
	if is, known := s.Nodes[o].Records[o].Version, s.Nodes[i].Records[o].Version; known != is {
		return fmt.Errorf("%s knows version %d of %s, which is at %d", i, known, o, is)
	}
	return nil
}

// coveredByAll: all who are up know the newest versions of all origins that are up.
func coveredByAll(cfg words.Config) func(State) error {
	return func(st State) error {
		s := st.State.State
		for _, o := range cfg.Origins {
			for _, i := range s.Alive {
				if !s.Alive.Has(o) {
					continue
				}
				if err := newest(s, i, o); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// rests: no record is on its way (C-05).
func rests(st State) error {
	s := st.State.State
	for _, m := range s.Flight {
		if m.Body.Kind() == words.KindGossip && s.Alive.Has(m.To) {
			return fmt.Errorf("%s is on its way", m)
		}
	}
	return nil
}

// oneLeader: all who are up follow the best of them.
func oneLeader(cfg words.Config) func(State) error {
	return func(st State) error {
		all := living(st)
		if len(all) == 0 {
			return nil
		}
		truth := specification.Local{Records: make([]specification.Known, cfg.Nodes)}
		for _, p := range all {
			truth.Records[p.id] = p.Records[p.id]
			if p.Leader != all[0].Leader {
				return fmt.Errorf("%s follows %s, and %s follows %s", all[0].id, all[0].Leader, p.id, p.Leader)
			}
		}
		leader, alive := all[0].Leader, st.State.State.Alive
		if !alive.Has(leader) {
			return fmt.Errorf("all follow %s, who is not up", leader)
		}
		scale := truth.ScaleOf(cfg, alive)
		for _, j := range alive {
			mine, its := truth.Score(cfg, scale, leader), truth.Score(cfg, scale, j)
			if its < mine || its == mine && j < leader && !cfg.Interprets(words.IDSummand) {
				return fmt.Errorf("all follow %s, and %s is better", leader, j)
			}
		}
		return nil
	}
}
