package verify

import (
	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/internal/tlc"
)

// Listed is a chosen case or exploration as it is listed.
type Listed struct {
	Protocol string `json:"protocol"`
	Case     string `json:"case"`
	Kind     string `json:"kind"`
	Long     bool   `json:"long,omitempty"`
	Why      string `json:"why"`
}

// Listed returns what is chosen: the cases, and then the explorations.
func (p Plan) Listed() []Listed {
	all := []Listed{}
	for _, j := range p.jobs {
		all = append(all, Listed{j.protocol.Name, j.c.ID, string(j.c.Kind), j.c.Long, j.c.Why})
	}
	for _, e := range p.explorations {
		all = append(all, Listed{e.protocol, e.ID, string(e.Kind), e.Long, e.Why})
	}
	return all
}

// What says in a word or two what it is run for.
func (l Listed) What() string {
	switch {
	case l.Kind == string(cases.Exploration):
		return "explore"
	case l.Long:
		return l.Kind + ", long"
	}
	return l.Kind
}

// Models returns what TLC reads of each chosen case.
func (p Plan) Models() ([]CaseModel, error) {
	var models []CaseModel
	for _, j := range p.jobs {
		m, err := tlc.NewModel(j.modules, j.folders, j.c, j.constants, nil)
		if err != nil {
			return nil, err
		}
		models = append(models, CaseModel{Protocol: j.protocol.Name, Case: j.c.ID, Model: m})
	}
	return models, nil
}

// CaseModel is what TLC reads of a case.
type CaseModel struct {
	Protocol, Case string
	Model          tlc.Model
}
