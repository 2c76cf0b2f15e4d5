package store

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/campaign"
	"github.com/scrutineer-go/scrutineer/properties/protocoltest"
)

func TestProtocol(t *testing.T) { protocoltest.Run(t, suite) }

func FuzzCampaign(f *testing.F) { protocoltest.Fuzz(f, Protocol().Campaigns()) }

const linearizable = "Linearizable"

// staleRead answers a Read from memory: nothing may have been written since, except by another
// leader.
var staleRead = protocoltest.Mutant{
	ID: "a leader that has just read answers a Read with the same", File: "impl/store/leader.go",
	Anchor: "\tn.ask(words.Get{",
	Replacement: "\tif read, ok := n.state.Answer.(linearizability.Value); ok && in == (linearizability.Read{}) {\n" +
		"\t\tn.answer(Done, read, out)\n\t\treturn\n\t}\n\tn.ask(words.Get{",
	Only: "store",
}

var suite = protocoltest.Suite{
	Protocol: Protocol(),
	Corpus:   []string{"pause", "shortest", "two-owners"},
	Digests: map[int]string{
		200:  "7f705c23d9c3d21d228a5a69d97fb28818143873179b3b291797d3c2309c13d7",
		1000: "c496cbc14eb7cc33ebbcd70cbfae82f363323f7cdcec37e0ff5a22c240fa3940",
	},
	Planted: []protocoltest.Planted{{
		Mutant: staleRead, Seed: 3, Property: linearizable, Elements: 0, // delays do it
	}, {
		Mutant: protocoltest.Mutant{
			ID: "a Get is heard whatever its token", File: "impl/store/storage.go",
			Anchor: "get.Nth, get.Token", Replacement: "get.Nth, c.Token",
		},
		Property: linearizable, Elements: 1, // a Put that is late
	}, {
		Mutant: protocoltest.Mutant{
			ID: "an answer to an earlier request counts", File: "impl/store/leader.go",
			Anchor: "nth == n.state.Asked", Replacement: "nth <= n.state.Asked",
		},
		Property: linearizable, Elements: 2,
	}, {
		Mutant: protocoltest.Mutant{
			ID: "a Put without an answer has had no effect", File: "impl/store/leader.go",
			Anchor: "if n.state.Call.Puts {", Replacement: "if false {",
		},
		Property: linearizable, Elements: 1,
	}},
}

// What the clients of a run saw is there when its plan is replayed, as it is beside the diagram of
// a failure that a campaign has found.
func TestHistoryAtReplay(t *testing.T) {
	h := Protocol().Campaigns()
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
		got := Protocol().Campaigns().Unseeable(map[string]json.RawMessage{"fenced": json.RawMessage(fenced)})
		if !slices.Equal(got, want) {
			t.Errorf("fenced %s: %q, want %q", fenced, got, want)
		}
	}
}
