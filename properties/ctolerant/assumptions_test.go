package ctolerant

import (
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/scrutineer-go/scrutineer/faults"
	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/spec"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// S2 and S5 are judged over each initiator's election: in this plan that of 4 is over after 5 ms,
// and that of 3 goes on from 20 ms to 26 ms.
func TestAssumptionsOfEachElection(t *testing.T) {
	plan, err := campaign.ReadPlan(filepath.Join(corpus, "x16-second-initiator.json"))
	if err != nil {
		t.Fatal(err)
	}
	plan.Expect = nil
	for _, c := range []struct {
		what    string
		crashes time.Duration // when the lowest does, 0 for never
		lacks   []spec.NodeID // whom the list of 3 lacks
		want    []string
	}{
		{what: "nobody goes"},
		{what: "the lowest goes in the first election", crashes: 3 * time.Millisecond, want: []string{assumeS5}},
		{what: "between the two", crashes: 10 * time.Millisecond},
		{what: "in the second", crashes: 22 * time.Millisecond, want: []string{assumeS5}},
		{what: "after both", crashes: time.Second},
		{what: "3 knows k", lacks: []spec.NodeID{0}},
		{what: "3 knows fewer", lacks: []spec.NodeID{0, 1}, want: []string{AssumeS2}},
		{
			what: "3 knows fewer, of whom one has gone before", lacks: []spec.NodeID{1},
			crashes: 10 * time.Millisecond,
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			cfg := words.Config{Nodes: 5, Protocol: words.Optimistic, C: 1, F: 2, Initiator: 4, Rivals: spec.Set{3}}
			cfg = cfg.WithDefaults()
			for _, id := range c.lacks {
				cfg.Lists[3] = cfg.Lists[3].Without(id)
			}
			plan.Config, plan.Faults = campaign.JSON(cfg), nil
			if c.crashes > 0 {
				plan.Faults = []faults.Fault{{Kind: &faults.Crash{Node: 0, At: new(faults.Time(c.crashes))}}}
			}
			all, err := campaign.Replay(Protocol().Registered().Campaigns(), plan)
			if err != nil {
				t.Fatal(err)
			}
			if got := all[0].Outcome.Broken; !slices.Equal(got, c.want) {
				t.Errorf("%v are broken, it must be %v", got, c.want)
			}
		})
	}
}
