package swim

import (
	"github.com/scrutineer-go/scrutineer"
	implementation "github.com/scrutineer-go/scrutineer/impl/swim"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/swim"
	"github.com/scrutineer-go/scrutineer/spec/swim/words"
)

// Half is SWIM as one machine of a process that holds another one too; of returns its state. Timers and Tells are left
// to the process.
func Half[S any](
	cfg words.Config, of func(*S) *implementation.State,
) scrutineer.HalfSpec[S, specification.Local] {
	return scrutineer.HalfSpec[S, specification.Local]{
		Name: "detector", Handlers: specification.Handlers(cfg), Kinds: words.Kinds(),
		Abstraction: func(_ spec.NodeID, s *S) specification.Local { return abstraction(cfg, of(s)) },
		Saved:       func(record any) any { return record },
	}
}

// Awaits reports whether a message in flight may still answer what a timer of SWIM waits for.
func Awaits(timer spec.Timer, at spec.NodeID, s *implementation.State, m *spec.Message) bool {
	return awaits(timer, at, s, m)
}
