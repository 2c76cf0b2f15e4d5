package pair

// State is the state of a process: the states of its machines. L and U are what the State methods of the machines
// point to.
type State[L, U any] struct {
	Lower L
	Upper U
	// Saved is the record on the disk if both machines save. Otherwise it is empty.
	Saved Record
}
