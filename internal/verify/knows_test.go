package verify

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/cases"
	"github.com/scrutineer-go/scrutineer/spec"
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
		kind                   cases.Kind
		invariants, properties []string
		fair                   string
		says                   string // "" where it is taken
	}{
		{"all of safety", cases.Graph, names("Safe"), names("Grows"), "", ""},
		{"a step that must fail", cases.Violation, nil, names("Grows"), "", ""},
		{"liveness", cases.Liveness, nil, names("Ends"), "Fair", ""},
		{
			"an exploration", cases.Exploration,
			names("Safe", "SafeInGo"), names("Grows", "Ends", "GrowsInGo"), "Fair", "",
		},
		{"unknown", cases.Safety, names("Saef"), nil, "", "invariants: Saef is no property that Go knows"},
		{
			"unknown step", cases.Safety, names("Safe"), names("Grow"), "",
			"properties: Grow is no property that Go knows",
		},
		{
			"a step among the invariants", cases.Safety, names("Grows"), nil, "",
			"invariants: Grows is judged on steps or runs, name it in the field properties",
		},
		{
			"a run among the invariants", cases.Exploration, names("Ends"), nil, "Fair",
			"invariants: Ends is judged on steps or runs, name it in the field properties",
		},
		{
			"states among the properties", cases.Violation, nil, names("Safe"), "",
			"properties: Safe is judged state by state, name it in the field invariants",
		},
		{
			"runs of a graph", cases.Graph, names("Safe"), names("Ends"), "Fair",
			"properties: Ends is judged on runs, name it in a case of kind liveness or violation",
		},
		{
			"liveness of steps", cases.Liveness, nil, names("Grows"), "Fair",
			"properties: Grows is not judged on runs, name it in a case of kind graph or safety",
		},
		{
			"Go's own, of states", cases.Graph, names("Safe", "SafeInGo"), nil, "",
			"invariants: SafeInGo is judged in Go alone and no TLA+ module states it, " +
				"name it in a case of kind exploration",
		},
		{
			"Go's own, of steps", cases.Violation, nil, names("GrowsInGo"), "",
			"properties: GrowsInGo is judged in Go alone and no TLA+ module states it",
		},
		{
			"nothing is fair", cases.Exploration, nil, names("Grows", "Ends"), "Unfair",
			"specification: what is fair under Unfair is not stated in Go, it must be one of Fair",
		},
	} {
		err := known(s, nil, cases.Case{
			Kind: c.kind, Invariants: c.invariants, Properties: c.properties, Specification: c.fair,
		})
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
}
