package verify

import "github.com/scrutineer-go/scrutineer/spec"

// OfEach is a property that holds where it holds of each process. each reads of a state what is that process's
// own, see [spec.Property]: runs do not ask it of all processes after each step.
func OfEach[L, G any](
	name string, each func(s Judged[L, G], at spec.NodeID) error,
) spec.Property[Judged[L, G]] {
	return spec.Property[Judged[L, G]]{Name: name, Each: each, Check: func(s Judged[L, G]) error {
		for id := range s.State.State.Nodes {
			if err := each(s, spec.NodeID(id)); err != nil {
				return err
			}
		}
		return nil
	}}
}
