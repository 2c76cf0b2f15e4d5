package spec

// Cluster is the processes of a specification and what the network's rules know of them.
type Cluster struct {
	// Nodes is the number of processes.
	Nodes int
	// Failures is the failure model, crash-stop where it is not set.
	Failures Failures
	// Boots gives each process that is there at the beginning a first event, Boot. Before it
	// nothing else happens to the process but a crash; a recovery is another thing.
	Boots bool
	// Ordered has what one process sends to another arrive in the order of its sending.
	Ordered bool
	// Clocks are the names of the timers that are clocks: they fire as Tick…, whatever is in
	// flight.
	Clocks SetOf[string]
	// Discrete is the time, nil if the specification is untimed.
	Discrete *DiscreteTime
}
