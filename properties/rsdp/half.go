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

// HalfInputs are what the environment may tell the engine of a process.
func HalfInputs(cfg words.Config, at spec.NodeID, s *implementation.State) []spec.Body {
	return inputs(cfg, at, s)
}

// HalfAwaits reports whether a timer of the engine awaits a copy.
func HalfAwaits(timer spec.Timer, at spec.NodeID, copy *spec.Message) bool {
	return awaits(timer, at, copy)
}
