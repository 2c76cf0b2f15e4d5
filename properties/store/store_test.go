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
		200:  "df08871f29ed6462a121290dd57aa7974e653cfa87f4593b11b60c4a641f7eeb",
		1000: "32f89fb75a4b838f6b7fc172032c158decf76dc833baf87684a52cf0eb5d472e",
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
func TestUnreachable(t *testing.T) {
	for fenced, want := range map[string][]string{"true": {}, "false": {"TokenRefused"}} {
		fixed := map[string]json.RawMessage{"fenced": json.RawMessage(fenced)}
		got := Protocol().Registered().Campaigns().Unreachable(fixed)
		if !slices.Equal(got, want) {
			t.Errorf("fenced %s: %q, want %q", fenced, got, want)
		}
	}
}
