package bully

import (
	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/bully"
	"github.com/scrutineer-go/scrutineer/spec/bully/words"
)

// Half is the bully election as one machine of a process that holds a detector too; of returns its state. Kinds, Timers
// and Saved are left to the process. The environment tells the election nothing.
func Half[S any](cfg words.Config, of func(*S) *process) scrutineer.HalfSpec[S, specification.Local] {
	handlers := specification.Handlers(cfg)
	handlers.Inputs = nil
	return scrutineer.HalfSpec[S, specification.Local]{
		Name: "election", Handlers: handlers,
		Abstraction: func(id spec.NodeID, s *S) specification.Local { return image(id, of(s)) },
	}
}

// Awaits reports whether a message in flight may still answer what a timer of the election waits for.
func Awaits(timer spec.Timer, at spec.NodeID, s *process, m *spec.Message) bool {
	return awaits(timer, at, s, m)
}
