package protocoltest

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/scrutineer-go/scrutineer/campaign"
)

// Corpus replays a corpus and demands that it has the files of these names and no
// other, and that every entry gives the verdicts, the witnesses and the digests that
// it names.
func Corpus(t *testing.T, p campaign.Protocol, dir string, files ...string) {
	entries, err := campaign.ReplayCorpus(p, dir)
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
	if !slices.Equal(names, files) {
		t.Errorf("the corpus holds %q, want %q: a counterexample that is gone proves nothing any more", names, files)
	}
}
