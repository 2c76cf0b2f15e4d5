package verify

import (
	"maps"
	"slices"

	"github.com/scrutineer-go/scrutineer/spec"
)

func (s *system) knows(name string) bool {
	return slices.ContainsFunc(s.properties, func(p spec.Property[state]) bool { return p.Name == name })
}

func (s *system) stated() []Stated {
	var all []Stated
	for _, p := range s.properties {
		all = append(all, Stated{p.Name, p.Kind, isCompanion(p.Name)})
	}
	return all
}

func (s *system) specifications() []string { return slices.Sorted(maps.Keys(s.fairness)) }
