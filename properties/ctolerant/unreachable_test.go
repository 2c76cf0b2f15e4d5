package ctolerant

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/nightly"
	"github.com/scrutineer-go/scrutineer/spec/ctolerant/words"
)

// What a campaign fixes takes away the witnesses that then cannot be, and no others: those that
// it demands it sees, and those that it does not demand it does not see.
func TestUnreachable(t *testing.T) {
	if testing.Short() {
		t.Skip("runs campaigns of thousands of runs: leave -short away")
	}
	p := Protocol().Registered().Campaigns()
	for name, fixed := range map[string]map[string]string{
		"rule":         {"rule": `"last"`},
		"protocol":     {"protocol": `"base"`},
		"c, f":         {"c": "0", "f": "0"},
		"y":            {"y": "0"},
		"initiator":    {"initiator": "0"},
		"nobody comes": {"churn": "[]", "rivals": "[]"},
		"who joins":    {"churn": `["0 joins"]`, "rivals": "[]", "nodes": "4", "rule": `"last"`},
		"nobody waits": {"interpretations": `["join-unanswered", "nobody-yields"]`},
		"alone":        {"nodes": "1", "c": "0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := campaign.Options{Runs: nightly.Size(6000, 1500), Seed: 1, Fixed: map[string]json.RawMessage{}}
			for field, value := range fixed {
				o.Fixed[field] = json.RawMessage(value)
			}
			r, err := p.Campaign(t.Context(), o, nil)
			if err != nil {
				t.Fatal(err)
			}
			if unseen := r.Unseen(p); len(unseen) > 0 {
				t.Errorf("never witnessed: %q", unseen)
			}
			cannot := unreachable(o.Fixed)
			seen := func(name string) bool { return r.Seen[name] > 0 }
			if len(cannot) == 0 || slices.ContainsFunc(cannot, seen) {
				t.Errorf("cannot be: %q, seen: %q", cannot, slices.Sorted(maps.Keys(r.Seen)))
			}
		})
	}
	if none := unreachable(nil); len(none) > 0 {
		t.Errorf("nothing is fixed, and %q is not demanded", none)
	}
}

// With the printed rule nobody joins by chance: nobody answers, which is another matter (D20).
func TestDrawsNoJoinerUnanswered(t *testing.T) {
	for fixed, want := range map[string]bool{`"last"`: false, `"lowest"`: false, `"run"`: true, `"tagged"`: true} {
		joins := false
		for run := range uint64(300) {
			given := map[string]json.RawMessage{"rule": json.RawMessage(fixed)}
			config, _ := drawConfig(campaign.Keyed(1, run), given, false)
			joins = joins || slices.ContainsFunc(mustParse(t, config).Churn, isJoin)
		}
		if joins != want {
			t.Errorf("rule %s: somebody joins: %v, want %v", fixed, joins, want)
		}
	}
	given := map[string]json.RawMessage{
		"rule": json.RawMessage(`"last"`), "nodes": json.RawMessage("4"), "churn": json.RawMessage(`["0 joins"]`),
	}
	config, _ := drawConfig(campaign.Keyed(1, 1), given, false)
	if !slices.ContainsFunc(mustParse(t, config).Churn, isJoin) {
		t.Errorf("a joiner that is given is gone: %s", config)
	}
}

func isJoin(c words.Change) bool { return c.Does == words.Joins }

func mustParse(t *testing.T, config json.RawMessage) words.Config {
	t.Helper()
	cfg, err := words.Parse(config)
	if err != nil {
		t.Fatal(err)
	}
	return cfg
}
