package ctolerant

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

func TestCampaign(t *testing.T) { protocoltest.Rapid(t, Campaign()) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Campaign()) }

func TestFaultsTakeEffect(t *testing.T) { protocoltest.FaultsTakeEffect(t, Campaign()) }

// The repaired rule holds, and the digests show that what is drawn and what comes of
// it stays the same from day to day.
func TestCampaignKeyed(t *testing.T) {
	protocoltest.Keyed(t, Campaign(), 5000, 1000, map[int]string{
		1000: "ec746a8a757cf700e6aa42ae478b2b11bbbb59c3ac822838a28cbbf071237db0",
		5000: "3d7c99a9cc9431b70da336aac252bd077ec19cb99ac7dd32c4a85bb376149c0c",
	})
}

// Groups of the sizes that the paper simulates, too large to be held against the
// specification, are judged by their events.
func TestCampaignOfManyProcesses(t *testing.T) {
	for nodes, runs := range map[int]int{49: 250, 128: 50} {
		for _, protocol := range words.Protocols() {
			t.Run(fmt.Sprintf("%s, %d", protocol, nodes), func(t *testing.T) {
				fixed := map[string]json.RawMessage{"nodes": encode(nodes), "protocol": encode(protocol)}
				protocoltest.Holds(t, Campaign(), fixed, runs, runs/10)
			})
		}
	}
}

// The two rules that stand in the paper fail, and so does a tag without seq in Hybrid: a
// campaign finds X1, X2 and X4 by itself.
func TestCampaignFinds(t *testing.T) {
	for _, c := range []struct {
		rule     words.Rule
		protocol words.Protocol
		property string
	}{
		{words.Last, words.Base, agreementName},
		{words.Lowest, words.Base, lowestLatelyName},
		{words.Run, words.Hybrid, preferenceName},
	} {
		t.Run(string(c.rule), func(t *testing.T) {
			fixed := map[string]json.RawMessage{"rule": encode(c.rule), "protocol": encode(c.protocol)}
			protocoltest.Finds(t, Campaign(), fixed, c.property, 20_000)
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
	o, text, err := protocoltest.Judged(Campaign(), plan, 7, dir)
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
