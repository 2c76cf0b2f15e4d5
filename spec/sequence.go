package spec

// Sequence is a sequence, as against an array indexed by process: what a slice else stands for
// in TLA+.
type Sequence[T any] []T

// IsSequence marks the type for code that looks at values by reflection.
func (Sequence[T]) IsSequence() {}
