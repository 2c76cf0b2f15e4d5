package rsdp

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/internal/verify"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/rsdp/words"
)

// TestOneSessionRepairs begins one lossless session, of each replica in turn, from whatever two and
// three replicas may hold and disagree about at rest: all end in the same, right state, by each
// reducer (A4.1). The cases rsdp-resync-two and rsdp-resync-three are two of these beginnings. By day each beginning
// of three has one initiator, in turn.
func TestOneSessionRepairs(t *testing.T) {
	t.Parallel()
	ended := 0
	groups := []int{2, 3}
	if testing.Short() {
		groups = groups[:1] // the 512 beginnings of three take 10 s
	}
	registered := Protocol().Registered()
	for _, nodes := range groups {
		for i, views := range allViews(nodes) {
			for initiator := range nodes {
				if nodes < 3 || nightly.On() || initiator == i%nodes {
					ended += repairs(t, registered, views, spec.NodeID(initiator))
				}
			}
		}
	}
	t.Logf("%d states of the specification", ended)
}

// repairs explores one beginning in both columns, and returns how many states there are.
func repairs(t *testing.T, p verify.Protocol, views []words.View, initiator spec.NodeID) int {
	t.Helper()
	cfg := words.Config{
		Nodes: len(views), Views: views, Resyncers: spec.NewSet(initiator), Resyncs: 1,
		Reducers: []string{words.Latest, words.Popular, words.Ranked, words.Members},
	}
	x, err := p.Under(cfg, spec.Budget{Lines: words.Lines()}).Explore([]string{"Repairs", ownAnswersName})
	switch {
	case err != nil:
		t.Fatal(err)
	case x.Difference != nil:
		t.Fatalf("from %+v, %s first: %s", views, initiator, x.Difference.What)
	case len(x.Violations) > 0:
		t.Fatalf("from %+v, %s first: %s", views, initiator, x.Violations[0])
	case !x.Actions.Has(spec.Timeout(words.TimerShare)):
		t.Fatalf("from %+v, %s first: nothing is shared", views, initiator)
	}
	return x.Spec.States
}

// allViews are all combinations of what so many replicas may hold, each for itself: itself and any
// others, of whom any leads.
func allViews(nodes int) [][]words.View {
	combinations := [][]words.View{nil}
	for at := range spec.NodeID(nodes) {
		var longer [][]words.View
		for _, combination := range combinations {
			for _, view := range viewsOf(at, nodes) {
				longer = append(longer, append(slices.Clone(combination), view))
			}
		}
		combinations = longer
	}
	return combinations
}

// viewsOf are all that one replica may hold.
func viewsOf(at spec.NodeID, nodes int) (views []words.View) {
	others := spec.AllNodes(nodes).Without(at)
	for k := range nodes {
		for some := range others.Subsets(k) {
			members := some.With(at)
			for _, leader := range members {
				views = append(views, words.View{Members: spec.Sequence[spec.NodeID](members), Leader: leader})
			}
		}
	}
	return views
}
