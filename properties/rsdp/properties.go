package rsdp

import (
	"fmt"
	"slices"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// properties returns the properties of the engine, by their names in tla/rsdp/MCRsdp.tla.
func properties(cfg words.Config) []spec.Property[State] {
	e := engine[specification.Local]{
		cfg: cfg, routine: words.Routine(), local: func(l specification.Local) specification.Local { return l },
	}
	all := []spec.Property[State]{
		{Name: clientsKnowName, Check: e.atRest(e.each(clientKnows))},
		{Name: "Agreement", Check: e.atRest(e.all(agree)), WithinBudget: true},
		{Name: "Rightness", Check: e.atRest(e.all(e.right)), WithinBudget: true},
		{Name: "OneLeader", Check: e.atRest(e.all(oneLeader)), WithinBudget: true},
		{Name: "LeaderLives", Check: e.atRest(e.all(leaderLives)), WithinBudget: true},
		{Name: "Repairs", Check: e.atRest(e.repaired), WithinBudget: true},
		{Name: "Settles", Kind: spec.Stable, Check: e.settles},
	}
	return append(append(all, e.common()...), e.witnesses()...)
}

// engine judges states of a model whose processes have an engine in their local state.
type engine[L any] struct {
	cfg     words.Config
	routine spec.Routine
	local   func(L) specification.Local
}

// common are the properties that every model with an engine has.
func (e engine[L]) common() []spec.Property[verify.Judged[L, struct{}]] {
	return []spec.Property[verify.Judged[L, struct{}]]{
		verify.OfEach("TypeOK", e.typeOK()),
		verify.OfEach(saneName, e.sane),
		verify.OfEach(oneVoteEachName, e.oneVoteEach),
		verify.OfEach(ownAnswersName, e.ownAnswers),
		{Name: mutexExcludesName, Kind: spec.Stepwise, Step: e.mutexExcludes},
		{Name: "DebatesEnd", Kind: spec.Recurrent, Check: e.nobodyDebates},
	}
}

// at is what a process knows.
func (e engine[L]) at(st verify.Judged[L, struct{}], id spec.NodeID) specification.Local {
	return e.local(st.State.State.Nodes[id])
}

// on are the replicas of a state: processes that are up, and take part.
func (e engine[L]) on(st verify.Judged[L, struct{}]) (those spec.Set) {
	for _, id := range st.State.State.Alive {
		if e.isOn(st, id) {
			those = append(those, id)
		}
	}
	return those
}

func (e engine[L]) isOn(st verify.Judged[L, struct{}], id spec.NodeID) bool {
	s := st.State.State
	return s.Alive.Has(id) && !s.Unbooted.Has(id) && e.at(st, id).On
}

// replicas are they as they are judged.
func (e engine[L]) replicas(st verify.Judged[L, struct{}]) (all []replica) {
	for _, id := range e.on(st) {
		all = append(all, e.replica(st, id))
	}
	return all
}

func (e engine[L]) replica(st verify.Judged[L, struct{}], id spec.NodeID) replica {
	l := e.at(st, id)
	return replica{id, l.Values, l.Told, houseOf(e.cfg)}
}

// sane judges a replica by itself.
func (e engine[L]) sane(st verify.Judged[L, struct{}], id spec.NodeID) error {
	if !e.isOn(st, id) {
		return nil
	}
	return sane(e.replica(st, id))
}

// each judges each replica by itself, all judges them together.
func (e engine[L]) each(check func(replica) error) func(verify.Judged[L, struct{}]) error {
	return e.all(func(all []replica) error {
		for _, r := range all {
			if err := check(r); err != nil {
				return err
			}
		}
		return nil
	})
}

func (e engine[L]) all(check func([]replica) error) func(verify.Judged[L, struct{}]) error {
	return func(st verify.Judged[L, struct{}]) error { return check(e.replicas(st)) }
}

// atRest judges only states in which nothing is left but the routine.
func (e engine[L]) atRest(check func(verify.Judged[L, struct{}]) error) func(verify.Judged[L, struct{}]) error {
	return verify.WhenResting(e.routine, check)
}

func (e engine[L]) right(all []replica) error { return right(e.cfg, all) }

// repaired: a session that somebody has begun from rest has ended well, whatever was held before, as long
// as nobody has joined.
func (e engine[L]) repaired(st verify.Judged[L, struct{}]) error {
	later := false
	for _, id := range e.on(st) {
		if len(e.cfg.Settled(id).Members) == 0 {
			return nil
		}
		later = later || e.at(st, id).Number > 0
	}
	if !later {
		return nil
	}
	if err := agree(e.replicas(st)); err != nil {
		return err
	}
	return e.right(e.replicas(st))
}

// settles: the cluster is at rest, and all hold the same.
func (e engine[L]) settles(st verify.Judged[L, struct{}]) error {
	if !st.State.State.Resting(e.routine) {
		return fmt.Errorf("something is going on")
	}
	return agree(e.replicas(st))
}

func (e engine[L]) nobodyDebates(st verify.Judged[L, struct{}]) error {
	for _, id := range e.on(st) {
		if e.at(st, id).Debating {
			return fmt.Errorf("%s is in its DEBATES", id)
		}
	}
	return nil
}

func (e engine[L]) typeOK() func(verify.Judged[L, struct{}], spec.NodeID) error {
	known := spec.AllNodes(e.cfg.Nodes)
	return func(st verify.Judged[L, struct{}], id spec.NodeID) error {
		l := e.at(st, id)
		timers := st.State.State.Timers[id]
		switch {
		case len(l.Values) != len(e.cfg.Reducers) || len(l.Told) != len(l.Values):
			return fmt.Errorf("%s has %d values and has told %d", id, len(l.Values), len(l.Told))
		case l.Life < -1 || l.On && l.Life < 0 || l.Number < 0 || l.Number >= e.cfg.Sessions:
			return fmt.Errorf("%s is in life %d, session %d", id, l.Life, l.Number)
		case len(l.Lives) != e.cfg.Nodes || !l.Gone.IsAmong(known) || l.Gone.Has(id):
			return fmt.Errorf("%s knows the lives %v, gone are %s", id, l.Lives, l.Gone)
		case l.Debating != timers.Has(words.TimerStatus):
			return fmt.Errorf("%s is in its DEBATES: %t, and its timers are %v", id, l.Debating, timers)
		case !l.Debating && (l.Due || l.Again || len(l.Statuses)+len(l.Closes)+len(l.Hellos)+len(l.Next) > 0):
			return fmt.Errorf("the mutex of %s is free, and something waits for it: %+v", id, l)
		case timers.Has(words.TimerShare) && (len(l.Shares) == 0 || l.Due):
			return fmt.Errorf("the SHARE window of %s is open, for %d of them, due: %t", id, len(l.Shares), l.Due)
		}
		return nil
	}
}

// oneVoteEach: nobody stands in a buffer twice (A4.4).
func (e engine[L]) oneVoteEach(st verify.Judged[L, struct{}], id spec.NodeID) error {
	if !e.isOn(st, id) {
		return nil
	}
	var statuses, shares []spec.NodeID
	l := e.at(st, id)
	for _, x := range l.Statuses {
		statuses = append(statuses, x.From)
	}
	for _, x := range l.Shares {
		shares = append(shares, x.From)
	}
	for _, senders := range [][]spec.NodeID{statuses, shares} {
		if who := repeated(senders); who != spec.None {
			return fmt.Errorf("%s has two of %s in a buffer", id, who)
		}
	}
	return nil
}

// ownAnswers: what is buffered answers the session that is under way (a5).
func (e engine[L]) ownAnswers(st verify.Judged[L, struct{}], id spec.NodeID) error {
	if !e.isOn(st, id) {
		return nil
	}
	l := e.at(st, id)
	own := session(e.cfg, l.Life, l.Number)
	for _, x := range l.Statuses {
		if x.Session != own {
			return fmt.Errorf("%s, in session %v, has an answer to session %v of %s", id, own, x.Session, x.From)
		}
	}
	return nil
}

// mutexExcludes: as long as DEBATES hold the mutex nothing else changes a value. No process changes
// but the one at which a step happens.
func (e engine[L]) mutexExcludes(
	before verify.Judged[L, struct{}], a spec.Action, after verify.Judged[L, struct{}],
) error {
	id := a.At
	if !e.isOn(before, id) {
		return nil
	}
	was, is := e.at(before, id), e.at(after, id)
	var given []int // the side channel waits for no mutex
	if is.Injected > was.Injected {
		given = []int{slices.Index(e.cfg.Reducers, e.cfg.Injections[was.Injected].Reducer)}
	}
	if was.Debating && is.Debating && was.Number == is.Number &&
		!same(without(was.Values, given), without(is.Values, given)) {
		return fmt.Errorf("after %s %s holds %v during its DEBATES, and held %v", a, id, is.Values, was.Values)
	}
	return nil
}
