package rsdp

import (
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// State is all of a process that changes. Lives, Gone, Values and Told are replaced, and not
// written to; so is all that stands in a value or in a message's data.
type State struct {
	// On reports whether it is a replica: it has started, and not left.
	On bool
	// Life is the life that it is in, or was in last; -1 before its first. Number is that of its
	// last session in this life.
	Life, Number int
	// Debating is set from the beginning of a session to the end of its DEBATES: in that time the
	// replica holds the interPhaseMutex.
	Debating bool
	// Statuses are the answers of the session, in ascending order of their senders.
	Statuses []Status
	// Shares are what has been shared since the last batch, in order of arrival. Next are those
	// that came too late for a batch that is due (a6).
	Shares, Next []Share
	// Due tells that the window in which SHAREs are gathered has ended while the mutex was held.
	Due bool
	// Closes and Hellos wait for the mutex, in ascending order and each once. Again tells that a
	// resynchronisation does.
	Closes []Close
	Hellos []Hello
	Again  bool
	// Injected is how many values of the side channel the replica has taken in this life.
	Injected int
	// Lives has for each process the highest life that was heard of, Gone whether that life is
	// known to be over: tombstones (A4.3).
	Lives []int
	Gone  []bool
	// Values has the value of each reducer, Told what its client was told last.
	Values, Told []Value
}

// Status is an answer that is gathered.
type Status struct {
	From    spec.NodeID
	Session words.Session
	Life    int
	Data    []Value
}

// Share is what another replica, or oneself, has aggregated.
type Share struct {
	From spec.NodeID
	Life int
	Data []Value
}

// Close is a leave that waits for the mutex.
type Close struct {
	From spec.NodeID
	Life int
}

// Hello is a question that waits for the mutex.
type Hello struct {
	From    spec.NodeID
	Session words.Session
}

// View is the value of the reducer with that index, where it elects; else it is without members.
func (s *State) View(reducer int) words.View {
	if view, is := s.Values[reducer].(words.View); is {
		return view
	}
	return words.View{Leader: spec.None}
}

// Engine is the state of the engine; so it is of whatever has one.
func (s *State) Engine() *State { return s }

// Listens reports whether a process in that state is bound to words.TopicReplicas. Who boots in a cold
// start is already, where queues are there before (a2).
func (s *State) Listens(cfg words.Config) bool {
	return s.On || s.Life < 0 && cfg.Cold() && !cfg.Interprets(words.Unbound)
}
