package verify

import (
	"fmt"

	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

// Lines returns a line for each chosen case and exploration: "protocol/id", what it is
// run for, and why.
func (p Plan) Lines() []string {
	var lines []string
	for _, j := range p.jobs {
		kind := string(j.c.Kind)
		if j.c.Long {
			kind += ", long"
		}
		lines = append(lines, fmt.Sprintf("%-44s %-15s %s", j.name(), kind, j.c.Why))
	}
	for _, e := range p.explorations {
		lines = append(lines, fmt.Sprintf("%-44s %-15s %s", e.protocol+"/"+e.ID, "explore", e.Why))
	}
	return lines
}

// Models returns what TLC reads of each chosen case.
func (p Plan) Models() ([]CaseModel, error) {
	var models []CaseModel
	for _, j := range p.jobs {
		m, err := tlc.NewModel(j.modules, j.dir, j.c, j.constants, nil)
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

func (j job) name() string { return j.protocol.Name + "/" + j.c.ID }
