package properties

import (
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Knows tells whether a property of that name is stated in Go.
func (s System[L, G]) Knows(name string) bool {
	return slices.ContainsFunc(s.Properties, func(p spec.Property[State[L, G]]) bool {
		return p.Name == name
	})
}
