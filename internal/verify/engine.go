package verify

import (
	"encoding/json"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/halves"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/spec"
)

// Engine opens the configurations of a protocol for the commands. The root package makes one for each protocol.
type Engine struct {
	// Module is the MC module, without .tla; "" where there is none.
	Module string
	// Unspecified reports whether the protocol has no specification. Then its judge alone judges runs.
	Unspecified bool
	// Actions are the names of all actions, Lines the lines that a budget may have.
	Actions spec.SetOf[string]
	Lines   []spec.Line
	// Instance reads a configuration; errors name the field.
	Instance func(config []byte) (Instance, error)
	// Reading names fields of the configuration, as its JSON does, that say how the paper is
	// read and what the environment may do. Evidence for a claim is printed with them.
	Reading []string
	// Judges are the properties that the judge of a run judges by.
	Judges []string
}

// Instance is a protocol in one configuration. As JSON it is the configuration, with all of its fields.
type Instance interface {
	// Subject returns the instance under a budget, ready to be explored. For a run the budget has no lines.
	Subject(b spec.Budget) Subject
	// Judge returns a new judge for one run.
	Judge() campaign.Judge
	// Configuration returns the configuration, whose numbers campaigns print.
	Configuration() any
}

// Composed is an Instance whose processes may hold several machines, each with a specification.
type Composed interface {
	// Halved returns the halves of each process, those that tell something before those that are told; none if the
	// process is one machine.
	Halved() []halves.Any
}

// Model returns the model that cases open.
func (e Engine) Model() Model { return Model{Module: e.Module, Actions: e.Actions, Open: e.open} }

// Runs completes a Harness with what opens configurations and what judges their runs.
func (e Engine) Runs(p campaign.Harness) campaign.Harness {
	p.Open, p.Reading, p.Properties = e.openRuns, e.readingOf, e.Judges
	p.Unspecified = e.Unspecified
	p.Strikes = strikes(e.Actions, p.Feels)
	return p
}

// open reads the configuration and the budget of a case.
func (e Engine) open(c cases.Case) (Subject, error) {
	i, err := e.Instance(c.Config)
	if err != nil {
		return nil, input.In("", "config", err)
	}
	budget, err := budgetOf(c, e.Lines)
	if err != nil {
		return nil, err
	}
	s := i.Subject(budget).(*system)
	if err := s.explored(c.Kind); err != nil {
		return nil, err
	}
	if err := checkMayCrash(c, s.cluster.Nodes); err != nil {
		return nil, err
	}
	s.reading, s.most = e.reading(i), maxStates
	if c.Kind == cases.Graph && c.States > 0 {
		s.most = enoughStates + 4*c.States
	}
	return s, nil
}

// explored returns an error if the configuration cannot be explored, or not by a case of that kind. An exploration
// that is no case has no kind.
func (s *system) explored(kind cases.Kind) error {
	switch {
	case !s.cluster.Explorable():
		return input.Errorf("config",
			"its processes read their clocks, and an exploration knows no time; only campaigns run it")
	case kind == cases.Liveness && s.timeEnds() != "":
		return input.Errorf("config", "%s; leave the horizon out to judge properties of runs", s.timeEnds())
	case s.premature() != "":
		return input.Errorf("budget."+s.premature(), "in discrete time no timer fires early, leave it out")
	case s.drift() != "":
		return input.Errorf("budget."+s.drift(),
			"it must be less than the span, %d, so that no clock falls behind all readings",
			s.cluster.Discrete.Span)
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
	var all []halves.Any
	if of, composed := i.(Composed); composed {
		all = of.Halved()
	}
	if e.Unspecified != (s.model == nil && len(all) == 0) {
		panic(spec.Breach{
			Contract: "Specification",
			Why:      "an Engine is Unspecified if its Columns have no Model and its Instance no halves, and only then",
		})
	}
	return campaign.Subject{
		Cluster: s.cluster, Config: i.Configuration(),
		NewJudge: func(refine bool) campaign.Judge {
			switch {
			case !refine || e.Unspecified:
				return i.Judge()
			case len(all) > 0:
				return halves.Judge(i.Judge(), s.cluster, all)
			}
			return s.Refined(i.Judge(), e.Judges)
		},
	}, nil
}

// readingOf returns the reading of a configuration that is given as JSON.
func (e Engine) readingOf(config json.RawMessage) ([]string, error) {
	i, err := e.Instance(config)
	if err != nil {
		return nil, input.In("", "config", err)
	}
	return e.reading(i), nil
}
