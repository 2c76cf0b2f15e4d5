package ctolerant

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// Groups of the sizes that the paper simulates, too large to be held against the
// specification, are judged by their events.
func TestCampaignOfManyProcesses(t *testing.T) {
	for nodes, runs := range map[int]int{49: nightly.Size(250, 100), 128: nightly.Size(50, 25)} {
		for _, protocol := range words.Variants() {
			t.Run(fmt.Sprintf("%s, %d", protocol, nodes), func(t *testing.T) {
				fixed := map[string]json.RawMessage{"nodes": campaign.JSON(nodes), "protocol": campaign.JSON(protocol)}
				protocoltest.Holds(t, Protocol().Registered().Campaigns(), fixed, runs, runs/25)
			})
		}
	}
}

// The two rules that stand in the paper fail, and so does a tag without seq in Hybrid: a
// campaign finds X1, X2 and X4 by itself.
func TestCampaignFinds(t *testing.T) {
	for _, c := range []struct {
		rule     words.Rule
		protocol words.Variant
		property string
	}{
		{words.Last, words.Base, Agreement},
		{words.Lowest, words.Base, LowestLately},
		{words.Run, words.Hybrid, Preference},
	} {
		t.Run(string(c.rule), func(t *testing.T) {
			if c.rule == words.Last && testing.Short() {
				t.Skip("X1 is seldom met, and long to shrink; its plan is in the corpus, and make test finds it")
			}
			fixed := map[string]json.RawMessage{"rule": campaign.JSON(c.rule), "protocol": campaign.JSON(c.protocol)}
			protocoltest.Finds(t, Protocol().Registered().Campaigns(), fixed, c.property, 20_000)
		})
	}
}

// A failure is told with all that a reader needs, and its plan can be replayed.
func TestCampaignTells(t *testing.T) {
	plan, err := campaign.ReadPlan(filepath.Join(corpus, "x1-agreement.json"))
	if err != nil {
		t.Fatal(err)
	}
	plan.Expect = nil
	dir := t.TempDir()
	o, text, err := protocoltest.Judged(Protocol().Registered().Campaigns(), plan, 7, dir)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "Agreement-run7", campaign.PlanFile)
	for _, part := range []string{
		"Agreement fails: ", " follows ", "assumptions broken: " + strings.Join(o.Broken, ", "), "seed:   1\n",
		file, "go run ./cmd/scrutineer replay " + file,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("the failure is told without %q:\n%s", part, text)
		}
	}
	small, err := campaign.ReadPlan(file)
	if err != nil {
		t.Fatal(err)
	}
	all, err := campaign.Replay(Protocol().Registered().Campaigns(), small)
	if err != nil {
		t.Fatal(err)
	}
	if !all[0].Outcome.Fails(Agreement) || len(small.Expect) > 0 {
		t.Errorf("the plan that was written does not give the failure:\n%s", campaign.PlanText(small))
	}
}
