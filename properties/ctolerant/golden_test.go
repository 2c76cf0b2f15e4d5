package ctolerant

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/scrutineer-go/scrutineer/internal/campaign"
)

// The paper's two worked examples go step by step as they are kept: CT-18 is Hybrid's
// (section IV-D, Fig. 2), CT-19 Base's (Fig. 1).
func TestPapersExamples(t *testing.T) {
	for plan, golden := range map[string]string{
		"ct18-hybrid-example.json": "ct18.ndjson",
		"ct19-base-example.json":   "ct19.ndjson",
	} {
		p, err := campaign.ReadPlan(filepath.Join(corpus, plan))
		if err != nil {
			t.Fatal(err)
		}
		all, err := campaign.Replay(Protocol().Registered().Campaigns(), p)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", golden)
		kept, err := os.ReadFile(file)
		if got := campaign.TraceText(all[0].Trace); err != nil || !bytes.Equal(kept, got) {
			t.Errorf("%s is not what happens (%v); to renew it, and then read it, in this folder:\n"+
				"rm -f %[1]s && go run ../../cmd/scrutineer replay -trace %[1]s %[3]s\n%s",
				file, err, filepath.Join(corpus, plan), got)
		}
	}
}
