package bully

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/bully"
	"github.com/scrutineer-go/scrutineer/spec/bully/words"
)

// properties returns the properties, by their names in tla/bully/MCBully.tla.
func properties(cfg words.Config) []spec.Property[State] {
	highest := verify.Highest[specification.Local, struct{}]{
		Leader: func(p specification.Local) spec.NodeID { return p.Leader },
	}
	return []spec.Property[State]{
		verify.OfEach("TypeOK", typeOK(cfg)),
		verify.OfEach("FollowsOrElects", followsOrElects),
		{Name: perEpochName, Check: eachTwo(acts, oneLeaderPerEpoch)},
		{Name: "EpochNamesLeader", Check: eachTwo(follows, epochNamesLeader)},
		{Name: oneLeaderName, Check: eachTwo(acts, oneLeader)},
		{Name: growName, Kind: spec.Stepwise, Step: epochsGrow},
		{Name: anewName, Kind: spec.Stepwise, Step: leadsAnew},
		{Name: "NeverLowerLeads", Witness: true, Check: highest.NeverLowerLeads},
		{Name: "NeverDeposed", Witness: true, Kind: spec.Stepwise, Step: highest.NeverDeposed},
		{Name: "HighestAtLast", Kind: spec.Stable, Check: highest.Leads},
	}
}

func alive(st State) spec.Set { return st.State.State.Alive }

func typeOK(cfg words.Config) func(State, spec.NodeID) error {
	somebody := spec.AllNodes(cfg.Nodes).With(spec.None)
	return func(st State, id spec.NodeID) error {
		p := st.State.State.Nodes[id]
		if !somebody.Has(p.Leader) || p.Epoch < words.NoEpoch || p.Beaten < 0 || p.Beaten > cfg.Most {
			return fmt.Errorf("%d follows %s in epoch %d, and has beaten %d times", id, p.Leader, p.Epoch, p.Beaten)
		}
		return nil
	}
}

// followsOrElects: a process that has booted follows somebody who is not lower if and only if it holds no election.
func followsOrElects(st State, id spec.NodeID) error {
	booted := alive(st).Has(id) && !st.State.State.Unbooted.Has(id)
	if p := st.State.State.Nodes[id]; booted && p.Leader >= id != (p.Phase == specification.Idle) {
		return fmt.Errorf("%s is %s and follows %s", id, p.Phase, p.Leader)
	}
	return nil
}

type process = verify.Process[specification.Local]

func acts(p process) bool    { return p.Local.Leader == p.ID }
func follows(p process) bool { return p.Local.Leader != spec.None }

// eachTwo judges each two of the living of whom something is true.
func eachTwo(of func(process) bool, check func(a, b process) error) func(State) error {
	return func(st State) error { return verify.EachTwo(verify.Living(st, of), check) }
}

func oneLeaderPerEpoch(a, b process) error {
	if a.Local.Epoch == b.Local.Epoch {
		return fmt.Errorf("%s and %s both lead in epoch %d", a.ID, b.ID, a.Local.Epoch)
	}
	return nil
}

func epochNamesLeader(a, b process) error {
	if a.Local.Epoch == b.Local.Epoch && a.Local.Leader != b.Local.Leader {
		return fmt.Errorf("in epoch %d %s follows %s, and %s follows %s",
			a.Local.Epoch, a.ID, a.Local.Leader, b.ID, b.Local.Leader)
	}
	return nil
}

func oneLeader(a, b process) error { return fmt.Errorf("%s and %s both lead", a.ID, b.ID) }

// epochsGrow: what a process knows never falls while it is up.
func epochsGrow(before State, a spec.Action, after State) error {
	id := a.At // no other changes
	was, is := before.State.State.Nodes[id].Epoch, after.State.State.Nodes[id].Epoch
	if alive(before).Has(id) && alive(after).Has(id) && is < was {
		return fmt.Errorf("after %s %s knows of epoch %d, and knew of %d", a, id, is, was)
	}
	return nil
}

// leadsAnew: whoever comes to lead does so in an epoch in which it never led, which its disk says.
func leadsAnew(before State, a spec.Action, after State) error {
	for i := range before.State.State.Disk {
		was, had := before.State.State.Disk[i].(words.Record)
		is, has := after.State.State.Disk[i].(words.Record)
		if had && (!has || is != was && is.Epoch <= was.Epoch) {
			return fmt.Errorf("after %s %d leads in epoch %d, and once led in %d", a, i, is.Epoch, was.Epoch)
		}
	}
	return nil
}
