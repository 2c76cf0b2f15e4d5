package ctolerant

import (
	"encoding/json"
	"fmt"
	"maps"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/internal/codec"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
	"github.com/scrutineer-go/scrutineer/verify"
)

// bounds has for each rule the edges of the bound with that rule.
type bounds map[words.Rule]*verify.Coverage

func newBounds() bounds {
	b := bounds{}
	for _, rule := range words.Rules() {
		b[rule] = System(boundConfig(rule), boundBudget()).Subject().Coverage()
	}
	return b
}

// boundConfig is the configuration of the cases that TLC compares edge by edge.
func boundConfig(rule words.Rule) words.Config {
	return words.Config{Nodes: 3, C: 0, F: 1, Rule: rule, Initiator: 2}.WithDefaults()
}

// boundBudget allows each of a crash, a loss and a premature timeout once, and any two
// of them together: under the tagged rule the graphs of three cases of TLC's, united.
// All three together would double the graph, and the time to explore it.
func boundBudget() spec.Budget {
	lines := words.Lines()
	for i := range lines {
		if lines[i].Name != "duplicate" {
			lines[i].Most = 1
		}
	}
	return spec.Budget{
		Lines: append(lines, spec.Line{
			Name: "faults in all", Counts: []string{spec.Crash, spec.Drop("*"), spec.Premature("*")}, Most: 2,
		}),
		MayCrash: spec.NewSet[spec.NodeID](0, 1),
	}
}

// isBound tells whether a configuration is the bound's. How long its timers run does
// not matter: the specification has no time.
func isBound(cfg words.Config) bool {
	want := boundConfig(cfg.Rule)
	want.CollectTimeoutMS, want.AwaitTimeoutMS = cfg.CollectTimeoutMS, cfg.AwaitTimeoutMS
	want.TakeoverTimeoutMS = cfg.TakeoverTimeoutMS
	return codec.Same(cfg, want)
}

// boundFields are the fields of the bound's configuration that are drawn.
func boundFields() map[string]json.RawMessage {
	cfg := boundConfig(words.Tagged)
	return map[string]json.RawMessage{
		"nodes": campaign.JSON(cfg.Nodes), "protocol": campaign.JSON(
			cfg.Protocol,
		), "initiator": campaign.JSON(cfg.Initiator),
		"c": campaign.JSON(cfg.C), "f": campaign.JSON(cfg.F),
	}
}

// fitsBound tells whether a configuration with these fixed fields can be the bound's.
func fitsBound(fixed map[string]json.RawMessage) bool {
	fields := boundFields()
	maps.Copy(fields, fixed)
	cfg, err := words.Parse(campaign.JSON(fields))
	return err == nil && isBound(cfg)
}

// of returns the bound of a campaign with these fixed fields.
func (b bounds) of(fixed map[string]json.RawMessage) campaign.Bound {
	cfg := boundConfig(campaign.Given(fixed, "rule", func() words.Rule { return words.Tagged }))
	never := ""
	if !fitsBound(fixed) {
		never = "fields that are set are not its own"
	}
	coverage, known := b[cfg.Rule]
	if !known { // of such a campaign no run can be opened
		coverage = b[words.Tagged]
	}
	return coverage.Bound(fmt.Sprintf("base, nodes %d, c %d, f %d, rule %s, initiator %s, full lists",
		cfg.Nodes, cfg.C, cfg.F, cfg.Rule, cfg.Initiator), never)
}

// runs lets the campaigns count the edges of the bound.
func (b bounds) runs(p campaign.Protocol) campaign.Protocol {
	open := p.Open
	p.Bound = b.of
	p.Open = func(config json.RawMessage) (campaign.Subject, error) {
		s, err := open(config)
		if err != nil {
			return s, err
		}
		if cfg, err := words.Parse(config); err == nil && isBound(cfg) {
			s.NewTracer = func() campaign.Judge {
				return System(cfg, spec.Budget{}).Subject().Traced(b[cfg.Rule], NewMonitor(cfg), monitored())
			}
		}
		return s, nil
	}
	return p
}
