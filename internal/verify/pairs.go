package verify

import "github.com/scrutineer-go/scrutineer/spec"

// Process is one process of a state, with what it knows.
type Process[L any] struct {
	ID    spec.NodeID
	Local L
}

// Living are the processes of a state that are up and of whom something is true.
func Living[L, G any](s Judged[L, G], of func(Process[L]) bool) []Process[L] {
	var all []Process[L]
	for _, id := range s.State.State.Alive {
		if p := (Process[L]{id, s.State.State.Nodes[id]}); of(p) {
			all = append(all, p)
		}
	}
	return all
}

// EachTwo judges each two of a list, such as the [Living]; a stands there before b.
func EachTwo[T any](all []T, check func(a, b T) error) error {
	for n, b := range all {
		for _, a := range all[:n] {
			if err := check(a, b); err != nil {
				return err
			}
		}
	}
	return nil
}
