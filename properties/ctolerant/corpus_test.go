package ctolerant

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/campaign"
)

const corpus = "testdata/corpus"

// Every entry of the corpus gives the verdicts, the witnesses and the digests that
// it names.
func TestCorpus(t *testing.T) {
	entries, err := campaign.ReplayCorpus(Campaign(), corpus)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		name := filepath.Base(e.File)
		names = append(names, name)
		for i, r := range e.Replayed {
			for _, wrong := range r.Wrong {
				t.Errorf("%s: expect[%d]: %s", name, i, wrong)
			}
		}
	}
	want := []string{"x1-agreement.json", "x1-assumption.json", "x2-assumption.json", "x2-lowest-lately.json"}
	if !slices.Equal(names, want) {
		t.Errorf("the corpus holds %q, want %q: a counterexample that is gone proves nothing any more", names, want)
	}
}
