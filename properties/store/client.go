package store

import (
	"errors"

	"github.com/scrutineer-go/scrutineer"
	"github.com/scrutineer-go/scrutineer/impl/ctolerant"
	implementation "github.com/scrutineer-go/scrutineer/impl/store"
	"github.com/scrutineer-go/scrutineer/linearizability"
	"github.com/scrutineer-go/scrutineer/spec/store/words"
)

// client calls where its process takes itself for the leader.
func client(cfg words.Config) *scrutineer.Client[State] {
	c := &scrutineer.Client[State]{Model: linearizability.CASRegister(), Answered: answered}
	does := uses
	if cfg.Object == words.Lock {
		c.Model, does = linearizability.Lock(), locks
	}
	c.Calls = func(at scrutineer.NodeID, s *State) []scrutineer.Body {
		if s.Call != nil || s.Answers >= cfg.Calls || !s.Leads(at) {
			return nil
		}
		return does(at, s)
	}
	return c
}

// uses are the calls of a register's client. Each writes a value of its own, and swaps what it has
// just read.
func uses(at scrutineer.NodeID, s *State) []scrutineer.Body {
	fresh, old := 1+1000*int(at)+s.Answers, linearizability.Nil
	if read, ok := s.Answer.(linearizability.Value); ok {
		old = read.Value
	}
	return []scrutineer.Body{
		linearizability.Read{},
		linearizability.Write{Value: fresh},
		linearizability.CompareAndSwap{Old: old, New: fresh},
	}
}

// locks are the calls of a lock's client: it acquires and releases in turn.
func locks(at scrutineer.NodeID, s *State) []scrutineer.Body {
	if s.Answers%2 == 0 {
		return []scrutineer.Body{linearizability.Acquire{By: int(at)}}
	}
	return []scrutineer.Body{linearizability.Release{By: int(at)}}
}

func answered(_ scrutineer.NodeID, s *State) (int, any) {
	switch s.Outcome {
	case implementation.Refused:
		return s.Answers, scrutineer.Refused{}
	case implementation.Unknown:
		return s.Answers, scrutineer.Unknown{}
	}
	return s.Answers, s.Answer
}

// seen is what campaigns must have seen for linearizability to mean anything.
var seen = scrutineer.Properties[State]{
	"TwoLeadersAnswered": func(v scrutineer.View[State]) error {
		return atLeast(2, v, func(_ scrutineer.NodeID, s *State) bool { return s.Outcome == implementation.Done })
	},
	"DeposedLeaderAsks": func(v scrutineer.View[State]) error {
		return atLeast(1, v, func(_ scrutineer.NodeID, s *State) bool { return late(v, s) })
	},
	"DeposedLeaderPuts": func(v scrutineer.View[State]) error {
		return atLeast(1, v, func(_ scrutineer.NodeID, s *State) bool { return late(v, s) && s.Call.Puts })
	},
	"TokenRefused": func(v scrutineer.View[State]) error {
		return atLeast(1, v, func(_ scrutineer.NodeID, s *State) bool { return s.Fenced.Run > 0 })
	},
	"OutcomeUnknown": func(v scrutineer.View[State]) error {
		return atLeast(1, v, func(_ scrutineer.NodeID, s *State) bool { return s.Outcome == implementation.Unknown })
	},
}

// late tells whether the storage has heard from a later leader than the one that serves a call.
func late(v scrutineer.View[State], s *State) bool {
	storage := v.State(scrutineer.NodeID(v.Nodes() - 1))
	return storage != nil && s.Call != nil && ctolerant.Later(storage.Cell.Token, s.Call.Token)
}

// atLeast tells whether so many processes that are up are such.
func atLeast(n int, v scrutineer.View[State], such func(scrutineer.NodeID, *State) bool) error {
	for id, s := range v.All() {
		if such(id, s) {
			n--
		}
	}
	if n > 0 {
		return errors.New("not yet")
	}
	return nil
}
