package rsdp

import (
	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/rsdp"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// Half is the engine with some reducers as one machine of a process that holds another one too; engine returns its
// state. Kinds and Tells are left to the process.
func Half[S any](
	cfg words.Config, engine func(*S) *implementation.State, custom ...Custom,
) scrutineer.HalfSpec[S, specification.Local] {
	return scrutineer.HalfSpec[S, specification.Local]{
		Name: "engine", Handlers: handlers(cfg, custom),
		Abstraction: func(_ spec.NodeID, s *S) specification.Local { return read(cfg, engine(s)) },
		Saved:       func(record any) any { return record },
	}
}
