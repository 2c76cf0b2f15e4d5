package spec

import "time"

// State is the global state under handlers: the processes and the network.
type State[L any] struct {
	// Alive are the processes that are up, and Unbooted those of them that have not had their
	// first event.
	Alive, Unbooted Set
	// Nodes are the local states, indexed by process.
	Nodes []L
	// Disk holds what each process saved last, nil where nothing.
	Disk []any
	// Flight holds every copy in flight, sorted, repeated where there are
	// several alike.
	Flight []Message
	// Timers are the armed timers of each process.
	Timers []SetOf[Timer]
	// Readings are what the processes' own clocks read, in discrete time and in runs of processes that read them; else
	// nil. Left has for each process, in the order of its Timers, the number of ticks after which each timer is due, in
	// discrete time only, and Steady for each process the ticks that must pass before its clock may go wrong.
	Readings []time.Duration
	Left     [][]int
	Steady   []int
}

// Living returns the processes that are up.
func (s State[L]) Living() Set { return s.Alive }

// Calm reports whether no copy is in flight to a process that is up.
func (s State[L]) Calm() bool {
	for _, m := range s.Flight {
		if s.Alive.Has(m.To) {
			return false
		}
	}
	return true
}
