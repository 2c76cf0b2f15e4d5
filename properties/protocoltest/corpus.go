package protocoltest

import (
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// Corpus replays every plan of the protocol's corpus, which must hold the entries of those
// names, in their order, and no others.
func Corpus(t *testing.T, p campaign.Harness, want []string) {
	entries, err := campaign.ReplayOwnCorpus(p)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
		for i, r := range e.Replayed {
			for _, wrong := range r.Wrong {
				t.Errorf("%s: expect[%d]: %s", e.Name(), i, wrong)
			}
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("the corpus holds %q, want %q: a counterexample that is gone proves nothing any more", names, want)
	}
}
