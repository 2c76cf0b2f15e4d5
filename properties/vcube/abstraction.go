package vcube

import (
	implementation "github.com/scrutineer-go/scrutineer/impl/vcube"
	"github.com/scrutineer-go/scrutineer/spec"
	specification "github.com/scrutineer-go/scrutineer/spec/vcube"
	"github.com/scrutineer-go/scrutineer/spec/vcube/words"
)

// local reads a process of the implementation as the specification sees it. It forgets how often
// the timeout has doubled: no step of the untimed model depends on that.
func local(cfg words.Config) func(spec.NodeID, *implementation.State) specification.Local {
	return func(at spec.NodeID, s *implementation.State) specification.Local {
		if len(s.Timestamps) == 0 { // before its first event
			return specification.Fresh(at, cfg)
		}
		l := specification.Local{
			Timestamps: s.Timestamps, Incarnations: s.Incarnations, Leader: s.Leader,
			Recovering: s.Recovering, Count: s.Count, Testing: s.Testing, Nonce: s.Nonce,
		}
		l.Correct, l.Ahead = spec.Members(s.Correct), spec.NewSet(s.Left...)
		if len(s.Frozen.Timestamps) > 0 {
			l.Frozen = specification.Arrays{Timestamps: s.Frozen.Timestamps, Incarnations: s.Frozen.Incarnations}
		}
		return l
	}
}

// awaits: a test waits for its own Request and for the Reply to it; an interval that is a timer
// waits for whatever is in flight.
func awaits(timer spec.Timer, at spec.NodeID, s *implementation.State, copy *spec.Message) bool {
	return timer == words.TimerInterval || ofTest(&s.View, at, s.Testing, copy)
}

// ofTest tells whether a copy belongs to the test of a peer that a process has begun last.
func ofTest(v *implementation.View, at, peer spec.NodeID, copy *spec.Message) bool {
	switch body := copy.Body.(type) {
	case words.Request:
		return copy.From == at && copy.To == peer && body.Nonce == v.Nonce && body.Life == v.Incarnations[at]
	case words.Reply:
		return copy.To == at && copy.From == peer && body.Nonce == v.Nonce && body.Life == v.Incarnations[at]
	}
	return false
}
