package rsdp

import (
	"fmt"
	"io/fs"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/faults/network"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// FailoverJudged is what the properties of the topologies are judged on.
type FailoverJudged = verify.Judged[specification.FailoverLocal, struct{}]

// Failover is the model of the failover topologies: the second one.
func Failover() verify.Definition[words.FailoverConfig, specification.FailoverLocal, struct{}] {
	return verify.Definition[words.FailoverConfig, specification.FailoverLocal, struct{}]{
		Module: "MCFailover", Actions: words.FailoverActions(), Lines: words.Lines(), Parse: words.ParseFailover,
		Reading: []string{"topology", "interpretations"}, System: FailoverSystem,
		Monitor:  func(cfg words.FailoverConfig) campaign.Judge { return newFailoverMonitor(cfg) },
		Monitors: failoverMonitored(),
	}
}

// FailoverSubject is a configuration, ready to run in simulated worlds.
func FailoverSubject(cfg words.FailoverConfig) campaign.Subject { return Failover().Subject(cfg) }

// Topologies registers the runs of the topologies; their model is one of the engine's.
func Topologies(name string, corpus fs.FS) verify.Protocol {
	return verify.Protocol{
		Name:       name,
		Contenders: topologies(name),
		Runs: Failover().Runs(campaign.Harness{
			Draw: drawFailover, Simpler: simplerFailover,
			OfStates: []string{"TypeOK"},
			Steps: []string{
				spec.Boot, spec.Tick(words.TimerProbe), spec.Timeout(words.TimerAck),
				spec.Timeout(words.TimerStatus), spec.Deliver(words.KindHello),
			},
			Witnesses:   failoverWitnessed(),
			Assumptions: []string{assumeCrashesOnly, assumeWindows},
			Feels:       faults.DrawnKinds(),
			Corpus:      corpus,
		}),
	}
}

// FailoverSystem is a topology under the configuration and the budget, in both columns.
func FailoverSystem(
	cfg words.FailoverConfig, budget spec.Budget,
) verify.System[specification.FailoverLocal, struct{}] {
	values := constants(cfg.Config)
	for name, value := range map[string]any{
		"Topology": string(cfg.Topology), "Watchers": cfg.Watchers, "LeaderOnly": cfg.LeaderOnly,
	} {
		values[name] = value
	}
	return verify.System[specification.FailoverLocal, struct{}]{
		Model:      specification.FailoverModel(cfg),
		Cluster:    FailoverCluster(cfg),
		Local:      localFailover(cfg),
		Budget:     budget,
		Actions:    words.FailoverActions(),
		Cannot:     cannotFailover(cfg),
		Properties: failoverProperties(cfg),
		Fairness:   map[string][]spec.Fairness{"MCFairSpec": failoverFairness(cfg)},
		Cfg:        values,
	}
}

// FailoverCluster are processes of a topology.
func FailoverCluster(cfg words.FailoverConfig) network.Cluster {
	return network.Cluster{
		Nodes:  cfg.Nodes,
		Boots:  true,
		Clocks: cfg.Clocks(),
		New:    func(id spec.NodeID) impl.Node { return implementation.NewFailover(id, cfg) },
		Inputs: func(at spec.NodeID, state any, _ spec.Set) []spec.Body {
			return inputs(cfg.Config, at, &state.(*implementation.FailoverState).Replica)
		},
		InputsIgnoreDown: true,
		Bound: func(_ spec.NodeID, state any, topic string) bool {
			replica := &state.(*implementation.FailoverState).Replica
			return topic == words.TopicAll || topic == words.TopicReplicas && replica.Listens(cfg.Config)
		},
		Awaits: func(timer spec.Timer, at spec.NodeID, _ any, copy *spec.Message) bool {
			return awaitsAck(timer, at, copy) || awaits(timer, at, copy)
		},
	}
}

// awaitsAck: the answer of a peer is awaited as long as the probe of it or the answer is on its way, and
// as long as a SHARE of the process itself is: checks are further apart than sessions take.
func awaitsAck(timer spec.Timer, at spec.NodeID, copy *spec.Message) bool {
	if timer.Name() != words.TimerAck.Name() {
		return false
	}
	switch copy.Body.(type) {
	case words.Probe:
		return copy.From == at && copy.To == timer.Of()
	case words.Ack:
		return copy.To == at && copy.From == timer.Of()
	case words.Share:
		return copy.From == at
	}
	return false
}

// cannotFailover are the actions that the configuration rules out.
func cannotFailover(cfg words.FailoverConfig) spec.SetOf[string] {
	all, names := words.FailoverActions(), cannot(cfg.Config).Without(spec.Boot)
	rules := func(out bool, those ...string) {
		for _, name := range those {
			if out && all.Has(name) {
				names = names.With(name)
			}
		}
	}
	kind := words.KindAppoint
	rules(cfg.Topology == words.Mutual, spec.Deliver(kind), spec.Drop(kind), spec.Duplicate(kind))
	window := words.TimerShare
	rules(cfg.Topology == words.Mutual, spec.CrashIn(spec.Timeout(window)), spec.CrashIn(spec.Premature(window)))
	if cfg.Topology == words.Observer {
		for _, kind := range []string{words.KindHello, words.KindStatus, words.KindShare} {
			rules(true, spec.Deliver(kind), spec.Drop(kind), spec.Duplicate(kind), spec.CrashIn(spec.Deliver(kind)))
		}
		for _, timer := range []spec.Timer{words.TimerStatus, words.TimerShare} {
			rules(true, spec.Firings(timer)...)
		}
	}
	for _, name := range names {
		if !all.Has(name) {
			names = names.Without(name)
		}
	}
	return names
}

// localFailover reads a process of the implementation as the specification sees it.
func localFailover(cfg words.FailoverConfig) func(spec.NodeID, any) specification.FailoverLocal {
	return func(at spec.NodeID, state any) specification.FailoverLocal {
		s, up := state.(*implementation.FailoverState)
		if !up {
			return specification.FailoverFresh(at, cfg)
		}
		l := specification.FailoverLocal{
			Asked: setOf(s.Asked), Suspects: setOf(s.Suspects), Leader: s.Leader, Term: s.Term,
		}
		return l.WithReplica(read(cfg.Config, &s.Replica))
	}
}

// failoverProperties returns the properties, by their names in tla/rsdp/MCFailover.tla.
func failoverProperties(cfg words.FailoverConfig) []spec.Property[FailoverJudged] {
	e := engine[specification.FailoverLocal]{
		cfg: cfg.Config, routine: words.FailoverRoutine(),
		local: specification.FailoverLocal.Replica,
	}
	t := topology{cfg, e}
	return append(e.common(), []spec.Property[FailoverJudged]{
		{Name: "Agreement", Check: e.atRest(e.all(agree)), WithinBudget: true},
		{Name: neverTwoActName, Check: t.neverTwoAct, WithinBudget: true},
		{Name: "OneLeader", Check: e.atRest(e.all(oneLeader)), WithinBudget: true},
		{Name: "OneActs", Check: e.atRest(t.neverTwoAct), WithinBudget: true},
		{Name: "Repairs", Check: e.atRest(e.repaired), WithinBudget: true},
		{Name: "LeaderActs", Kind: spec.Stable, Check: t.leaderActs},
		{Name: "SuccessorKnown", Kind: spec.Stable, Check: t.successorKnown},
		{Name: "WorkerActs", Kind: spec.Stable, Check: t.workerActs},
		{Name: "OneAtLast", Kind: spec.Stable, Check: t.neverTwoAct},
		{Name: "NeverSucceeds", Witness: true, Check: t.neverSucceeds},
		{Name: "NeverLeaderless", Witness: true, Check: e.atRest(t.leaderActs)},
	}...)
}

// topology judges states of a failover topology.
type topology struct {
	cfg words.FailoverConfig
	engine[specification.FailoverLocal]
}

// acting are the processes that are up and act as the leader.
func (t topology) acting(st FailoverJudged) (those spec.Set) {
	for _, id := range st.State.State.Alive {
		l := st.State.State.Nodes[id]
		if acts(t.cfg, id, l.On, l.Values, l.Leader) {
			those = append(those, id)
		}
	}
	return those
}

// acts reports whether a process acts: the leader of the cluster, or the worker that knows itself
// appointed.
func acts(cfg words.FailoverConfig, id spec.NodeID, on bool, values []any, appointed spec.NodeID) bool {
	if cfg.Topology != words.Mutual {
		return cfg.Workers().Has(id) && appointed == id
	}
	if !on {
		return false
	}
	_, leader, _ := members(values[0])
	return leader == id
}

// neverTwoAct: at most one process that is up acts.
func (t topology) neverTwoAct(st FailoverJudged) error {
	if those := t.acting(st); len(those) > 1 {
		return fmt.Errorf("%s all act", those)
	}
	return nil
}

// leaderActs: one process acts, if any is left that could, and anybody who could see to it.
func (t topology) leaderActs(st FailoverJudged) error {
	up := st.State.State.Alive
	if len(t.acting(st)) != 1 && t.cfg.CanAct(up) {
		return fmt.Errorf("%s act, of %s who are up", t.acting(st), up)
	}
	return nil
}

// neverSucceeds is a witness, which must fail: somebody acts who did not at the beginning.
func (t topology) neverSucceeds(st FailoverJudged) error {
	greatest := t.cfg.Greatest(t.cfg.Workers())
	for _, id := range t.acting(st) {
		if id != greatest {
			return fmt.Errorf("%s acts", id)
		}
	}
	return nil
}
