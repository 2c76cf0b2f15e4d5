package protocoltest

import (
	"flag"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
	"github.com/scrutineer-go/scrutineer/internal/campaign/transcript"
)

var transcripts = flag.Bool("transcripts", false, "write the transcripts of the corpus anew")

// largeGroup is how many processes the quick gate replays at most: a group of hundreds takes seconds.
const largeGroup = 128

// Corpus replays every plan of the protocol's corpus, which must hold the entries of those
// names, in their order, and no others. Beside each stands its transcript, which the flag -transcripts writes anew. In
// short mode plans of large groups and transcripts are left out.
func Corpus(t *testing.T, p campaign.Harness, want []string) {
	plans, err := campaign.ReadOwnCorpus(p)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, planned := range plans {
		names = append(names, planned.Name())
		t.Run(planned.Name(), func(t *testing.T) { replays(t, p, planned) })
	}
	if !slices.Equal(names, want) {
		t.Errorf("the corpus holds %q, want %q: a counterexample that is gone proves nothing any more", names, want)
	}
	if testing.Short() {
		return
	}
	files, err := filepath.Glob(filepath.Join(corpusDir, "*"+campaign.TranscriptExt))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if name := strings.TrimSuffix(filepath.Base(file), campaign.TranscriptExt); !slices.Contains(names, name) {
			t.Errorf("%s: is the transcript of a plan that is gone, remove it too", file)
		}
	}
}

var corpusDir = filepath.FromSlash(campaign.CorpusDir)

// replays demands that what a plan expects comes of it.
func replays(t *testing.T, p campaign.Harness, planned campaign.Planned) {
	subject, err := p.Open(planned.Plan.Config)
	if err != nil {
		t.Fatalf("%s: %v", planned.File, err)
	}
	if n := subject.Cluster.Nodes; testing.Short() && n > largeGroup {
		t.Skipf("has %d processes; make test and make verify replay it", n)
	}
	e, err := planned.Replay(p)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range e.Replayed {
		for _, wrong := range r.Wrong {
			t.Errorf("expect[%d]: %s", i, wrong)
		}
	}
	if testing.Short() {
		return
	}
	file := transcript.File(filepath.Join(corpusDir, filepath.Base(planned.File)))
	if err := transcript.Check(p, file, planned.Plan, e.Replayed, *transcripts); err != nil {
		t.Errorf("%v; go test -run TestProtocol/Corpus -transcripts writes it anew", err)
	}
}
