package verify

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

// Definition is what a protocol says of one of its models. C is its configuration, L the
// local state of its specification, G the history that its properties need.
type Definition[C, L, G any] struct {
	// Module is the MC module, without .tla.
	Module string
	// Unspecified tells that there is no specification: System has no Model, nothing is
	// explored, and the monitor alone judges runs. So it is where processes read their clocks.
	Unspecified bool
	// Actions are the names of all actions, Lines the lines that a budget may have.
	Actions spec.SetOf[string]
	Lines   []spec.Line
	// Parse reads a configuration; errors name the field.
	Parse func([]byte) (C, error)
	// Reading names fields of the configuration, as its JSON does, that say how the paper is
	// read and what the environment may do. What decides a claim is told with them.
	Reading []string
	// System is the protocol under a configuration and a budget.
	System func(C, spec.Budget) System[L, G]
	// Monitor judges one run by its events, by the properties that Monitors names.
	Monitor  func(C) campaign.Judge
	Monitors []string
}

// Model is the model as cases open it.
func (d Definition[C, L, G]) Model() Model {
	return Model{Module: d.Module, Actions: d.Actions, Open: newOpener(d.untyped()).open}
}

// Runs completes a registration with the campaigns: how a configuration is opened, and
// what runs of it are judged by.
func (d Definition[C, L, G]) Runs(p campaign.Harness) campaign.Harness {
	o := newOpener(d.untyped())
	p.Open, p.Reading, p.Properties, p.Unspecified = o.openRuns, o.readingOf, d.Monitors, d.Unspecified
	p.Strikes = strikes(d.Actions, p.Feels)
	return p
}

// Bounded lets the protocol's campaigns count the edges of the bound that its table has, if
// it has one. A table that cannot be read has none: whatever prepares cases says why.
func (d Definition[C, L, G]) Bounded(p Protocol) Protocol {
	p.bounded = newOpener(d.untyped()).bounded(p)
	return p
}

// Subject is a configuration, ready to run in simulated worlds.
func (d Definition[C, L, G]) Subject(cfg C) campaign.Subject {
	return newOpener(d.untyped()).subject(cfg)
}

// opener opens what a Definition defines.
type opener interface {
	open(c tlc.Case) (Subject, error)
	openRuns(config json.RawMessage) (campaign.Subject, error)
	readingOf(config json.RawMessage) ([]string, error)
	bounded(p Protocol) func(campaign.Harness) campaign.Harness
	subject(cfg any) campaign.Subject
}

// newOpener is not inlined into what has types, as newSubject is not.
//
//go:noinline
func newOpener(u *untypedDefinition) opener { return &definition{u} }

// definition is a Definition without its types.
type definition struct{ *untypedDefinition }

// system is the protocol under a configuration and a budget.
func (d *definition) system(cfg any, b spec.Budget) *system { return &system{d.untyped(cfg, b)} }

func (d *definition) nodes(cfg any) int { return d.untyped(cfg, spec.Budget{}).cluster.Nodes }

func (d *definition) open(c tlc.Case) (Subject, error) {
	cfg, err := d.parse(c.Config)
	if err != nil {
		return nil, input.In("", "config", err)
	}
	u := d.untyped(cfg, spec.Budget{})
	if err := u.explored(c.Kind); err != nil {
		return nil, err
	}
	budget, err := budgetOf(c, d.lines, u.cluster.Nodes)
	if err != nil {
		return nil, err
	}
	s := d.system(cfg, budget)
	s.reading, s.most = d.reading(cfg), maxStates
	if c.Kind == tlc.KindGraph && c.States > 0 {
		s.most = enoughStates + 4*c.States
	}
	return s, nil
}

// explored refuses a configuration that cannot be explored, or not as a case of that kind; an
// exploration that is no case has none.
func (u *untyped) explored(kind tlc.Kind) error {
	switch {
	case u.cluster.Reads:
		return input.Errorf("config",
			"its processes read their clocks, and an exploration knows no time; only campaigns run it")
	case u.model == nil && kind != "" && kind.ForTLC():
		return input.Errorf("config", "there is no specification; only cases of kind exploration can speak of it")
	}
	return nil
}

func (d *definition) openRuns(config json.RawMessage) (campaign.Subject, error) {
	cfg, err := d.parse(config)
	if err != nil {
		return campaign.Subject{}, input.In("", "config", err)
	}
	return d.subject(cfg), nil
}

// numbers is what a campaign reads the numbers of a configuration from: itself, or where it is more than that, what it
// says it is.
func numbers(cfg any) any {
	if c, ok := cfg.(interface{ Configuration() any }); ok {
		return c.Configuration()
	}
	return cfg
}

// readingOf is reading of a configuration as JSON.
func (d *definition) readingOf(config json.RawMessage) ([]string, error) {
	cfg, err := d.parse(config)
	if err != nil {
		return nil, input.In("", "config", err)
	}
	return d.reading(cfg), nil
}

func (d *definition) subject(cfg any) campaign.Subject {
	s := d.system(cfg, spec.Budget{})
	if d.unspecified != (s.model == nil) {
		panic(spec.Breach{
			Contract: "Specification",
			Why:      "a Definition is Unspecified where its System has no Model, and nowhere else",
		})
	}
	return campaign.Subject{
		Cluster: s.cluster,
		Config:  numbers(cfg),
		NewJudge: func(refine bool) campaign.Judge {
			if !refine || d.unspecified {
				return d.monitor(cfg)
			}
			return s.Refined(d.monitor(cfg), d.monitors)
		},
	}
}
