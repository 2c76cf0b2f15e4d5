package fencedlease

import (
	"embed"

	"github.com/scrutineer-go/scrutineer"
)

// Config is one configuration.
type Config struct {
	Nodes int  `json:"nodes"`           // the lessor and who may ask it, 2 to 6
	Hasty bool `json:"hasty,omitempty"` // the lessor sends before it saves: the broken twin
}

//go:embed tla testdata/corpus/*.json
var files embed.FS

// Protocol is the lease with all that is stated of it.
func Protocol() scrutineer.Protocol[State] {
	return scrutineer.Protocol[State]{
		Name: "fencedlease", Wire: []any{Ask{}, Grant{}, Granted{}}, TLA: files, Corpus: files,
		Recovers: scrutineer.MessagesVanish, Awaits: awaits,
		Config: scrutineer.Configs[Config, State]{
			Default: Config{Nodes: 3},
			Draw:    func(c scrutineer.Chooser) Config { return Config{Nodes: 2 + c.Choose("nodes", 4)} },
			Shrink:  []func(*Config){func(c *Config) { c.Nodes-- }},
			Apply:   apply,
		},
	}
}

func apply(cfg Config, p *scrutineer.Protocol[State]) error {
	if cfg.Nodes < 2 || cfg.Nodes > 6 {
		return scrutineer.Bad("nodes", "%d, it must be 2 to 6", cfg.Nodes)
	}
	p.Nodes = cfg.Nodes
	p.New = func(id scrutineer.NodeID, _ int) scrutineer.Node { return &Process{id: id, hasty: cfg.Hasty} }
	p.Spec = specification(cfg)
	return nil
}
