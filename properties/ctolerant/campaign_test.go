package ctolerant

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/campaign/campaigntest"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

func TestCampaign(t *testing.T) { campaigntest.Rapid(t, Campaign()) }

func FuzzCampaign(f *testing.F) { campaigntest.Fuzz(f, Campaign()) }

func TestFaultsTakeEffect(t *testing.T) { campaigntest.FaultsTakeEffect(t, Campaign()) }

// The repaired rule holds, and the digests show that what is drawn and what comes of
// it stays the same from day to day.
func TestCampaignKeyed(t *testing.T) {
	campaigntest.Keyed(t, Campaign(), 5000, 1000, map[int]string{
		1000: "df899e0a61037c673a893187fe0ffe15a98016c125c4b95bb9edfa653f542c8c",
		5000: "9b9119fc802403d4a3882bb63ad7694a275761ab5a947b2afbad03239f3caba7",
	})
}

// The two rules that stand in the paper fail: a campaign finds X1 and X2 by itself.
func TestCampaignFinds(t *testing.T) {
	for rule, property := range map[words.Rule]string{
		words.Last:   agreementName,
		words.Lowest: lowestLatelyName,
	} {
		t.Run(string(rule), func(t *testing.T) {
			campaigntest.Finds(t, Campaign(), map[string]json.RawMessage{"rule": encode(rule)}, property, 20_000)
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
	o, text, err := campaigntest.Judged(Campaign(), plan, 7, dir)
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
	all, err := campaign.Replay(Campaign(), small)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := all[0].Wrong; len(wrong) > 0 || small.Expect[0].Violates != agreementName {
		t.Errorf("the plan that was written does not give the failure: %q", wrong)
	}
}
