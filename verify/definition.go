package verify

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

// Definition is what a protocol says of one of its models. C is its configuration, L the
// local state of its specification, G the history that its properties need.
type Definition[C, L, G any] struct {
	// Module is the MC module, without .tla.
	Module string
	// Actions are the names of all actions, Lines the lines that a budget may have.
	Actions spec.SetOf[string]
	Lines   []spec.Line
	// Parse reads a configuration; errors name the field.
	Parse func([]byte) (C, error)
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
	p.Open, p.Properties = newOpener(d.untyped()).openRuns, d.Monitors
	return p
}

// Bounded lets the protocol's campaigns count the edges of the bound that its table has, if
// it has one. A table that cannot be read has none: whatever prepares cases says why.
func (d Definition[C, L, G]) Bounded(p Protocol) Protocol {
	p.Runs = newOpener(d.untyped()).bounded(p)
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
	bounded(p Protocol) campaign.Harness
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
	budget, err := budgetOf(c, d.lines, d.nodes(cfg))
	if err != nil {
		return nil, err
	}
	return d.system(cfg, budget), nil
}

func (d *definition) openRuns(config json.RawMessage) (campaign.Subject, error) {
	cfg, err := d.parse(config)
	if err != nil {
		return campaign.Subject{}, input.In("", "config", err)
	}
	return d.subject(cfg), nil
}

func (d *definition) subject(cfg any) campaign.Subject {
	s := d.system(cfg, spec.Budget{})
	return campaign.Subject{
		Cluster: s.cluster,
		NewJudge: func(refine bool) campaign.Judge {
			if !refine {
				return d.monitor(cfg)
			}
			return s.Refined(d.monitor(cfg), d.monitors)
		},
	}
}
