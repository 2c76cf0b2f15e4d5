package vcube

import (
	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/vcube"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// Half is vCube as one machine of a process that holds another one too; of returns its state. Kinds, Timers, Saved and
// Tells are left to the process.
func Half[S any](
	cfg words.Config, of func(*S) *implementation.State,
) scrutineer.HalfSpec[S, specification.Local] {
	read := local(cfg)
	return scrutineer.HalfSpec[S, specification.Local]{
		Name: "detector", Handlers: specification.Handlers(cfg),
		Abstraction: func(id spec.NodeID, s *S) specification.Local { return read(id, of(s)) },
	}
}

// Awaits reports whether a message in flight may still answer what a timer of vCube waits for.
func Awaits(timer spec.Timer, at spec.NodeID, s *implementation.State, m *spec.Message) bool {
	return awaits(timer, at, s, m)
}

// Settles is how many intervals a group has to settle.
func Settles(cfg words.Config) int { return settles(cfg, cfg.Dimension()) }
