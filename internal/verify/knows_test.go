package verify

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/tla/tlc"
)

// stating is a subject that states properties, and what is fair under Fair.
type stating struct {
	Subject
	stated []Stated
}

func (s stating) Property(name string) (Stated, bool) {
	for _, p := range s.stated {
		if p.Name == name {
			return p, true
		}
	}
	return Stated{}, false
}

func (s stating) Specifications() []string { return []string{"Fair"} }

// A case may name a property only where it is judged in all columns that the case has, and
// as what it is.
func TestKnown(t *testing.T) {
	s := stating{stated: []Stated{
		{Name: "Safe", Kind: spec.Always},
		{Name: "Grows", Kind: spec.Stepwise},
		{Name: "Ends", Kind: spec.Eventually},
		{Name: "SafeInGo", Kind: spec.Always, GoOnly: true},
		{Name: "GrowsInGo", Kind: spec.Stepwise, GoOnly: true},
	}}
	names := func(names ...string) []string { return names }
	for _, c := range []struct {
		name                   string
		kind                   tlc.Kind
		invariants, properties []string
		fair                   string
		says                   string // "" where it is taken
	}{
		{"all of safety", tlc.KindGraph, names("Safe"), names("Grows"), "", ""},
		{"a step that must fail", tlc.KindViolation, nil, names("Grows"), "", ""},
		{"liveness", tlc.KindLiveness, nil, names("Ends"), "Fair", ""},
		{
			"an exploration", tlc.KindExploration,
			names("Safe", "SafeInGo"), names("Grows", "Ends", "GrowsInGo"), "Fair", "",
		},
		{"unknown", tlc.KindSafety, names("Saef"), nil, "", "invariants: Saef is no property that Go knows"},
		{
			"unknown step", tlc.KindSafety, names("Safe"), names("Grow"), "",
			"properties: Grow is no property that Go knows",
		},
		{
			"a step among the invariants", tlc.KindSafety, names("Grows"), nil, "",
			"invariants: Grows is judged on steps or runs, name it in the field properties",
		},
		{
			"a run among the invariants", tlc.KindExploration, names("Ends"), nil, "Fair",
			"invariants: Ends is judged on steps or runs, name it in the field properties",
		},
		{
			"states among the properties", tlc.KindViolation, nil, names("Safe"), "",
			"properties: Safe is judged state by state, name it in the field invariants",
		},
		{
			"runs of a graph", tlc.KindGraph, names("Safe"), names("Ends"), "Fair",
			"properties: Ends is judged on runs, name it in a case of kind liveness or violation",
		},
		{
			"liveness of steps", tlc.KindLiveness, nil, names("Grows"), "Fair",
			"properties: Grows is not judged on runs, name it in a case of kind graph or safety",
		},
		{
			"Go's own, of states", tlc.KindGraph, names("Safe", "SafeInGo"), nil, "",
			"invariants: SafeInGo is judged in Go alone and no TLA+ module states it, " +
				"name it in a case of kind exploration",
		},
		{
			"Go's own, of steps", tlc.KindViolation, nil, names("GrowsInGo"), "",
			"properties: GrowsInGo is judged in Go alone and no TLA+ module states it",
		},
		{
			"nothing is fair", tlc.KindExploration, nil, names("Grows", "Ends"), "Unfair",
			"specification: what is fair under Unfair is not stated in Go, it must be one of Fair",
		},
	} {
		err := known(s, nil, tlc.Case{
			Kind: c.kind, Invariants: c.invariants, Properties: c.properties, Specification: c.fair,
		})
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
}
