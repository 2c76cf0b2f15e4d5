package relay

import (
	"embed"
	"fmt"

	"github.com/scrutineer-go/scrutineer"
)

// own holds the TLA+ module, with the table of cases, and the corpus.
//
//go:embed tla testdata/corpus/*.json
var own embed.FS

// config is how many runners there are, 2 to 8.
type config struct {
	Nodes int `json:"nodes"`
}

// Protocol is the relay.
func Protocol() scrutineer.Protocol[State] {
	return scrutineer.Protocol[State]{
		Name: "relay", New: newRunner, Wire: []any{Baton{}, Start{}}, NoBoot: true, TLA: own, Corpus: own,
		Inputs: func(at scrutineer.NodeID, s *State) []scrutineer.Body { return starts(at, s.Ran) },
		Awaits: func(_ scrutineer.Timer, at scrutineer.NodeID, _ *State, m *scrutineer.Message) bool {
			return awaits(at, *m)
		},
		Config: scrutineer.Configs[config, State]{
			Default: config{Nodes: 3}, Apply: apply,
			Draw:   func(c scrutineer.Chooser) config { return config{Nodes: 2 + c.Choose("nodes", 7)} },
			Shrink: []func(*config){func(c *config) { c.Nodes-- }},
		},
	}
}

// apply says what depends on a configuration.
func apply(c config, p *scrutineer.Protocol[State]) error {
	if c.Nodes < 2 || c.Nodes > 8 {
		return scrutineer.Bad("nodes", "%d, it must be 2 to 8", c.Nodes)
	}
	p.Nodes = c.Nodes
	p.Spec = scrutineer.Spec[State, Local]{
		Module: "MCRelay", Handlers: specify(c.Nodes),
		Abstraction: func(_ scrutineer.NodeID, s *State) Local { return Local(*s) },
		Always:      scrutineer.Properties[Local]{"InOrder": inOrder},
		Eventually:  scrutineer.Properties[Local]{"Arrives": arrives},
		Sometimes:   scrutineer.Properties[Local]{"Finishes": finishes},
	}
	return nil
}

// inOrder: nobody has run before the one in front of it, unless that is down.
func inOrder(v scrutineer.View[Local]) error {
	for id, p := range v.All() {
		if id > 0 && p.Ran && v.Up(id-1) && !v.State(id-1).Ran {
			return fmt.Errorf("%s has run, and %s has not", id, id-1)
		}
	}
	return nil
}

// arrives: the last one has run, unless somebody is down.
func arrives(v scrutineer.View[Local]) error {
	if finishes(v) != nil && v.AllStable() {
		return fmt.Errorf("%s has not run", v.Highest())
	}
	return nil
}

// finishes: the last one has run.
func finishes(v scrutineer.View[Local]) error {
	last := scrutineer.NodeID(v.Nodes() - 1)
	return scrutineer.Seen(v.Up(last) && v.State(last).Ran)
}
