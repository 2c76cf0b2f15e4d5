package ctolerant

import (
	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/ctolerant"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Half is an election as one machine of a process that holds another one too; of returns its state. Kinds and Timers
// are left to the process. The environment tells initiators to start, and nobody anything else.
func Half[S any](
	cfg words.Config, of func(*S) *implementation.State,
) scrutineer.HalfSpec[S, specification.Local] {
	inputs, all, read := specInputs(cfg), spec.AllNodes(cfg.Nodes), local(cfg)
	return scrutineer.HalfSpec[S, specification.Local]{
		Name: "election",
		Handlers: specification.Handlers(cfg, func(at spec.NodeID, p specification.Local, _ spec.Set) []spec.Body {
			return inputs(at, p, all)
		}),
		Abstraction: func(id spec.NodeID, s *S) specification.Local { return read(id, of(s)) },
	}
}

// Starts returns what the environment tells a process of a Half.
func Starts(cfg words.Config) func(spec.NodeID, *implementation.State) []spec.Body {
	inputs := implInputs(cfg)
	return func(at spec.NodeID, s *implementation.State) []spec.Body { return inputs(at, s, nil) }
}
