package verify

import (
	"maps"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

// Knows tells whether a property of that name is stated in Go.
func (s *system) Knows(name string) bool {
	return slices.ContainsFunc(s.properties, func(p spec.Property[state]) bool { return p.Name == name })
}

// Stated lists the properties that are stated in Go.
func (s *system) Stated() []Stated {
	var all []Stated
	for _, p := range s.properties {
		all = append(all, Stated{p.Name, p.Kind, isWitness(p.Name)})
	}
	return all
}

// Specifications lists the specifications whose fairness is stated in Go.
func (s *system) Specifications() []string { return slices.Sorted(maps.Keys(s.fairness)) }
