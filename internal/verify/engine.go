package verify

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

// Engine is what commands run of a protocol, in all its configurations. The root package makes one for each protocol.
type Engine struct {
	// Module is the MC module, without .tla; "" where there is none.
	Module string
	// Unspecified says that there is no specification: the protocol's judge alone judges runs.
	Unspecified bool
	// Actions are the names of all actions, Lines the lines that a budget may have.
	Actions spec.SetOf[string]
	Lines   []spec.Line
	// Instance reads a configuration; errors name the field.
	Instance func(config []byte) (Instance, error)
	// Reading names fields of the configuration, as its JSON does, that say how the paper is
	// read and what the environment may do. What decides a claim is told with them.
	Reading []string
	// Judges are the properties that the judge of a run judges by.
	Judges []string
}

// Instance is a protocol in one configuration. As JSON it is the configuration, with all of its fields.
type Instance interface {
	// Subject is the instance under a budget, ready to be explored. A run has a budget without lines.
	Subject(b spec.Budget) Subject
	// Judge returns a new judge for one run.
	Judge() campaign.Judge
	// Configuration is its configuration, of which campaigns tell the numbers.
	Configuration() any
}

// Model is the model as cases open it.
func (e Engine) Model() Model { return Model{Module: e.Module, Actions: e.Actions, Open: e.open} }

// Runs completes a registration with the campaigns: how a configuration is opened, and
// what runs of it are judged by.
func (e Engine) Runs(p campaign.Harness) campaign.Harness {
	p.Open, p.Reading, p.Properties, p.Unspecified = e.openRuns, e.readingOf, e.Judges, e.Unspecified
	p.Strikes = strikes(e.Actions, p.Feels)
	return p
}

// open reads the configuration and the budget of a case.
func (e Engine) open(c tlc.Case) (Subject, error) {
	i, err := e.Instance(c.Config)
	if err != nil {
		return nil, input.In("", "config", err)
	}
	runs := i.Subject(spec.Budget{}).(*system)
	if err := runs.explored(c.Kind); err != nil {
		return nil, err
	}
	budget, err := budgetOf(c, e.Lines, runs.cluster.Nodes)
	if err != nil {
		return nil, err
	}
	s := i.Subject(budget).(*system)
	s.reading, s.most = e.reading(i), maxStates
	if c.Kind == tlc.KindGraph && c.States > 0 {
		s.most = enoughStates + 4*c.States
	}
	return s, nil
}

// explored refuses a configuration that cannot be explored, or not as a case of that kind; an
// exploration that is no case has none.
func (s *system) explored(kind tlc.Kind) error {
	switch {
	case s.cluster.Reads:
		return input.Errorf("config",
			"its processes read their clocks, and an exploration knows no time; only campaigns run it")
	case s.model == nil && kind != "" && kind.ForTLC():
		return input.Errorf("config", "there is no specification; only cases of kind exploration can speak of it")
	}
	return nil
}

// openRuns reads the configuration of a run.
func (e Engine) openRuns(config json.RawMessage) (campaign.Subject, error) {
	i, err := e.Instance(config)
	if err != nil {
		return campaign.Subject{}, input.In("", "config", err)
	}
	s := i.Subject(spec.Budget{}).(*system)
	if e.Unspecified != (s.model == nil) {
		panic(spec.Breach{
			Contract: "Specification",
			Why:      "an Engine is Unspecified where its Columns have no Model, and nowhere else",
		})
	}
	return campaign.Subject{
		Cluster: s.cluster, Config: i.Configuration(),
		NewJudge: func(refine bool) campaign.Judge {
			if !refine || e.Unspecified {
				return i.Judge()
			}
			return s.Refined(i.Judge(), e.Judges)
		},
	}, nil
}

// readingOf is reading of a configuration as JSON.
func (e Engine) readingOf(config json.RawMessage) ([]string, error) {
	i, err := e.Instance(config)
	if err != nil {
		return nil, input.In("", "config", err)
	}
	return e.reading(i), nil
}
