package store

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Registered().Campaigns()) }

const linearizable = "Linearizable"

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus:   []string{"pause", "shortest", "two-owners"},
	Digests: map[int]string{
		200:  "a3dbe15cbc909d97f0330f4caf72573d27b3530ffb0cc4e3e67de87d04219243",
		1000: "ce386fe137f78009d9d4e158cb1c506586ff7de31e7d38a375fa23c090862530",
	},
}

// What the clients of a run saw is there when its plan is replayed, as it is beside the diagram of
// a failure that a campaign has found.
func TestHistoryAtReplay(t *testing.T) {
	h := Protocol().Registered().Campaigns()
	plans, _, err := campaign.PlansOf(h)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(plans, func(p campaign.Planned) bool { return p.Name() == "two-owners" })
	if i < 0 {
		t.Fatalf("two-owners is not in the corpus: %v", plans)
	}
	all, err := campaign.Replay(h, plans[i].Plan)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range []string{
		"client 0: Acquire 0 → true, 12 to 28\nclient 1: Acquire 1 → true, 22 to 26\n",
		"client 1: Acquire 1 → true, 22 to 26\n", // what was refused never happened
	} {
		var names, texts []string
		for _, page := range all[n].Outcome.Pages() {
			names, texts = append(names, page.Name), append(texts, string(page.Text))
		}
		if !slices.Equal(names, []string{"history.html", "history.txt"}) || texts[1] != want {
			t.Errorf("expectation %d: pages %v, history\n%s, want\n%s", n, names, texts[1:], want)
		}
	}
}

// Without fencing no token is refused, and no campaign is asked for one that is.
func TestUnseeable(t *testing.T) {
	for fenced, want := range map[string][]string{"true": {}, "false": {"TokenRefused"}} {
		fixed := map[string]json.RawMessage{"fenced": json.RawMessage(fenced)}
		got := Protocol().Registered().Campaigns().Unseeable(fixed)
		if !slices.Equal(got, want) {
			t.Errorf("fenced %s: %q, want %q", fenced, got, want)
		}
	}
}
