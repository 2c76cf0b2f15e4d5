package vcube

import (
	"io/fs"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl"
	"github.com/scrutineer-go/scrutineer/impl/vcube/baseline"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// The protocols that the paper compares vCube with are other detectors below the same election. They have no
// specification: vCube's monitor alone judges their runs, by the same properties.

// All is ALL, whose news spread in one round.
func All(name string, corpus fs.FS) scrutineer.Registration {
	return electionOn(name, corpus, detector[baseline.AllState]{
		process: func(id spec.NodeID, cfg words.Config) impl.Node { return baseline.NewAll(id, cfg) },
		awaits: func(timer spec.Timer, at spec.NodeID, s *baseline.AllState, copy *spec.Message) bool {
			return ofTest(&s.View, at, timer.Of(), copy)
		},
		latency: func(words.Config) int { return 1 },
	})
}

// Ring is vRing, whose news need as many rounds as there are processes.
func Ring(name string, corpus fs.FS) scrutineer.Registration {
	return electionOn(name, corpus, detector[baseline.RingState]{
		process: func(id spec.NodeID, cfg words.Config) impl.Node { return baseline.NewRing(id, cfg) },
		awaits: func(_ spec.Timer, at spec.NodeID, s *baseline.RingState, copy *spec.Message) bool {
			return ofTest(&s.View, at, s.Testing, copy)
		},
		latency: func(cfg words.Config) int { return cfg.Nodes },
	})
}
