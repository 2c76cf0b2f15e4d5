package impl

import (
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Fewer than none are none, and more than there are are all.
func TestPickBounds(t *testing.T) {
	for k, want := range map[int]int{-1: 0, 0: 0, 1: 1, 3: 2} {
		e := NewEffects(func(_ string, from spec.Set, k int) spec.Set {
			if k != want {
				t.Errorf("%d are picked, want %d", k, want)
			}
			return from[:k]
		})
		e.Pick("any", spec.NewSet[spec.NodeID](4, 7), k)
	}
}
