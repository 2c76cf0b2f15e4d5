package ctolerant

import (
	"strconv"
	"strings"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/impl"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/internal/input"
	"github.com/scrutineer-go/scrutineer/properties"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/tla"
)

// Protocol registers the c-tolerant elections.
func Protocol() properties.Protocol {
	return properties.Protocol{Name: "ctolerant", Actions: words.Actions(), Open: Open}
}

// Open reads the configuration and the budget of a case.
func Open(c tla.Case) (properties.Subject, error) {
	cfg, err := words.Parse(c.Config)
	if err != nil {
		return nil, input.In("", "config", err)
	}
	budget, err := properties.BudgetOf(c, words.Lines(), cfg.Nodes)
	if err != nil {
		return nil, err
	}
	return System(cfg, budget), nil
}

// System is Base under the configuration and the budget, in both columns.
func System(cfg words.Config, budget spec.Budget) properties.System[specification.Local, Ghost] {
	model := specification.Base(cfg, specInputs(cfg))
	return properties.System[specification.Local, Ghost]{
		Model: model,
		Cluster: faults.Cluster{
			Nodes:  cfg.Nodes,
			New:    func(id spec.NodeID) impl.Node { return implementation.New(id, cfg) },
			Inputs: implInputs(cfg),
		},
		Local:      local(cfg),
		Ghost:      ghost(),
		Budget:     budget,
		Actions:    words.Actions(),
		Properties: append(Properties(cfg), neverExhausted(model, budget)),
		Cfg: map[string]string{
			"C": strconv.Itoa(cfg.C), "F": strconv.Itoa(cfg.F), "Rule": strconv.Quote(string(cfg.Rule)),
			"Initiator": cfg.Initiator.String(), "Lists": "*",
			"BreaksC": strings.ToUpper(strconv.FormatBool(cfg.BreaksC)),
		},
	}
}
