package campaign_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/gauge"
)

// What numbers a campaign has seen is the same however many workers it has and wherever it was interrupted, and of
// a shorter one no more.
func TestRanges(t *testing.T) {
	p := beatHarness()
	o := campaign.Options{Runs: 150, Seed: 3, Keep: 1, Tries: 1, Workers: 1}
	whole, err := p.Campaign(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	o.Workers, o.Runs = 3, 70
	parts, err := p.Campaign(t.Context(), o, nil)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Equal(parts.Ranges, whole.Ranges) {
		t.Error("70 runs have seen all that 150 have")
	}
	o.Runs = 150
	if parts, err = p.Campaign(t.Context(), o, parts); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(whole.Ranges, parts.Ranges); d != "" {
		t.Errorf("in two parts: %s", d)
	}
	for _, want := range []gauge.Range{
		{Field: "config.nodes", Least: 3, Most: 8}, {Field: "len(state.Missed)", Least: 3, Most: 8},
	} {
		if !slices.Contains(whole.Ranges, want) {
			t.Errorf("%v is not among %v", want, whole.Ranges)
		}
	}
	var text strings.Builder
	if err := whole.Write(&text, p); err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{
		"\n  config ", "nodes 3…8", "\n  state ", "len(Missed) 3…8, Missed[] 0…", "Suspects[] 0…7",
	} {
		if !strings.Contains(text.String(), row) {
			t.Errorf("the table lacks %q:\n%s", row, &text)
		}
	}
}
