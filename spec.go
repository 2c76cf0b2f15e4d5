package scrutineer

import (
	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/verify"
)

// Specification is the executable specification of a protocol: see [Spec].
type Specification[State any] interface {
	// registered is the model that cases speak of, and what makes campaigns hold every step
	// against it.
	registered(i *instance[State]) (verify.Model, func(campaign.Harness) campaign.Harness)
}

// Spec is an executable specification with local states L, and how an implementation's State is
// read as one. Where it depends on the configuration, [Configs].Apply sets it.
type Spec[State, L any] struct {
	// Handlers is the specification: what each event does, as a function. Its Nodes, Failures,
	// Boots, Ordered and Clocks are the protocol's.
	Handlers spec.Handlers[L]
	// Abstraction reads a process's state as the specification sees it; nil while it is down.
	Abstraction func(at NodeID, state *State) L
	// Actions are the names of all that may happen: those of the TLA+ module's MCNext.
	Actions []string
	// Module is the TLA+ module with the models, without .tla. Properties are those that its
	// cases name, by their names there; Constants the values of its constants.
	Module     string
	Properties []spec.Property[verify.Judged[L, struct{}]]
	Constants  map[string]any
	// Fairness says what is fair under each specification of the module, by its name there.
	Fairness map[string][]spec.Fairness
}

// registered is the model that cases speak of.
func (s Spec[State, L]) registered(i *instance[State]) (verify.Model, func(campaign.Harness) campaign.Harness) {
	d := verify.Definition[*instance[State], L, struct{}]{
		Module: s.Module, Actions: spec.NewSet(s.Actions...), Lines: lines(), Parse: i.family.parse,
		System: func(c *instance[State], b spec.Budget) verify.System[L, struct{}] {
			return c.Spec.(Spec[State, L]).system(c, b)
		},
		Monitor:  func(c *instance[State]) campaign.Judge { return newJudge(c) },
		Monitors: i.judgedNames(),
	}
	return d.Model(), d.Runs
}

// system is the specification beside the implementation.
func (s Spec[State, L]) system(i *instance[State], b spec.Budget) verify.System[L, struct{}] {
	h, c := s.Handlers, i.cluster()
	h.Nodes, h.Failures, h.Boots, h.Ordered, h.Clocks = c.Nodes, c.Failures, c.Boots, c.Ordered, c.Clocks
	return verify.System[L, struct{}]{
		Model: spec.Of(h), Cluster: c, Budget: b, Actions: spec.NewSet(s.Actions...),
		Local: func(at NodeID, state any) L {
			up, _ := state.(*State)
			return s.Abstraction(at, up)
		},
		Properties: s.Properties, Fairness: s.Fairness, Cfg: s.Constants,
	}
}
