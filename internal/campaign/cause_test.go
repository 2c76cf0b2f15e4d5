package campaign_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// A campaign shrinks the first 4*Keep-3 failures of each property, and keeps the first failure of each cause. The
// counts of the causes add up, and a campaign in two sessions has the same counts.
func TestCauses(t *testing.T) {
	p := beatHarness()
	campaigns := func(runs ...int) (*campaign.Result, []campaign.Failure) {
		var all []campaign.Failure
		var r *campaign.Result
		o := campaign.Options{
			Runs: 300, Seed: 1, Keep: 2, Tries: 300, Workers: 1,
			Fixed: map[string]json.RawMessage{"crowd": json.RawMessage("true")},
		}
		for _, n := range runs {
			o.Runs = n
			o.Done = func(_ *campaign.Result, fresh []campaign.Failure) error {
				all = append(all, fresh...)
				return nil
			}
			var err error
			if r, err = p.Campaign(t.Context(), o, r); err != nil {
				t.Fatal(err)
			}
		}
		return r, all
	}
	r, kept := campaigns(300)
	again, _ := campaigns(100, 300)
	for property, failed := range r.Failed {
		t.Log(r.Tell(property))
		var causes []string
		for _, f := range r.Failures {
			if f.Property == property {
				causes = append(causes, f.Cause)
			}
		}
		distinct := slices.Compact(slices.Sorted(slices.Values(causes)))
		if len(distinct) != len(causes) || len(causes) != min(2, len(r.Causes[property])) {
			t.Errorf("%s: kept %q of %v", property, causes, r.Causes[property])
		}
		shrunk := 0
		for _, n := range r.Causes[property] {
			shrunk += n
		}
		if shrunk != min(failed, 5) {
			t.Errorf("%s: %d of %d shrunk, want 5", property, shrunk, failed)
		}
		if again.Tell(property) != r.Tell(property) {
			t.Errorf("in two sessions %s, in one %s", again.Tell(property), r.Tell(property))
		}
	}
	if len(kept) != len(r.Failures) || len(r.Failed) < 2 || !strings.Contains(r.Tell(detects), " × crash") {
		t.Errorf("%d kept, %d told of: %v", len(kept), len(r.Failures), r.Failed)
	}
}
