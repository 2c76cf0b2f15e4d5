package rsdptest

import (
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/properties/rsdp"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// bound is a configuration of a few processes, and how often what may go wrong.
type bound struct {
	name   string
	cfg    words.Config
	budget map[string]int
}

// bounds are those within which a reducer is explored. Only a silent engine asks ShouldReload (a14).
func bounds() []bound {
	none := words.View{Leader: spec.None}
	one := words.View{Members: spec.Sequence[spec.NodeID]{0}, Leader: 0}
	both := words.View{Members: spec.Sequence[spec.NodeID]{0, 1}, Leader: 1}
	return []bound{
		{"cold", words.Config{Nodes: 2}, nil},
		{"cold, one loss", words.Config{Nodes: 2}, map[string]int{"loss": 1}},
		{"join", words.Config{Nodes: 2, Views: []words.View{one, none}}, map[string]int{
			"premature": 1, "duplicate": 1,
		}},
		{"resynchronise, silent", words.Config{
			Nodes: 2, Views: []words.View{both, both}, Resyncers: spec.AllNodes(2), Resyncs: 1,
			Interpretations: spec.NewSet(words.Silent),
		}, nil},
		{"leave", words.Config{Nodes: 2, Views: []words.View{one, none}, Leavers: spec.NewSet[spec.NodeID](1)}, nil},
	}
}

// Equal explores the specification of a reducer and its implementation within small bounds, and
// demands that they are the same, step by step, both ways.
func Equal(t *testing.T, c rsdp.Custom) {
	t.Helper()
	for _, b := range bounds() {
		t.Run(strings.ReplaceAll(b.name, ", ", "-"), func(t *testing.T) { b.explore(t, c) })
	}
}

func (b bound) explore(t testing.TB, c rsdp.Custom) {
	t.Helper()
	cfg := b.cfg
	cfg.Reducers = []string{c.Reducer.Name()}
	budget := spec.Budget{Lines: words.Lines()}
	for i := range budget.Lines {
		budget.Lines[i].Most = b.budget[budget.Lines[i].Name]
	}
	e, err := rsdp.With(c).Registered().Under(cfg, budget).Explore(nil)
	if err != nil {
		t.Fatal(err)
	}
	if d := e.Difference; d != nil {
		t.Fatalf("%s: %s", b.name, d)
	}
	t.Logf("%s: specification and implementation equal, %d and %d states, %d edges",
		b.name, e.Spec.States, e.Impl.States, e.Spec.Edges)
}
