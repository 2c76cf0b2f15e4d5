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
	return Model{Module: d.Module, Actions: d.Actions, Open: d.open}
}

func (d Definition[C, L, G]) open(c tlc.Case) (Subject, error) {
	cfg, err := d.Parse(c.Config)
	if err != nil {
		return nil, input.In("", "config", err)
	}
	nodes := d.System(cfg, spec.Budget{}).Cluster.Nodes
	budget, err := budgetOf(c, d.Lines, nodes)
	if err != nil {
		return nil, err
	}
	return d.System(cfg, budget).Subject(), nil
}

// Runs completes a registration with the campaigns: how a configuration is opened, and
// what runs of it are judged by.
func (d Definition[C, L, G]) Runs(p campaign.Protocol) campaign.Protocol {
	p.Open, p.Properties = d.openRuns, d.Monitors
	return p
}

func (d Definition[C, L, G]) openRuns(config json.RawMessage) (campaign.Subject, error) {
	cfg, err := d.Parse(config)
	if err != nil {
		return campaign.Subject{}, input.In("", "config", err)
	}
	return d.Subject(cfg), nil
}

// Subject is a configuration, ready to run in simulated worlds.
func (d Definition[C, L, G]) Subject(cfg C) campaign.Subject {
	system := d.System(cfg, spec.Budget{})
	return campaign.Subject{
		Cluster: system.Cluster,
		NewJudge: func(refine bool) campaign.Judge {
			if !refine {
				return d.Monitor(cfg)
			}
			return system.Subject().Refined(d.Monitor(cfg), d.Monitors)
		},
	}
}
