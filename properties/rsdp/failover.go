package rsdp

import (
	"fmt"
	"maps"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// FailoverJudged is what the properties of the topologies are judged on.
type FailoverJudged = verify.Judged[specification.FailoverLocal, struct{}]

// Failover is the topologies, whose model is the engine's second one. Their runs, with a corpus, are registered in
// properties/failover.
func Failover() scrutineer.Protocol[implementation.FailoverState] {
	return scrutineer.Protocol[implementation.FailoverState]{
		Name: "failover", Lines: words.Lines(),
		Config: scrutineer.Configs[words.FailoverConfig, implementation.FailoverState]{
			Default: words.FailoverConfig{Config: words.Config{Nodes: 2}},
			Reading: []string{"topology", "interpretations"},
			Parse:   words.ParseFailover, Apply: applyFailover,
			DrawShape: drawFailover, Shrink: shrinkFailover(),
		},
		CrashAfter: []string{
			spec.Boot, spec.Tick(words.TimerProbe), spec.Timeout(words.TimerAck),
			spec.Timeout(words.TimerStatus), spec.Deliver(words.KindHello),
		},
		Pinned: true, TLA: tla.Of("rsdp"), Contenders: topologies("failover"),
	}
}

// applyFailover says what depends on a configuration.
func applyFailover(cfg words.FailoverConfig, p *scrutineer.Protocol[implementation.FailoverState]) error {
	p.Nodes, p.Ticks = cfg.Nodes, cfg.Clocks()
	p.New = func(id spec.NodeID, _ int) impl.Node { return implementation.NewFailover(id, cfg) }
	p.Inputs = func(at spec.NodeID, s *implementation.FailoverState) []spec.Body {
		return Inputs(cfg.Config, at, &s.Replica)
	}
	p.Bound = func(_ spec.NodeID, s *implementation.FailoverState, topic string) bool {
		return topic == words.TopicAll || topic == words.TopicReplicas && s.Replica.Listens(cfg.Config)
	}
	p.Awaits = func(timer spec.Timer, at spec.NodeID, _ *implementation.FailoverState, copy *spec.Message) bool {
		return awaitsAck(timer, at, copy) || Awaits(timer, at, copy)
	}
	p.Monitor = &scrutineer.Monitor{
		New: func() scrutineer.Judge { return newFailoverMonitor(cfg) }, Properties: failoverMonitored(),
		Witnesses: failoverWitnessed(), Assumptions: []string{assumeCrashesOnly, AssumeWindows},
	}
	values := constants(cfg.Config)
	maps.Copy(values, map[string]any{
		"Topology": string(cfg.Topology), "Watchers": cfg.Watchers, "LeaderOnly": cfg.LeaderOnly,
	})
	p.Spec = scrutineer.Spec[implementation.FailoverState, specification.FailoverLocal]{
		Module: "MCFailover", Handlers: specification.FailoverHandlers(cfg), Abstraction: localFailover(cfg),
		Cannot: cannotFailover(cfg), Properties: failoverProperties(cfg),
		Constants: values, Fairness: map[string][]spec.Fairness{"MCFairSpec": failoverFairness(cfg)},
	}
	return nil
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
	names := cannot(cfg.Config).Without(spec.Boot)
	rules := func(out bool, those ...string) {
		if out {
			names = names.Union(spec.NewSet(those...))
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
	return names
}

// localFailover reads a process of the implementation as the specification sees it.
func localFailover(
	cfg words.FailoverConfig,
) func(spec.NodeID, *implementation.FailoverState) specification.FailoverLocal {
	return func(_ spec.NodeID, s *implementation.FailoverState) specification.FailoverLocal {
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
